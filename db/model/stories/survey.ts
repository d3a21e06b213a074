import * as z from "zod/mini";
import type { Refused } from "../case/case.ts";
import { line, lines } from "../text.ts";
import type { Language } from "../words.ts";
import { t } from "../words.ts";

/**
 * What somebody answers to our one question after their application has ended, and what of it we may show. Nobody's words are
 * shown without their permission: whatever ends it, or changes what it was given for, takes the story off the page.
 */

/** The mail with the question goes out so long after the last thing that happened in a closed case. */
export const ASKED_AFTER_DAYS = 7;
export const LONGEST_COMMENT = 1000;

/** The answer as its page sends it. A form without script sends texts only: '' for what is not chosen. */
export const SurveyAnswer = z
  .object({
    recommends: z.enum(["yes", "no"], { error: () => t`Choose yes or no` }),
    stars: z.enum(["", "1", "2", "3", "4", "5"], { error: () => t`Choose one to five stars, or none` }),
    comment: lines({ max: LONGEST_COMMENT, message: () => t`Write your comment as text` }),
    mayQuote: z.enum(["", "yes"], { error: () => t`Check the box, or leave it empty` }),
    name: line({ max: 60, message: () => t`Write the name as text` }),
    city: line({ max: 60, message: () => t`Write the city as text` }),
    /** Of the permission's words that stood on the page (db/model/consent/consent.ts). */
    textId: z.enum(["story-1", "story-1-es"], { error: () => t`Please open the link in our email again` }),
  })
  .check(
    z.refine(({ mayQuote, comment }) => !mayQuote || comment !== "", {
      path: ["comment"],
      error: () => t`Write what we may show, or clear the box below`,
    }),
    z.refine(({ mayQuote, name }) => !mayQuote || name !== "", {
      path: ["name"],
      error: () => t`Write the name that we may show`,
    }),
  );
export type SurveyAnswer = z.output<typeof SurveyAnswer>;

/** Proof of a permission to show an answer. It outlasts the answer, so it has only a fingerprint of that. */
export interface StoryRelease {
  /** The words that they agreed to, by id and SHA-256. */
  textId: string;
  textSha256: string;
  /** SHA-256 of the answer with name and city. */
  answerSha256: string;
  /** When and from where we received it, by our own clock. */
  receivedAt: string;
  ip: string | null;
  userAgent: string | null;
  /** When it was taken back; null while it stands. */
  takenBackAt: string | null;
}

/** What managers show of an answer. */
export interface Story {
  quote: string;
  city: string;
  /** They got something for it, or are close to us (16 CFR 465.5). */
  isCompensated: boolean;
  /** In milliseconds. */
  publishedAt: number;
}

export interface Survey {
  recommends: boolean | null;
  stars: number | null;
  comment: string;
  name: string;
  city: string;
  answeredAt: Date | null;
  /** Oldest first. Only the last one can stand. */
  releases: StoryRelease[];
  /** Null while it is not shown. */
  story: Story | null;
  /** When they asked for no more such questions. */
  stoppedAt: Date | null;
}

/** Whether we may show the answer now. */
export function isReleased({ releases }: Pick<Survey, "releases">) {
  return releases.at(-1)?.takenBackAt === null;
}

/** What the survey's page shows. */
export interface SurveyPage {
  /** `expired`: there is no such survey, or its application was deleted. `unavailable`: nothing could be read or stored. */
  state: "open" | "expired" | "unavailable";
  token: string;
  /** What stands in the form, by name. */
  given: Partial<Record<string, string>>;
  /** Why the form was not stored, by name. */
  messages: Partial<Record<string, string>>;
  isAnswered: boolean;
  isReleased: boolean;
  isStopped: boolean;
}

