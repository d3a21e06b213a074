import * as z from "zod/mini";
import { line } from "../text.ts";
import { t } from "../words.ts";
import { answersShape, askedAnswers } from "./application.ts";

/** The boxes that an applicant has to tick. */
export const consentShape = {
  consentTexts: ticked(() => t`You must consent to receive communications`),
  consentElectronic: ticked(() => t`You must consent to electronic disclosures`),
  certifyAccurate: ticked(() => t`You must certify the accuracy of your information`),
};

/** What the page reports about the consent texts it showed (`StatedConsent`). */
export const ConsentRecord = z.object({
  textIds: z
    .array(line({ min: 1, max: 60, message: () => t`Unknown consent text` }))
    .check(z.minLength(1, { error: () => t`Say which consent texts were shown` }), z.maxLength(10)),
  language: line({ min: 2, max: 35, message: () => t`Unknown language` }),
  shownAt: z.iso.datetime(),
  tickedAt: z.iso.datetime(),
});

/**
 * Checks what the browser sends: all answers, three consents and, optionally, when each consent text was shown.
 * Silently drops unknown keys and answers to questions that are not asked.
 */
export const ApplicationForm = z.pipe(
  askedAnswers(),
  z.object({ ...answersShape(), ...consentShape, consentRecord: z.optional(ConsentRecord) }),
);
export type ApplicationForm = z.output<typeof ApplicationForm>;
export type Consent = keyof typeof consentShape;
export const CONSENTS = Object.keys(consentShape) as Consent[];

function ticked(error: () => string) {
  return z.literal(true, { error });
}
