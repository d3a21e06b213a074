import * as z from "zod/mini";
import { line } from "../text.ts";
import { answersShape, askedAnswers } from "./application.ts";
import { ConsentRecord, consentShape } from "./submission.ts";

/**
 * An application that a member takes on the phone: the answers of the form, and yes or no to each question about consent
 * (db/model/consent/consent-by-phone.ts). A no to calls or to email is no obstacle (47 CFR 64.1200(f)(9): consent to be
 * called may be no condition). Without the yes to accuracy there is nothing to store.
 */
export const PhoneApplication = z.pipe(
  askedAnswers(),
  z.object({
    ...answersShape(),
    consentTexts: z.boolean("Ask whether we may call, and choose yes or no"),
    consentElectronic: z.boolean("Ask whether we may email, and choose yes or no"),
    certifyAccurate: consentShape.certifyAccurate,
    /** The language of the call, in which the questions were read. */
    language: z.enum(["en", "es"], "Choose the language of the call"),
    consentRecord: ConsentRecord,
    /** Of this page and these answers: the same again stores nothing twice. */
    key: line({ min: 1, max: 200, message: "Please reload this page" }),
  }),
);
export type PhoneApplication = z.output<typeof PhoneApplication>;