/** The answer in the page's terms. */
export function answerOf({ recommends, stars, comment, name, city, ...survey }: Survey) {
  return {
    recommends: recommends === null ? "" : recommends ? "yes" : "no",
    stars: String(stars ?? ""),
    comment,
    mayQuote: isReleased(survey) ? "yes" : "",
    name,
    city,
  };
}

/** Stores the answer in place of an earlier one, whose story then ends. `release` counts if they gave permission. */
export function answer(survey: Survey, given: SurveyAnswer, release: StoryRelease, at: Date): Partial<Survey> {
  const { textId, ...words } = given;
  const before: Record<string, string> = answerOf(survey);
  const isSame = Object.entries(words).every(([name, value]) => before[name] === value);
  if (isSame) return {};
  const { recommends, stars, mayQuote, ...texts } = words;
  const ended = endedReleases(survey, at);
  return {
    ...texts,
    recommends: recommends === "yes",
    stars: stars ? Number(stars) : null,
    answeredAt: at,
    releases: mayQuote ? [...ended, release] : ended,
    story: null,
  };
}

/** Takes the permission back, and the story off the page. */
export function takeBack(survey: Survey, at: Date): Partial<Survey> {
  return isReleased(survey) ? { releases: endedReleases(survey, at), story: null } : {};
}

/** Asks this person nothing of the kind again. */
export function stopAsking({ stoppedAt }: Survey, at: Date): Partial<Survey> {
  return { stoppedAt: stoppedAt ?? at };
}

/** What a manager shows: nothing but parts of what was written. `version`: of the answer that they read. */
export const StoryForm = z.object({
  quote: lines({ min: 1, max: LONGEST_COMMENT, message: "Choose what to show" }),
  city: line({ max: 60, message: "Leave the city as it is, or empty" }),
  isCompensated: z.boolean("Say whether they got something for it"),
  version: z.int("Send the version that you read"),
});
export type StoryForm = z.output<typeof StoryForm>;

/** Shows the answer, cut as the manager cut it. Never without a permission that stands. */
export function publish(survey: Survey, form: Omit<StoryForm, "version">, at: Date): { story: Story } | Refused {
  if (!isReleased(survey)) return { refused: "This person's permission has ended, so this can't be shown." };
  if (!isCutFrom(form.quote, survey.comment)) {
    return { refused: "A quote can only be cut. Take words away, and put … where some are missing in between." };
  }
  if (!isCutFrom(form.city, survey.city)) return { refused: "The city can only be cut or left out." };
  return { story: { ...form, publishedAt: at.getTime() } };
}

/** Whether a text has nothing but whole words of another in their order, with … between its pieces. */
export function isCutFrom(cut: string, whole: string) {
  const inOneLine = (text: string) => text.replace(/\s+/g, " ").trim();
  let rest = ` ${inOneLine(whole)} `;
  for (const piece of inOneLine(cut)
    .split(/ ?(?:…|\.\.\.) ?/)
    .filter(Boolean)) {
    const end = endOfWords(piece, rest);
    if (end < 0) return false;
    rest = rest.slice(end);
  }
  return true;
}

/** Where these whole words end in a text; -1 if they are not in it. */
function endOfWords(words: string, text: string) {
  const isLetter = (character = "") => /[\p{L}\p{N}]/u.test(character);
  for (let start = text.indexOf(words); start >= 0; start = text.indexOf(words, start + 1)) {
    const end = start + words.length;
    const isInsideWord =
      (isLetter(words[0]) && isLetter(text[start - 1])) || (isLetter(words.at(-1)) && isLetter(text[end]));
    if (!isInsideWord) return end;
  }
  return -1;
}

/** A story as everybody reads it. */
export interface ShownStory {
  id: string;
  name: string;
  city: string;
  quote: string;
  stars: number | null;
  isCompensated: boolean;
  language: Language;
}

function endedReleases({ releases }: Survey, at: Date): StoryRelease[] {
  return releases.map((release) => ({ ...release, takenBackAt: release.takenBackAt ?? at.toISOString() }));
}
