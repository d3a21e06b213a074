import type { LetterTemplateForm } from "./letter-template.ts";

/**
 * Letters to begin with, each in both languages, which managers take over and edit. None says that anything was approved or will
 * be, or that a call was made, unless the one who sends it knows that it was.
 */
export const letterPresets: LetterTemplateForm[] = [
  {
    name: "We could not reach you",
    language: "en",
    subject: "We could not reach you by phone",
    body: `Hello {firstName},

I called you about your application and could not reach you.

The button opens your page. There you can choose a time for our call, or correct your phone number if it is not right.

{link}

If you no longer want to hear from us, you do not have to do anything more than press 'Stop contacting me' on that page.

{specialist}`,
    isActive: true,
  },
  {
    name: "We could not reach you",
    language: "es",
    subject: "No pudimos comunicarnos con usted por teléfono",
    body: `Hola, {firstName}:

Le llamé por su solicitud y no pude comunicarme con usted.

El botón abre su página. Ahí puede elegir una hora para nuestra llamada, o corregir su número de teléfono si no es el correcto.

{link}

Si ya no quiere saber de nosotros, basta con que presione 'Dejar de contactarme' en esa página.

{specialist}`,
    isActive: true,
  },
  {
    name: "Documents are missing",
    language: "en",
    subject: "Documents we are still waiting for",
    body: `Hello {firstName},

These documents have not reached us yet:

{papers}

If one of them is hard to get, please tell me, and we will see what else could do. Your page shows what has arrived:

{link}

{specialist}`,
    isActive: true,
  },
  {
    name: "Documents are missing",
    language: "es",
    subject: "Documentos que todavía esperamos",
    body: `Hola, {firstName}:

Estos documentos todavía no nos han llegado:

{papers}

Si alguno es difícil de conseguir, dígamelo y veremos qué otra cosa puede servir. Su página muestra lo que ya llegó:

{link}

{specialist}`,
    isActive: true,
  },
  {
    name: "Which documents to get ready",
    language: "en",
    subject: "Documents to get ready",
    body: `Hello {firstName},

Lenders usually ask for these documents when somebody gave answers like yours. A lender may ask for others.

{usualPapers}

Nobody gets your application without your yes. Your page shows where it stands:

{link}

{specialist}`,
    isActive: true,
  },
  {
    name: "Which documents to get ready",
    language: "es",
    subject: "Documentos que conviene preparar",
    body: `Hola, {firstName}:

Los prestamistas suelen pedir estos documentos a quien dio respuestas como las suyas. Un prestamista puede pedir otros.

{usualPapers}

Nadie recibe su solicitud sin que usted diga que sí. Su página muestra su situación:

{link}

{specialist}`,
    isActive: true,
  },
  {
    name: "After our call",
    language: "en",
    subject: "After our call",
    body: `Hello {firstName},

Thank you for talking with me about your application.

The next step is on your page. It says where your application stands and who acts next, and you can ask for another call there.

{link}

Whether somebody lends to you, and on what terms, is up to the lender.

{specialist}`,
    isActive: true,
  },
  {
    name: "After our call",
    language: "es",
    subject: "Después de nuestra llamada",
    body: `Hola, {firstName}:

Gracias por hablar conmigo sobre su solicitud.

El siguiente paso está en su página. Ahí se dice en qué punto está su solicitud y a quién le toca ahora, y puede pedir otra llamada.

{link}

Si alguien le presta, y con qué condiciones, lo decide el prestamista.

{specialist}`,
    isActive: true,
  },
  {
    name: "Are you still interested?",
    language: "en",
    subject: "Are you still looking for a car?",
    body: `Hello {firstName},

We have not heard from you for a while. Are you still looking for a car in or around {city}?

If you are, choose a time for a call on your page, or answer what we asked you there:

{link}

If you are not, you do not have to do anything.

{specialist}`,
    isActive: true,
  },
  {
    name: "Are you still interested?",
    language: "es",
    subject: "¿Todavía busca auto?",
    body: `Hola, {firstName}:

Hace tiempo que no sabemos de usted. ¿Todavía busca auto en {city} o cerca de ahí?

Si es así, elija una hora para una llamada en su página, o conteste ahí lo que le preguntamos:

{link}

Si no, no tiene que hacer nada.

{specialist}`,
    isActive: true,
  },
];
