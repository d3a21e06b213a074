/** The placeholders of a letter, such as {firstName}, each with a description for managers. */
export const letterPlaces = {
  firstName: "the applicant’s first name",
  city: "the city in the application",
  specialist: "the name of the member who sends it",
  papers: "the papers that were asked for and have not arrived; on a line of its own",
  usualPapers: "the papers that lenders usually ask for with these answers; on a line of its own",
  link: "a button that opens the results page; on a line of its own",
} as const;
export type LetterPlace = keyof typeof letterPlaces;
export const LETTER_PLACES = Object.keys(letterPlaces) as LetterPlace[];

/** These become more than one word, so each needs a line of its own. */
const OWN_LINE: readonly string[] = ["papers", "usualPapers", "link"] satisfies LetterPlace[];
const PLACE = /\{([^{}\n]*)\}/g;

/** The facts for the placeholders. A name or city that looks unsafe is ''. {link} is filled in later, with the mail. */
export interface LetterFacts {
  firstName: string;
  city: string;
  specialist: string;
  papers: string[];
  usualPapers: string[];
}

/** A sentence about a wrong or misplaced placeholder; null if all are fine. */
export function wrongPlaces(text: string): string | null {
  const known: readonly string[] = LETTER_PLACES;
  for (const [place, name = ""] of text.matchAll(PLACE)) {
    if (!known.includes(name)) {
      return `There is no place ${place}. These exist: ${LETTER_PLACES.map((each) => `{${each}}`).join(", ")}`;
    }
    const isAlone = text.split("\n").every((each) => !each.includes(place) || each.trim() === place);
    if (OWN_LINE.includes(name) && !isAlone) return `Put ${place} on a line of its own`;
  }
  return /[{}]/.test(text.replace(PLACE, "")) ? "Braces are only for places, such as {city}" : null;
}

/**
 * Fills in everything but {link}. An empty name or city also takes the space and comma before it along: 'Hello
 * {firstName},' becomes 'Hello,'. Removes blank lines at both ends.
 */
export function filledLetter(body: string, facts: LetterFacts): string {
  const filled = body.replace(/(,? ?)\{(\w+)\}/g, (all, before: string, name: string) => {
    if (name === "link") return all;
    const fact = facts[name as keyof LetterFacts];
    if (typeof fact === "object") return before + fact.map((each) => `- ${each}`).join("\n");
    return fact ? before + fact : "";
  });
  return filled.trim();
}

/** A sentence that says why these facts cannot fill the letter; null if they can. */
export function unfillable(body: string, { papers, usualPapers }: LetterFacts): string | null {
  if (body.includes("{papers}") && papers.length === 0) {
    return "This letter lists papers that have not arrived, and none is asked for that has not.";
  }
  return body.includes("{usualPapers}") && usualPapers.length === 0 ? "No papers are usual with these answers." : null;
}

/** A part of a filled letter: a paragraph, a list of items, or the place of the link. */
export type LetterPart = string | { list: string[] } | "{link}";

/** Splits a filled letter into its parts, without blank lines. */
export function letterParts(filled: string): LetterPart[] {
  const parts: LetterPart[] = [];
  for (const text of filled.split("\n").map((each) => each.trim())) {
    const last = parts.at(-1);
    if (text === "") continue;
    if (!text.startsWith("- ")) parts.push(text);
    else if (typeof last === "object") last.list.push(text.slice(2));
    else parts.push({ list: [text.slice(2)] });
  }
  return parts;
}

/** The first name, or '' if it does not look like one, for example an address or a link that somebody typed there. */
export function firstNameOf(fullName: string) {
  const [first = ""] = fullName.trim().split(/\s+/);
  return /^[\p{L}\p{M}'-]{1,40}$/u.test(first) ? first : "";
}

/** The city, or '' if a mail program could turn it into a link. */
export function cityOf(city: string) {
  const text = city.trim();
  return /^[\p{L}\p{M}]+(?:(?:\. ?| |'|-)[\p{L}\p{M}]+)*$/u.test(text) && !/\.\S/.test(text) ? text : "";
}
