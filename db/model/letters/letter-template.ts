import * as z from "zod/mini";
import { line, lines } from "../text.ts";
import { wrongPlaces } from "./letter-text.ts";

/** A letter template as a manager writes it. A subject may name nothing about an applicant. */
export const LetterTemplateForm = z.object({
  name: line({ min: 2, max: 60, message: "Name is required" }),
  language: z.enum(["en", "es"], "Choose English or Spanish"),
  subject: line({ min: 2, max: 100, message: "Subject is required" }).check(
    z.refine((text) => !/[{}]/.test(text), "A subject holds no places, since it is read by anybody who sees the inbox"),
  ),
  body: lines({ min: 10, max: 5000, message: "Write the letter, in 10 characters or more" }).check(
    z.refine((text) => wrongPlaces(text) === null, { error: ({ input }) => wrongPlaces(String(input)) ?? undefined }),
  ),
  isActive: z.boolean("Say whether the letter can be sent"),
});
export type LetterTemplateForm = z.output<typeof LetterTemplateForm>;
/** A change names the version it was based on, so that nobody overwrites a change they have not seen. */
export const LetterTemplateChange = z.extend(LetterTemplateForm, {
  version: z.int("Send the version that you edited"),
});
export type LetterTemplateChange = z.output<typeof LetterTemplateChange>;

/**
 * Why a letter may not be stored beside these, as a new one or in place of the version that was `edited`; null if it may.
 * Its language has one letter of each name.
 */
export function refusedTemplate(
  stored: readonly { id: string; name: string; language: string; version: number }[],
  { name, language }: Pick<LetterTemplateForm, "name" | "language">,
  edited?: { id: string; version: number },
) {
  const before = stored.find(({ id }) => id === edited?.id);
  if (before?.version !== edited?.version) {
    return { refused: "Somebody else changed this letter while you were editing it. Your changes are not saved yet." };
  }
  const isTaken = stored.some((other) => other !== before && other.name === name && other.language === language);
  return isTaken ? { refused: "There is a letter with this name in this language already." } : null;
}

/** In place of a template: the letter is in the member's own words. */
export const OWN_WORDS = "own words";

/** A letter to send: the template, its version, and the text as the member read it. */
export const LetterToSend = z.object({
  templateId: line({ min: 1, max: 60, message: "Choose a letter from the list" }),
  version: z.int("Send the version that you saw"),
  body: lines({ min: 1, max: 10_000, message: "Send the text as you read it" }),
});
export type LetterToSend = z.output<typeof LetterToSend>;
