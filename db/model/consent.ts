import type { Consent } from "./application.ts";
import { brand } from "./brand.ts";

export interface ConsentText {
  /** Changes with every change of the text; stored as evidence of what was agreed to. */
  id: string;
  /** The day from which pages showed it. */
  since: string;
  text: string;
}

/** What the page said about the consents that it sent: which texts stood there, and when, by the visitor's own clock. */
export interface StatedConsent {
  textIds: string[];
  language: string;
  shownAt: string;
  tickedAt: string;
}

/** What makes the visitor's times doubtful as evidence. A wrong clock is no reason to refuse an application. */
export type ConsentDoubt = "ahead of our clock" | "before these texts" | "ticked before shown";

/** What proves a consent later. */
export interface ConsentEvidence {
  /** Null when the client did not state it. */
  stated: StatedConsent | null;
  /** Of the stated texts, in our order; null without. */
  textsSha256: string | null;
  doubts: ConsentDoubt[];
  /** By our own clock, and from where. */
  receivedAt: string;
  ip: string | null;
  userAgent: string | null;
}

/** Clocks of phones are seldom further off than this. */
const CLOCK_SLACK_MS = 5 * 60_000;
const FIRST_DAY = "2026-11-01";

/** The E-SIGN disclosure (15 U.S.C. 7001(c)) that stands above the consent boxes and on /consent. */
export const eSignDisclosure: ConsentText = {
  id: "esign-1",
  since: FIRST_DAY,
  text: `If you agree, ${brand.name} will give you disclosures, notices and records about your application electronically: on this website and by email. You need a device with a current web browser, an internet connection and an email address that you can read. You may print or save anything we show you. You may ask for a paper copy at no charge, tell us about a new email address, or withdraw this consent at any time through our contact page; withdrawing does not undo what happened before, and we will then work with you on paper or by phone. This consent covers this application and what follows from it.`,
};

/** What each consent is called. */
export const consentLabels = {
  consentTexts: "Calls, texts and email",
  consentElectronic: "Electronic disclosures",
  certifyAccurate: "Accuracy",
} satisfies Record<Consent, string>;

/** What each consent box says. TCPA (47 CFR 64.1200): not a condition of purchase, how to stop, rates may apply. */
export const consentTexts: Record<Consent, ConsentText> = {
  consentTexts: {
    id: "contact-1",
    since: FIRST_DAY,
    text: `I agree that ${brand.name} may call, text and email me about my application at the number and address I gave, also with automated technology. Agreeing is not a condition of any purchase. Message frequency varies. Message and data rates may apply. I can stop at any time: reply STOP to a text, use the link in an email, or tell us through the contact page. If I would rather not agree, I can apply by contacting you instead.`,
  },
  consentElectronic: {
    id: "electronic-1",
    since: FIRST_DAY,
    text: "I have read the electronic disclosure above and agree to receive disclosures and records electronically.",
  },
  certifyAccurate: {
    id: "accurate-1",
    since: FIRST_DAY,
    text: "I certify that my answers are true and complete to the best of my knowledge, that I am at least 18, and that I understand this is not a credit application: no credit inquiry happens without my separate consent.",
  },
};

/** The texts on the consent card, in the order shown. */
export const shownTexts = [eSignDisclosure, ...Object.values(consentTexts)];

/** The texts with these ids, in the order shown. */
export function textsOf(ids: readonly string[]) {
  return shownTexts.filter(({ id }) => ids.includes(id));
}

/** What is doubtful about the times that a client states, seen at our own `now`; none when they fit. */
export function doubtsAbout({ textIds, shownAt, tickedAt }: StatedConsent, now: Date): ConsentDoubt[] {
  const [shown, ticked] = [Date.parse(shownAt), Date.parse(tickedAt)];
  const newestText = Math.max(...textsOf(textIds).map(({ since }) => Date.parse(since)));
  const doubts: [ConsentDoubt, boolean][] = [
    ["ahead of our clock", Math.max(shown, ticked) > now.getTime() + CLOCK_SLACK_MS],
    ["before these texts", Math.min(shown, ticked) < newestText],
    ["ticked before shown", ticked < shown],
  ];
  return doubts.flatMap(([doubt, holds]) => (holds ? [doubt] : []));
}

/** What somebody agrees to who subscribes; its id, which changes with the text, is stored with the address. */
export const newsletterConsent: ConsentText = {
  id: "newsletter-1",
  since: FIRST_DAY,
  text: `By subscribing you agree that ${brand.name} may email you new posts and news about car buying in Texas. First we send you a link to confirm. You can stop at any time with the link in each email.`,
};
