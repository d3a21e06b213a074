import { MINUTE_MS } from "../time/clock.ts";
import type { ConsentDoubt, StatedConsent } from "./consent.ts";
import { spokenTexts } from "./consent-by-phone.ts";
import * as english from "./consent-english.ts";
import * as spanish from "./consent-spanish.ts";
import type { ConsentText } from "./consent-text.ts";

/**
 * Every consent text ever published, so that evidence finds its words; a test forbids changes. Give a new text a new id
 * in consent-english.ts and consent-spanish.ts, and spell out the old one here.
 */

export interface ArchivedText extends ConsentText {
  /** SHA-256 of the text as published, in hexadecimal. */
  sha256: string;
}

/** Texts that are no longer shown. */
const pastTexts: ConsentText[] = [
  {
    id: "esign-1",
    language: "en",
    since: "2026-11-01",
    title: "Electronic records and signatures (E-SIGN)",
    text: "If you agree, Bluebonnet Auto PreQual will give you disclosures, notices and records about your application electronically: on this website and by email. You need a device with a current web browser, an internet connection and an email address that you can read. You may print or save anything we show you. You may ask for a paper copy at no charge, tell us about a new email address, or withdraw this consent at any time through our contact page; withdrawing does not undo what happened before, and we will then work with you on paper or by phone. This consent covers this application and what follows from it.",
  },
  {
    id: "contact-1",
    language: "en",
    since: "2026-11-01",
    title: "Calls, texts and email",
    text: "I agree that Bluebonnet Auto PreQual may call, text and email me about my application at the number and address I gave, also with automated technology. Agreeing is not a condition of any purchase. Message frequency varies. Message and data rates may apply. I can stop at any time: reply STOP to a text, use the link in an email, or tell us through the contact page. If I would rather not agree, I can apply by contacting you instead.",
  },
  {
    id: "contact-again-1",
    language: "en",
    since: "2026-11-01",
    title: "Contact again",
    text: "I asked Bluebonnet Auto PreQual to stop contacting me. I now want to hear from Bluebonnet Auto PreQual again about this application. I agree that Bluebonnet Auto PreQual may call, text and email me about it at the phone number and email address on this application, including with automated technology. Agreeing is not a condition of any purchase. Message frequency varies. Message and data rates may apply. I can stop at any time: reply STOP to a text, use the link in an email, press 'Stop contacting me' on my results page, or tell us through the contact page.",
  },
  {
    id: "esign-1-es",
    language: "es",
    since: "2026-11-22",
    title: "Registros y firmas electrónicos (E-SIGN)",
    text: "Si usted acepta, Bluebonnet Auto PreQual le dará los avisos (disclosures), notificaciones y registros sobre su solicitud por medios electrónicos: en este sitio web y por correo electrónico. Necesita un dispositivo con un navegador web actualizado, una conexión a internet y una dirección de correo electrónico que pueda leer. Puede imprimir o guardar todo lo que le mostremos. Puede pedir una copia en papel sin costo, informarnos de una nueva dirección de correo electrónico o retirar este consentimiento en cualquier momento por medio de nuestra página de contacto; retirarlo no deshace lo que ocurrió antes, y a partir de entonces trabajaremos con usted en papel o por teléfono. Este consentimiento abarca esta solicitud y lo que se derive de ella.",
  },
  {
    id: "contact-1-es",
    language: "es",
    since: "2026-11-22",
    title: "Llamadas, mensajes de texto y correo electrónico",
    text: "Acepto que Bluebonnet Auto PreQual pueda llamarme y enviarme mensajes de texto y correos electrónicos sobre mi solicitud al número y a la dirección que di, también con tecnología automatizada. Aceptar no es condición de ninguna compra. La frecuencia de los mensajes varía. Pueden aplicarse tarifas de mensajes y datos. Puedo detener estas comunicaciones en cualquier momento: respondiendo STOP a un mensaje de texto, usando el enlace de un correo electrónico o avisándoles por medio de la página de contacto. Si prefiero no aceptar, puedo en cambio hacer la solicitud comunicándome con ustedes.",
  },
  {
    id: "contact-again-1-es",
    language: "es",
    since: "2026-11-22",
    title: "Contactarme de nuevo",
    text: "Le pedí a Bluebonnet Auto PreQual que dejara de comunicarse conmigo. Ahora quiero volver a recibir noticias de Bluebonnet Auto PreQual sobre esta solicitud. Acepto que Bluebonnet Auto PreQual pueda llamarme y enviarme mensajes de texto y correos electrónicos sobre ella al número de teléfono y a la dirección de correo electrónico de esta solicitud, también con tecnología automatizada. Aceptar no es condición de ninguna compra. La frecuencia de los mensajes varía. Pueden aplicarse tarifas de mensajes y datos. Puedo detener estas comunicaciones en cualquier momento: respondiendo STOP a un mensaje de texto, usando el enlace de un correo electrónico, presionando 'Dejar de contactarme' en mi página de resultados o avisándoles por medio de la página de contacto.",
  },
];

