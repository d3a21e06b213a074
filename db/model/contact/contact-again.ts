import * as z from "zod/mini";
import { contactAgainUnticked as error } from "../consent/consent.ts";
import * as english from "../consent/consent-english.ts";
import * as spanish from "../consent/consent-spanish.ts";
import { ConsentRecord } from "../form/submission.ts";

const textId = z.literal(
  [english, spanish].map(({ contactAgainConsent }) => contactAgainConsent().id),
  { error },
);

/** The record of the one text that an applicant ticks to allow contact again after a stop, in its language. */
export const ContactAgain = z.object({
  consentRecord: z.object({ ...ConsentRecord.shape, textIds: z.tuple([textId], { error }) }, { error }),
});
