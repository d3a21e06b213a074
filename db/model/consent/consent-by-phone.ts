import type { Consent } from "../form/submission.ts";
import { brand } from "../site/brand.ts";
import type { Language } from "../words.ts";
import type { ConsentText } from "./consent-text.ts";

const SINCE = "2026-11-25";

/**
 * The questions about consent that a member reads out, word for word, when somebody applies by phone. Published texts
 * never change (consent-archive.ts). Agreeing to calls is no condition of anything (47 CFR 64.1200(f)(9)). A spoken yes to
 * electronic records counts once the link in our email has been opened (15 U.S.C. 7001(c)(1)(C)).
 */
export function spokenTexts(language: Language): Record<Consent, ConsentText> {
  return language === "es" ? spanish() : english();
}

const english = (): Record<Consent, ConsentText> => ({
  consentTexts: {
    id: "phone-contact-1",
    language: "en",
    since: SINCE,
    title: "Calls",
    text: `May ${brand.name} call you about your application at the phone number you gave me? You don't have to say yes in order to apply or to buy anything. You can stop it at any time: tell the person who calls, or write through our contact page.`,
  },
  consentElectronic: {
    id: "phone-electronic-1",
    language: "en",
    since: SINCE,
    title: "Email and electronic records",
    text: `May ${brand.name} email you about your application at the address you gave me, and give you disclosures, notices and records by email and on our website instead of on paper? You need a device with a web browser, an internet connection and an email address that you can read. You may ask for paper at no charge, tell us a new address, or take this back at any time through our contact page. We will send you an email. Opening the link in it shows us that you can read what we send.`,
  },
  certifyAccurate: {
    id: "phone-accurate-1",
    language: "en",
    since: SINCE,
    title: "Accuracy",
    text: "Are the answers you gave me true and complete to the best of your knowledge, are you at least 18, and do you understand that this is not a credit application: no credit inquiry happens without your separate consent?",
  },
});

const spanish = (): Record<Consent, ConsentText> => ({
  consentTexts: {
    id: "phone-contact-1-es",
    language: "es",
    since: SINCE,
    title: "Llamadas",
    text: `¿Puede ${brand.name} llamarle sobre su solicitud al número de teléfono que me dio? No tiene que decir que sí para hacer la solicitud ni para comprar nada. Puede detener las llamadas en cualquier momento: dígaselo a la persona que le llame o escríbanos por medio de nuestra página de contacto.`,
  },
  consentElectronic: {
    id: "phone-electronic-1-es",
    language: "es",
    since: SINCE,
    title: "Correo electrónico y registros electrónicos",
    text: `¿Puede ${brand.name} enviarle correos electrónicos sobre su solicitud a la dirección que me dio, y darle los avisos (disclosures), notificaciones y registros por correo electrónico y en nuestro sitio web en vez de en papel? Necesita un dispositivo con un navegador web, una conexión a internet y una dirección de correo electrónico que pueda leer. Puede pedir papel sin costo, informarnos de una nueva dirección o retirar este permiso en cualquier momento por medio de nuestra página de contacto. Le enviaremos un correo electrónico. Abrir el enlace que contiene nos muestra que puede leer lo que enviamos.`,
  },
  certifyAccurate: {
    id: "phone-accurate-1-es",
    language: "es",
    since: SINCE,
    title: "Exactitud",
    text: "¿Son verdaderas y completas, según su leal saber y entender, las respuestas que me dio, tiene al menos 18 años y entiende que esta no es una solicitud de crédito: no se hace ninguna consulta de crédito sin su consentimiento por separado?",
  },
});