const hashes: Record<string, string> = {
  "esign-1": "b4018d211f6335bf06030484b515eb64a91d388cd59ef90ebbdc9e22fea82a66",
  "contact-1": "012f9f0168240b7003e8ef1f93842c970c56e3f5ab442674df7b8c931ea9328b",
  "electronic-1": "23b74c6099e4cf21879435bfaf0f859d1b8a4c8c4e6dc8d6f974442d0f17aa6c",
  "accurate-1": "2f0267c4bce15adbeac88fde808234288665db1c3b386d2473f7f8c2e27ac99a",
  "introduction-1": "7e4c9d9e66eea50e31110382e62bcd6383929d1d6c7b4d6359911d5a84e20dd5",
  "contact-again-1": "8685d9892eab1752521dfb01af467164a6b0592848499449eb7ff777646680b4",
  "newsletter-1": "2faecc1bbeaefdf8edcce2b38e187fc76313ddd28a9623ae416a837f9b8159b7",
  "esign-1-es": "582a19925ed2e339517fa8661fb068c5b0fc5179ce799c209f8ac7ec2c7f860c",
  "contact-1-es": "c33a02fe81d30b3876f6c4b80489a6b9845380ca119481a192ecb496f3e0689b",
  "electronic-1-es": "a71fa2557bda36a2724c2046aa695519b57bb54e066024a3eeeb49ccd86112eb",
  "accurate-1-es": "8c652fd8dca08886831993492e2c97523f8556eb51e0baa7bbd1470ef14f0a89",
  "contact-again-1-es": "5921e0228f60d3491ea78d8cfc5f459c3b675b1ef64604ffcd12e7aff23c4f8d",
  "introduction-1-es": "a58da301ba73327acee01e5e7ebfdd9efe45f0f64993c7687a082921cf19b152",
  "newsletter-1-es": "8e2c5cd2dba1dc86079f4bc40d828ebd3469d800ea89b3b623b1376129aeb830",
  "contact-2": "84f149e7d8d69f94f39726941811ac23ea08aa1d7435b69e168233fc97cde130",
  "contact-2-es": "88bae4d70f3a232bf8bbdb5468085e879bc4fc057e9a5f8d7ce7c1d7cde9ed2f",
  "contact-again-2": "aaa0d2d7782e08333ff81ea70bf3e6611736b64a72d88e916563eb600d19b30a",
  "contact-again-2-es": "c8f1dc605f7f5fbbd21c10e750ec703e856fda5f57e840ae8d90039ef933e94c",
  "esign-2": "d795a28370f3ad69d09e4c78baa81424af02c638092141c0e5198a064b45b909",
  "esign-2-es": "d06662bb431a8df94920ad6c8c164b221dbc13f96b2a713fff788e0119c5f942",
  "phone-contact-1": "a203f72191628069adfa0afa227bdfd78cb8d1d3f235c6eb02006e25c98fcbe1",
  "phone-electronic-1": "71a2d564a7f845bc5539433d24a44c79872f10b9408e556d979dc8265c012204",
  "phone-accurate-1": "fadcb4f0831b074b230be38b1f9d76e127392f6c72f6e5087338ba16774bf681",
  "phone-contact-1-es": "e2d18ac55b885417c4b8cf9de8cbe135f54ba6b769e7f3ae05756ba04d59ce81",
  "phone-electronic-1-es": "7286c8fe796c9479077040542be8d67741eee913e59001c1a25d52a097fe5efb",
  "phone-accurate-1-es": "b9b3830cd62a4732931676c70bb96db8cf8fec2a778c258eab6f188029190c46",
  "story-1": "f190334553cc47a389e8b4dd2d240968f5e0d5a1be03ebc23ab949d4bc48ba5e",
  "story-1-es": "46346002a174789859c714faddb79c8eaa29e421c09667acc042c8d8e52992aa",
  "introduction-papers-1-es": "31fcb7598b2734fa5db4b1982b9c5de6220f308f4617df524c749c99f76a2315",
  "introduction-papers-1": "fac49309cdf93852c4af6861410410ebb0e0c9cea9f0ed3bfaf6d42c3be9c51a",
};

export const archive: ArchivedText[] = [
  ...[english, spanish].flatMap(textsShownNow),
  ...(["en", "es"] as const).flatMap((language) => Object.values(spokenTexts(language))),
  ...pastTexts,
].map((text) => ({
  ...text,
  sha256: hashes[text.id] ?? "",
}));

function textsShownNow(texts: typeof english) {
  return [
    texts.eSignDisclosure(),
    ...Object.values(texts.consentTexts()),
    texts.contactAgainConsent(),
    texts.introductionConsent(),
    texts.papersConsent(),
    texts.newsletterConsent(),
    texts.storyConsent(),
  ];
}

/** A visitor's clock that differs more than this from ours is doubtful. Phones are seldom so far off. */
const CLOCK_SLACK_MS = 5 * MINUTE_MS;

/** The texts with these ids, in this order. Skips unknown ids. */
export function archivedTexts(ids: readonly string[]) {
  return ids.flatMap((id) => archive.find((text) => text.id === id) ?? []);
}

/** Doubts about the times that a client states, by our own `now`; empty if they fit. */
export function doubtsAbout({ textIds, shownAt, tickedAt }: StatedConsent, now: Date): ConsentDoubt[] {
  const [shown, ticked] = [Date.parse(shownAt), Date.parse(tickedAt)];
  const newestText = Math.max(...archivedTexts(textIds).map(({ since }) => Date.parse(since)));
  const doubts: [ConsentDoubt, boolean][] = [
    ["ahead of our clock", Math.max(shown, ticked) > now.getTime() + CLOCK_SLACK_MS],
    ["before these texts", Math.min(shown, ticked) < newestText],
    ["ticked before shown", ticked < shown],
  ];
  return doubts.flatMap(([doubt, holds]) => (holds ? [doubt] : []));
}
