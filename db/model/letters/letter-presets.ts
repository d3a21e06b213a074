import type { LetterTemplateForm } from "./letter-template.ts";

const texts: Omit<LetterTemplateForm, "isActive">[] = [
  {
    name: "We couldn’t reach you",
    language: "en",
    subject: "We couldn’t reach you by phone",
    body: `Hello {firstName},

I called you about your application and couldn’t reach you.

The button opens your page. You can choose a time for our call there, or correct your phone number if it isn’t right.

{link}

Don’t want to hear from us anymore? Just press “Stop contacting me” on that page.

{specialist}`,
  },
  {
    name: "We couldn’t reach you",
    language: "es",
    subject: "No pudimos comunicarnos con usted por teléfono",
    body: `Hola, {firstName}:

Le llamé por su solicitud y no pude comunicarme con usted.

El botón abre su página. Ahí puede elegir una hora para nuestra llamada, o corregir su número de teléfono si no es el correcto.

{link}

Si ya no quiere saber de nosotros, basta con que presione “Dejar de contactarme” en esa página.

{specialist}`,
  },
  {
    name: "Documents are missing",
    language: "en",
    subject: "Documents we’re still waiting for",
    body: `Hello {firstName},

We don’t have these documents yet:

{papers}

If one of them is hard to get, tell me and we’ll see what else could work. Your page shows what we have, and you can send the rest there:

{link}

{specialist}`,
  },
  {
    name: "Documents are missing",
    language: "es",
    subject: "Documentos que todavía esperamos",
    body: `Hola, {firstName}:

Todavía no tenemos estos documentos:

{papers}

Si alguno es difícil de conseguir, dígamelo y veremos qué otra cosa puede servir. Su página muestra lo que ya tenemos, y ahí puede enviar lo que falta:

{link}

{specialist}`,
  },
  {
    name: "Which documents to get ready",
    language: "en",
    subject: "Documents to get ready",
    body: `Hello {firstName},

Lenders usually ask people with answers like yours for these documents. A lender may ask for others.

{usualPapers}

Nobody gets your application without your yes. Your page shows where it stands:

{link}

{specialist}`,
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
  },
  {
    name: "After our call",
    language: "en",
    subject: "After our call",
    body: `Hello {firstName},

Thank you for talking with me about your application.

The next step is on your page. It shows where your application stands and whose turn it is, and you can ask for another call there.

{link}

Whether you get a loan, and on what terms, is up to the lender.

{specialist}`,
  },
  {
    name: "After our call",
    language: "es",
    subject: "Después de nuestra llamada",
    body: `Hola, {firstName}:

Gracias por hablar conmigo sobre su solicitud.

El siguiente paso está en su página. Ahí se dice en qué punto está su solicitud y a quién le toca ahora, y puede pedir otra llamada.

{link}

Si obtiene un préstamo, y con qué condiciones, lo decide el prestamista.

{specialist}`,
  },
  {
    name: "Are you still interested?",
    language: "en",
    subject: "Are you still looking for a car?",
    body: `Hello {firstName},

We haven’t heard from you in a while. Are you still looking for a car in or around {city}?

If you are, choose a time for a call on your page, or answer what we asked you there:

{link}

If not, you don’t have to do anything.

{specialist}`,
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
  },
];

/** Letters for managers to start from. They never claim an approval, or a call that the sender does not know about. */
export const letterPresets: LetterTemplateForm[] = texts.map((text) => ({ ...text, isActive: true }));
