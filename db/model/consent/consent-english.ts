import type { Consent } from "../form/submission.ts";
import { brand } from "../site/brand.ts";
import type { ConsentText } from "./consent-text.ts";

/** The present consent texts in English. db/model/consent/consent.ts says what each is for. */

const FIRST_DAY = "2026-11-01";
/** Since this day the texts ask for calls and email only, because we do nothing else. */
const SECOND_DAY = "2026-11-23";
const THIRD_DAY = "2026-11-25";
const FOURTH_DAY = "2026-11-26";

export const eSignDisclosure = (): ConsentText => ({
  id: "esign-2",
  language: "en",
  since: SECOND_DAY,
  title: "Electronic records and signatures (E-SIGN)",
  text: `If you agree, ${brand.name} will give you disclosures, notices and records about your application electronically: on this website and by email. You need a device with a current web browser, an internet connection and an email address that you can read. You may print or save anything we show you. You may ask for a paper copy at no charge, tell us about a new email address, or withdraw this consent at any time through our contact page. Withdrawing does not undo what happened before; from then on, we will give you records on paper. This consent covers this application and what follows from it.`,
});

export const consentTexts = (): Record<Consent, ConsentText> => ({
  consentTexts: {
    id: "contact-2",
    language: "en",
    since: SECOND_DAY,
    title: "Calls and email",
    text: `I agree that ${brand.name} may call and email me about my application at the phone number and email address I gave. Agreeing is not a condition of any purchase. I can stop at any time: tell the person who calls, use the link in an email, or write through the contact page. If I would rather not agree, I can apply by contacting you instead.`,
  },
  consentElectronic: {
    id: "electronic-1",
    language: "en",
    since: FIRST_DAY,
    title: "Electronic disclosures",
    text: "I have read the electronic disclosure above and agree to receive disclosures and records electronically.",
  },
  certifyAccurate: {
    id: "accurate-1",
    language: "en",
    since: FIRST_DAY,
    title: "Accuracy",
    text: "I certify that my answers are true and complete to the best of my knowledge, that I am at least 18, and that I understand this is not a credit application: no credit inquiry happens without my separate consent.",
  },
});

export const introductionConsent = (): ConsentText => ({
  id: "introduction-1",
  language: "en",
  title: "Introduction to a lender or dealer",
  since: FIRST_DAY,
  text: `May ${brand.name} send your {fields} to {recipient}, a {kind}? They may then contact you about your application. You do not have to say yes in order to buy anything. A yes does not allow a credit inquiry: you would be asked about that separately. You can take your yes back at any time, on your results page or by telling us. If we have not sent anything by then, we will not. If we have, we will tell {recipient} not to contact you.`,
});

export const papersConsent = (): ConsentText => ({
  id: "introduction-papers-1",
  language: "en",
  title: "Documents for a lender or dealer",
  since: FOURTH_DAY,
  text: `May ${brand.name} also show {recipient} these documents that you sent: {papers}? {recipient} sees them on our website, behind a link of its own, and can save copies. We never email them. You do not have to say yes in order to buy anything. You can take this back at any time, on your results page. From then on, our website shows {recipient} none of them.`,
});

export const contactAgainConsent = (): ConsentText => ({
  id: "contact-again-2",
  language: "en",
  since: SECOND_DAY,
  title: "Contact again",
  text: `I asked ${brand.name} to stop contacting me. I now want to hear from ${brand.name} again about this application. I agree that ${brand.name} may call and email me about it at the phone number and email address on this application. Agreeing is not a condition of any purchase. I can stop at any time: tell the person who calls, use the link in an email, press 'Stop contacting me' on my results page, or write through the contact page.`,
});

export const newsletterConsent = (): ConsentText => ({
  id: "newsletter-1",
  language: "en",
  since: FIRST_DAY,
  title: "News by email",
  text: `By subscribing you agree that ${brand.name} may email you new posts and news about car buying in Texas. First we send you a link to confirm. You can stop at any time with the link in each email.`,
});

export const storyConsent = (): ConsentText => ({
  id: "story-1",
  language: "en",
  since: THIRD_DAY,
  title: "Your words on our website",
  text: `I allow ${brand.name} to show my answer on its website, whole or in parts, with the name, the city and the stars that I give here. I do not have to, and it changes nothing about my application. I can take this back at any time with the link in the email. Then it is taken off the website at once.`,
});
