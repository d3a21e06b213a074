import { type Language, language, t } from "../words.ts";
import * as english from "./consent-english.ts";
import * as spanish from "./consent-spanish.ts";

/**
 * The consent texts that are shown now, in the language of the page. What was published never changes: db/model/consent/consent-archive.ts
 * says how to replace a text. So their Spanish stands in the code too, where no translator changes it unseen.
 */

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
  /** Of the stated texts, in the order stated (worker/consent/consent-evidence.ts); null without. */
  textsSha256: string | null;
  doubts: ConsentDoubt[];
  /** By our own clock, and from where. */
  receivedAt: string;
  ip: string | null;
  userAgent: string | null;
}

/** The E-SIGN disclosure (15 U.S.C. 7001(c)) that stands above the consent boxes and on /consent. */
export function eSignDisclosure() {
  return language() === "es" ? spanish.eSignDisclosure() : english.eSignDisclosure();
}

/** What each consent box says. TCPA (47 CFR 64.1200): not a condition of purchase, how to stop. */
export function consentTexts() {
  return language() === "es" ? spanish.consentTexts() : english.consentTexts();
}

/** The texts on the consent card, in the order shown. */
export function shownTexts() {
  return [eSignDisclosure(), ...Object.values(consentTexts())];
}

/**
 * What an applicant is asked before an introduction, on the results page or word for word on the phone. `{…}` stands for what
 * db/model/introductions/permission.ts fills in.
 */
export function introductionConsent() {
  return language() === "es" ? spanish.introductionConsent() : english.introductionConsent();
}

/** What the box says by which somebody who asked us to stop lets us contact them again. */
export function contactAgainConsent() {
  return language() === "es" ? spanish.contactAgainConsent() : english.contactAgainConsent();
}

/** The language of the text with this id. */
export function languageOfText(textId: string): Language {
  return textId.endsWith("-es") ? "es" : "en";
}

/** What is said when that box is not ticked. */
export function contactAgainUnticked() {
  return t`Please check the box if we may contact you again`;
}

/** What somebody agrees to who subscribes; its id, which changes with the text, is stored with the address. */
export function newsletterConsent() {
  return language() === "es" ? spanish.newsletterConsent() : english.newsletterConsent();
}
