import * as z from "zod/mini";
import { line } from "../text.ts";
import { t } from "../words.ts";

/** We mail codes for deeds that only the applicant may do: somebody who merely found the reference cannot read them. */
export const CODE_PURPOSES = ["deletion", "correction", "papers"] as const;
export type CodePurpose = (typeof CODE_PURPOSES)[number];

export const CODE_DIGITS = 6;
export const CODE_MAX_TRIES = 5;

const message = () => t`Enter the ${CODE_DIGITS} digits from our email`;

/**
 * What a page sends along that was opened by the link in our mail: the proof from its fragment. Only this shows that whoever asks reads
 * the mailbox; that a link was opened once shows it of somebody. Anything else is none, since a stop is never refused.
 */
export const MailProof = z.object({ proof: z.catch(z.optional(z.string()), undefined) });

/** A code as typed, with or without spaces. */
export const Code = z.pipe(
  z.pipe(
    line({ min: 1, max: 30, message }),
    z.transform((code: string) => code.replaceAll(" ", "")),
  ),
  z.string().check(z.regex(new RegExp(`^\\d{${CODE_DIGITS}}$`), { error: message })),
);

/** A code by itself. */
export const Confirmation = z.object({ code: Code });
