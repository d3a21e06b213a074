import { foldedEmail, mailboxOf } from "../contact/person.ts";
import { storable } from "../text.ts";

/** What somebody wrote to us by mail. The same mail may come twice, with the same id. */
export interface IncomingMail {
  id: string;
  /** The address of its sender, as the mail says it: anybody can write another one. */
  from: string;
  text: string;
  /** It was longer. */
  isCut: boolean;
  /** It came with files, which we do not take. */
  hasFiles: boolean;
  /** A machine answered for them (`isAutomatic`). */
  isAutomatic: boolean;
}

const MOST_CHARACTERS = 20_000;

/** Who wrote, in the words of the languages in which our applicants' programs speak: 'On Monday, we <us@…> wrote:'. */
const WROTE = /^(on|el)\b.*\d.*\b(wrote|escribió)\s*:$/iu;
/** The same in any language: a name, an address and a colon. */
const ADDRESS_WROTE = /^[^<>:\s][^<>]{0,300}<[^<>\s]+@[^<>\s]+>[^<>]{0,60}:$/u;
/** Programs break such a line after 78 characters or so, and HTML makes paragraphs of it. */
const MOST_LINES_OF_ONE = 4;
const LONGEST_WROTE = 1000;
const ORIGINAL = /^-{2,}\s*(original message|mensaje original|original appointment)\s*-{2,}$/iu;
const FORWARDED = /^(-{2,}.*(forwarded|reenviado).*|begin forwarded message:|inicio del mensaje reenviado:)/iu;
/** The head of a letter, as Outlook repeats it. */
const FROM = /^\**(from|de)\s*:/iu;
const SENT = /^\**(sent|date|enviado( el)?|fecha)\s*:/iu;
const RULE = /^[_-]{5,}$/;
const SIGNED_BY_PROGRAM =
  /^(sent from|sent via|get outlook for|enviado desde|enviado con|obtener outlook para|obtén outlook)\b.{0,100}$/iu;

/** What the sender of this text wrote, without the letter that it answers and without the signature; all of it if nothing is left. */
export function ownWords(text: string): { text: string; isCut: boolean } {
  const whole = storable(text.replaceAll("\u00a0", " "));
  const lines = whole.split("\n").map((line) => line.trim());
  const quote = quoteIn(lines);
  const answered = lines.slice(quote?.to ?? lines.length);
  // Whoever answers below or between our words has left marks before ours.
  const between = answered.some(isQuoted) ? answered : [];
  const own = unsigned([...lines.slice(0, quote?.from ?? lines.length), ...between].filter((line) => !isQuoted(line)));
  const words =
    own
      .join("\n")
      .replace(/\n{3,}/g, "\n\n")
      .trim() || whole;
  return { text: words.slice(0, MOST_CHARACTERS).toWellFormed(), isCut: words.length > MOST_CHARACTERS };
}

/** The lines that say that a quote begins. */
function quoteIn(lines: string[]) {
  for (const [at, line] of lines.entries()) {
    if (isQuoted(line)) continue;
    if (ORIGINAL.test(line)) return { from: at, to: at + 1 };
    if (isHead(lines, at))
      return { from: RULE.test(lines[before(lines, at)] ?? "") ? before(lines, at) : at, to: lines.length };
    for (let from = at; line.endsWith(":") && from > at - MOST_LINES_OF_ONE; from--) {
      const joined = lines
        .slice(Math.max(0, from), at + 1)
        .join(" ")
        .slice(-LONGEST_WROTE);
      if (WROTE.test(joined) || ADDRESS_WROTE.test(joined)) return { from, to: at + 1 };
    }
  }
  return null;
}

/** Whether the head of a letter stands here, and not of one that they forward. */
function isHead(lines: string[], at: number) {
  if (!FROM.test(lines[at] ?? "") || FORWARDED.test(lines[before(lines, at)] ?? "")) return false;
  const head = lines
    .slice(at, at + 12)
    .filter((line) => line !== "")
    .slice(0, 4);
  return head.some((line) => SENT.test(line)) && head.some((line) => line.includes("@"));
}

/** The last line before this one that is not empty. */
function before(lines: string[], at: number) {
  return lines.findLastIndex((line, index) => index < at && line !== "");
}

function isQuoted(line: string) {
  return line.startsWith(">");
}

/** Without what stands below a line of dashes (RFC 3676 4.3), and without what a phone adds. */
function unsigned(lines: string[]): string[] {
  const dashes = lines.indexOf("--");
  const own = dashes > 0 ? lines.slice(0, dashes) : lines;
  const last = own.findLastIndex((line) => line !== "");
  // HTML has become text with its links in brackets.
  const words = own[last]?.replace(/\(\S*\) */g, "") ?? "";
  return SIGNED_BY_PROGRAM.test(words) ? unsigned(own.slice(0, last)) : own;
}

/** Whether a machine answers here (RFC 3834), by the mail's headers and subject. */
export function isAutomatic(header: (name: string) => string | undefined) {
  const says = (name: string) => header(name)?.trim().toLowerCase() ?? "";
  return (
    (says("auto-submitted") !== "" && !says("auto-submitted").startsWith("no")) ||
    ["auto_reply", "junk"].includes(says("precedence")) ||
    ["x-autoreply", "x-autorespond", "x-autoresponder"].some((name) => says(name) !== "" && says(name) !== "no") ||
    AUTOMATIC_SUBJECT.test(says("subject"))
  );
}
const AUTOMATIC_SUBJECT =
  /^(automatic reply|auto(matic)?[ -]?(reply|response)|out of (the )?office|respuesta automática|fuera de (la )?oficina)\b/iu;

/** Words by which an applicant revokes the consent to be contacted (47 CFR 64.1200(a)(10)), and what Spanish says for them. */
const STOP_WORDS = [
  ...[
    "stop",
    "quit",
    "end",
    "revoke",
    "opt out",
    "cancel",
    "unsubscribe",
    "stop contacting me",
    "stop emailing me",
    "remove me",
  ],
  ...["alto", "pare", "cancelar", "darme de baja", "dar de baja", "baja", "no me contacten", "dejen de contactarme"],
];

/** Whether the first line says nothing but that they want no more contact. A person decides what that means. */
export function asksToStop(text: string) {
  const [first = ""] = text.split("\n");
  const words = first
    .toLowerCase()
    .replace(/[^\p{L}\s]/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^(please|por favor) | (please|por favor)$/g, "");
  return STOP_WORDS.includes(words);
}

/** Whether the mail comes from one of these addresses. */
export function isFrom({ from }: Pick<IncomingMail, "from">, addresses: (string | null)[]) {
  return addresses.some((address) => address !== null && mailboxOf(address) === mailboxOf(foldedEmail(from)));
}
