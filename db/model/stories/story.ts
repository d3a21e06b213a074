import * as z from "zod/mini";
import { line, lines } from "../text.ts";
import type { Language } from "../words.ts";

/** A customer's story, as a manager enters it for /stories, with the permission to show it (16 CFR 465). */

export const LONGEST_STORY = 1000;

/** What a manager types. `stars`: null for none. `agreedOn`: '2026-11-29'. */
export const StoryForm = z.object({
  name: line({ min: 1, max: 60, message: "Write the name as the page shows it" }),
  city: line({ max: 60, message: "Write the city as text" }),
  stars: z.nullable(z.literal([1, 2, 3, 4, 5], "Choose one to five stars, or none")),
  text: lines({ min: 1, max: LONGEST_STORY, message: "Write what they said, in their own words" }),
  language: z.enum(["en", "es"], "Choose the language of the text"),
  isCompensated: z.boolean("Say whether they got something for it"),
  agreedBy: line({ min: 1, max: 120, message: "Write who agreed, with the full name" }),
  agreedOn: z.iso.date("Enter the day on which they agreed"),
  agreedHow: line({ min: 1, max: 200, message: "Write how they agreed, and where that can be found" }),
});
export type StoryForm = z.output<typeof StoryForm>;

/** A change to this version of a story. */
export const StoryChange = z.extend(StoryForm, { version: z.int("Send the version that you read") });
export type StoryChange = z.output<typeof StoryChange>;

/** A story as everybody reads it. */
export interface ShownStory {
  id: string;
  name: string;
  city: string;
  text: string;
  stars: number | null;
  isCompensated: boolean;
  language: Language;
}
