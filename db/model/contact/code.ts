import * as z from "zod/mini";
import { line } from "../text.ts";
import { t } from "../words.ts";

/** The codes that we mail, so that what only the applicant may do is not done by somebody who has just found the reference. */
export const CODE_PURPOSES = ["deletion", "correction"] as const;
export type CodePurpose = (typeof CODE_PURPOSES)[number];

export const CODE_DIGITS = 6;
export const CODE_MAX_TRIES = 5;

const message = () => t`Enter the ${CODE_DIGITS} digits from our email`;

/** A code as it was typed, with or without spaces. */
export const Code = z.pipe(
  z.pipe(
    line({ min: 1, max: 30, message }),
    z.transform((code: string) => code.replaceAll(" ", "")),
  ),
  z.string().check(z.regex(new RegExp(`^\\d{${CODE_DIGITS}}$`), { error: message })),
);

/** What confirms a deletion. */
export const DeletionConfirmation = z.object({ code: Code });
export type DeletionConfirmation = z.output<typeof DeletionConfirmation>;
