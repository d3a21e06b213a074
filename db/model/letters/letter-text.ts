/** What stands for a fact of a case in a letter, and what it becomes, in words for managers. */
export const letterPlaces = {
  firstName: "the applicant's first name",
  city: "the city in the application",
  specialist: "the name of the member who sends it",
  papers: "the papers that were asked for and have not arrived; on a line of its own",
  usualPapers: "the papers that lenders usually ask for with these answers; on a line of its own",
  link: "a button that opens the results page; on a line of its own",
} as const;
export type LetterPlace = keyof typeof letterPlaces;
export const LETTER_PLACES = Object.keys(letterPlaces) as LetterPlace[];

/** These are more than a word, so they stand on a line of their own. */
const OWN_LINE: readonly string[] = ["papers", "usualPapers", "link"] satisfies LetterPlace[];
const PLACE = /\{([^{}\n]*)\}/g;

/** The facts that fill a letter; a name or city that cannot be one is ''. The link is filled only when the mail is written. */
export interface LetterFacts {
  firstName: string;
  city: string;
  specialist: string;
  papers: string[];
  usualPapers: string[];
}

/** What is wrong with the places of a text, in a sentence; null when nothing is. */
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
 * The text of a letter with the facts of a case in their places; {link} stays. A name or city that is '' goes with the space and
 * comma before it: 'Hello {firstName},' becomes 'Hello,'. No blank line begins or ends it.
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

/** Why a letter cannot be filled with these facts, in a sentence; null when it can. */
export function unfillable(body: string, { papers, usualPapers }: LetterFacts): string | null {
  if (body.includes("{papers}") && papers.length === 0) {
    return "This letter lists papers that have not arrived, and none is asked for that has not.";
  }
  return body.includes("{usualPapers}") && usualPapers.length === 0 ? "No papers are usual with these answers." : null;
}

/** A filled letter, line by line: a paragraph, the items of a list, or the place of the link. */
export type LetterPart = string | { list: string[] } | "{link}";

/** The parts of a filled letter in their order; blank lines are none. */
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

/** The first name, if it can be one; '' for an address or a link put in its place. */
export function firstNameOf(fullName: string) {
  const [first = ""] = fullName.trim().split(/\s+/);
  return /^[\p{L}\p{M}'-]{1,40}$/u.test(first) ? first : "";
}

/** The city, if it can be one; '' for what a mail program could make a link of. */
export function cityOf(city: string) {
  const text = city.trim();
  return /^[\p{L}\p{M}]+(?:(?:\. ?| |'|-)[\p{L}\p{M}]+)*$/u.test(text) && !/\.\S/.test(text) ? text : "";
}
