import type { ConsentDoubt, ConsentText, StatedConsent } from "./consent.ts";
import * as english from "./consent-english.ts";
import * as spanish from "./consent-spanish.ts";

/**
 * Every consent text that was ever published, in each language, so that evidence that names one still finds its words. It only
 * grows, which test/model/consent-archive.test.ts holds. To change a text, give the new one a new id in each language
 * (db/model/consent-english.ts, consent-spanish.ts), and put those that were shown until then among the past texts here, with
 * their words spelled out. Only the Worker imports this: visitors need not load what is no longer shown.
 */

export interface ArchivedText extends ConsentText {
  /** SHA-256 of the text, in hexadecimal, as it was when it was published. */
  sha256: string;
}

/** What was shown once and is not any more. */
const pastTexts: ConsentText[] = [];

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
};

export const archive: ArchivedText[] = [...[english, spanish].flatMap(textsShownNow), ...pastTexts].map((text) => ({
  ...text,
  sha256: hashes[text.id] ?? "",
}));

function textsShownNow(texts: typeof english) {
  return [
    texts.eSignDisclosure(),
    ...Object.values(texts.consentTexts()),
    texts.contactAgainConsent(),
    texts.introductionConsent(),
    texts.newsletterConsent(),
  ];
}

/** Clocks of phones are seldom further off than this. */
const CLOCK_SLACK_MS = 5 * 60_000;

/** The texts with these ids, in this order; ids that never were in use find none. */
export function archivedTexts(ids: readonly string[]) {
  return ids.flatMap((id) => archive.find((text) => text.id === id) ?? []);
}

/** What is doubtful about the times that a client states, seen at our own `now`; none when they fit. */
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
