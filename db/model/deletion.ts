import * as z from "zod/mini";
import { line } from "./text.ts";

/** The code that we mail to whoever wants an application deleted. */
export const CODE_DIGITS = 6;
export const CODE_MAX_TRIES = 5;

const message = `Enter the ${CODE_DIGITS} digits from our email`;

/** What confirms a deletion: the code, with or without spaces. */
export const DeletionConfirmation = z.object({
  code: z.pipe(
    z.pipe(
      line({ min: 1, max: 30, message }),
      z.transform((code: string) => code.replaceAll(" ", "")),
    ),
    z.string().check(z.regex(new RegExp(`^\\d{${CODE_DIGITS}}$`), message)),
  ),
});
export type DeletionConfirmation = z.output<typeof DeletionConfirmation>;
