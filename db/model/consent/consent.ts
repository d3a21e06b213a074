import type { ApplicationForm } from "../form/submission.ts";
import { type Language, language, t } from "../words.ts";
import * as english from "./consent-english.ts";
import * as spanish from "./consent-spanish.ts";

/**
 * The present consent texts in the page's language. Published texts never change (consent-archive.ts says how to
 * replace one), so their Spanish is in the code, too, where no translator changes it.
 */

/** The page's statement about its consents: which texts it showed, and when, by the visitor's clock. */
export type StatedConsent = NonNullable<ApplicationForm["consentRecord"]>;

/** Reasons to doubt the visitor's times as evidence. We accept an application even if a clock is wrong. */
export type ConsentDoubt = "ahead of our clock" | "before these texts" | "ticked before shown";

/** Proof of a consent for later. */
export interface ConsentEvidence {
  /** Null if the client did not state it. */
  stated: StatedConsent | null;
  /** Of the stated texts, in their order (worker/consent/consent-evidence.ts); null without them. */
  textsSha256: string | null;
  doubts: ConsentDoubt[];
  /** When and from where we received it, by our own clock. */
  receivedAt: string;
  ip: string | null;
  userAgent: string | null;
  /** The id of the member who read the texts out on the phone and noted the answers; absent if nobody did. */
  readBy?: string;
}

/** The E-SIGN disclosure (15 U.S.C. 7001(c)) above the consent boxes and on /consent. */
export function eSignDisclosure() {
  return language() === "es" ? spanish.eSignDisclosure() : english.eSignDisclosure();
}

/** The text of each consent box. TCPA (47 CFR 64.1200): not a condition of purchase, how to stop. */
export function consentTexts() {
  return language() === "es" ? spanish.consentTexts() : english.consentTexts();
}

/** The texts on the consent card, in order. */
export function shownTexts() {
  return [eSignDisclosure(), ...Object.values(consentTexts())];
}

/**
 * The question before an introduction, for the results page, or to read out on the phone.
 * db/model/introductions/permission.ts fills in `{…}`.
 */
export function introductionConsent() {
  return language() === "es" ? spanish.introductionConsent() : english.introductionConsent();
}

/** The question whether a lender or dealer may see documents; db/model/introductions/named-papers.ts fills in `{…}`. */
export function papersConsent() {
  return language() === "es" ? spanish.papersConsent() : english.papersConsent();
}

/** The text of the box that allows contact again after a stop. */
export function contactAgainConsent() {
  return language() === "es" ? spanish.contactAgainConsent() : english.contactAgainConsent();
}

/** The language of the text with this id. */
export function languageOfText(textId: string): Language {
  return textId.endsWith("-es") ? "es" : "en";
}

/** The error if that box is not ticked. */
export function contactAgainUnticked() {
  return t`Please check the box if we may contact you again`;
}

/** The text beside the newsletter's button. Its id is stored with the address. */
export function newsletterConsent() {
  return language() === "es" ? spanish.newsletterConsent() : english.newsletterConsent();
}
