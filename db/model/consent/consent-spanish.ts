import type { Consent } from "../form/submission.ts";
import { brand } from "../site/brand.ts";
import type { ConsentText } from "./consent-text.ts";

/** consent-english.ts in Spanish, sentence by sentence. A change to one needs the same change to the other. */

const FIRST_DAY = "2026-11-22";
const SECOND_DAY = "2026-11-23";
const THIRD_DAY = "2026-11-25";
const FOURTH_DAY = "2026-11-26";

export const eSignDisclosure = (): ConsentText => ({
  id: "esign-2-es",
  language: "es",
  since: SECOND_DAY,
  title: "Registros y firmas electrónicos (E-SIGN)",
  text: `Si usted acepta, ${brand.name} le dará los avisos (disclosures), notificaciones y registros sobre su solicitud por medios electrónicos: en este sitio web y por correo electrónico. Necesita un dispositivo con un navegador web actualizado, una conexión a internet y una dirección de correo electrónico que pueda leer. Puede imprimir o guardar todo lo que le mostremos. Puede pedir una copia en papel sin costo, informarnos de una nueva dirección de correo electrónico o retirar este consentimiento en cualquier momento por medio de nuestra página de contacto. Retirarlo no deshace lo que ocurrió antes; a partir de entonces le daremos los registros en papel. Este consentimiento abarca esta solicitud y lo que se derive de ella.`,
});

export const consentTexts = (): Record<Consent, ConsentText> => ({
  consentTexts: {
    id: "contact-2-es",
    language: "es",
    since: SECOND_DAY,
    title: "Llamadas y correo electrónico",
    text: `Acepto que ${brand.name} pueda llamarme y enviarme correos electrónicos sobre mi solicitud al número de teléfono y a la dirección de correo electrónico que di. Aceptar no es condición de ninguna compra. Puedo detener estas comunicaciones en cualquier momento: diciéndoselo a quien me llame, usando el enlace de un correo electrónico o escribiéndoles por medio de la página de contacto. Si prefiero no aceptar, puedo hacer la solicitud comunicándome con ustedes.`,
  },
  consentElectronic: {
    id: "electronic-1-es",
    language: "es",
    since: FIRST_DAY,
    title: "Avisos electrónicos",
    text: "He leído el aviso electrónico de arriba y acepto recibir los avisos y registros por medios electrónicos.",
  },
  certifyAccurate: {
    id: "accurate-1-es",
    language: "es",
    since: FIRST_DAY,
    title: "Exactitud",
    text: "Certifico que mis respuestas son verdaderas y completas según mi leal saber y entender, que tengo al menos 18 años y que entiendo que esta no es una solicitud de crédito: no se hace ninguna consulta de crédito (credit inquiry) sin mi consentimiento por separado.",
  },
});

export const introductionConsent = (): ConsentText => ({
  id: "introduction-1-es",
  language: "es",
  title: "Presentación a un prestamista o concesionario",
  since: FIRST_DAY,
  text: `¿Puede ${brand.name} enviar estos datos suyos a {recipient}, un {kind}: {fields}? Ellos podrán entonces comunicarse con usted sobre su solicitud. No tiene que decir que sí para comprar nada. Un sí no permite una consulta de crédito (credit inquiry): sobre eso se le preguntaría por separado. Puede retirar su sí en cualquier momento, en su página de resultados o avisándonos. Si para entonces no hemos enviado nada, no lo enviaremos. Si ya lo hicimos, le diremos a {recipient} que no se comunique con usted.`,
});

export const papersConsent = (): ConsentText => ({
  id: "introduction-papers-1-es",
  language: "es",
  title: "Documentos para un prestamista o concesionario",
  since: FOURTH_DAY,
  text: `¿Puede ${brand.name} mostrar también a {recipient} estos documentos que usted envió: {papers}? {recipient} los ve en nuestro sitio web, con un enlace propio, y puede guardar copias. Nunca los enviamos por correo electrónico. No tiene que decir que sí para comprar nada. Puede retirar este permiso en cualquier momento, en su página de resultados. Desde entonces, nuestro sitio web no le muestra ninguno a {recipient}.`,
});

export const contactAgainConsent = (): ConsentText => ({
  id: "contact-again-2-es",
  language: "es",
  since: SECOND_DAY,
  title: "Contactarme de nuevo",
  text: `Le pedí a ${brand.name} que dejara de comunicarse conmigo. Ahora quiero volver a recibir noticias de ${brand.name} sobre esta solicitud. Acepto que ${brand.name} pueda llamarme y enviarme correos electrónicos sobre ella al número de teléfono y a la dirección de correo electrónico de esta solicitud. Aceptar no es condición de ninguna compra. Puedo detener estas comunicaciones en cualquier momento: diciéndoselo a quien me llame, usando el enlace de un correo electrónico, presionando 'Dejar de contactarme' en mi página de resultados o escribiéndoles por medio de la página de contacto.`,
});

export const newsletterConsent = (): ConsentText => ({
  id: "newsletter-1-es",
  language: "es",
  since: FIRST_DAY,
  title: "Noticias por correo electrónico",
  text: `Al suscribirse, usted acepta que ${brand.name} pueda enviarle por correo electrónico artículos nuevos y noticias sobre la compra de autos en Texas. Primero le enviamos un enlace para confirmar. Puede dejar de recibirlos en cualquier momento con el enlace de cada correo electrónico.`,
});

export const storyConsent = (): ConsentText => ({
  id: "story-1-es",
  language: "es",
  since: THIRD_DAY,
  title: "Sus palabras en nuestro sitio web",
  text: `Permito que ${brand.name} muestre mi respuesta en su sitio web, completa o en partes, con el nombre, la ciudad y las estrellas que doy aquí. No tengo que hacerlo, y esto no cambia nada en mi solicitud. Puedo retirar este permiso en cualquier momento con el enlace del correo electrónico. Entonces se quita del sitio web de inmediato.`,
});
