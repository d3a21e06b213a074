import * as z from "zod/mini";
import { t } from "./words.ts";

// Zod's compiled validators need `eval`, which the site's Content-Security-Policy forbids.
z.config({ jitless: true });

const ZERO_WIDTH = /[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]/g;
/** Control characters, line ends, and code points that are no characters: all invisible, and XML forbids some. */
const NOT_IN_A_LINE = /[\p{Cc}\p{Zl}\p{Zp}\p{NChar}]/u;
const NOT_IN_LINES = /[^\P{Cc}\n\r\t]|\p{NChar}/u;

/** Characters that reverse the text after them, so it reads differently. Some devices add them to copied text. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/** A text from elsewhere as `lines` would take it: what it would refuse is left out. */
export function storable(text: string) {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]|\p{NChar}/gu, "")
    .replace(TURNING, "")
    .trim()
    .normalize("NFC");
}

/** The number of visible characters, without spaces at the ends and zero-width characters. */
export function visibleLength(text: string) {
  return text.replace(ZERO_WIDTH, "").trim().length;
}

interface Limits {
  min?: number;
  max: number;
  /** The error for a text that is missing, too short, or not a text. */
  message: string | (() => string);
}

/**
 * One line of text, trimmed and NFC, with `min` visible to `max` stored characters, and without invisible or control
 * characters. Bad input gets `message`; too long or unstorable text gets its own sentence.
 */
export function line({ min = 0, max, message }: Limits) {
  return text(NOT_IN_A_LINE, { min, max, message });
}

/**
 * The one rule for what an e-mail address is: HTML's 'valid e-mail address', which browsers check by, with a dot in its
 * domain, and at most 64 characters before the @ and 254 in all (RFC 5321 4.5.3.1). It holds one plain address, so it
 * cannot become a header or a second recipient.
 */
const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/i;
export const MAX_EMAIL = 254;

export function isEmail(text: string) {
  return text.length <= MAX_EMAIL && EMAIL.test(text);
}

const invalidEmail = () => t`Valid email is required`;

/** An e-mail address, kept as typed. */
export const email = z.pipe(
  line({ max: MAX_EMAIL, message: invalidEmail }),
  z.string().check(z.regex(EMAIL, { error: invalidEmail })),
);

/** Like `line`, but keeps newlines and tabs. */
export function lines({ min = 0, max, message }: Limits) {
  return text(NOT_IN_LINES, { min, max, message });
}

function text(refused: RegExp, { min, max, message }: Required<Limits>) {
  return z.pipe(
    z.pipe(
      z.string({ error: message }).check(
        z.refine((value) => value.isWellFormed() && !refused.test(value.replace(TURNING, "").trim()), {
          error: () => t`Please remove characters that can’t be displayed`,
          abort: true,
        }),
      ),
      z.transform((value: string) => value.replace(TURNING, "").trim().normalize("NFC")),
    ),
    z.string().check(
      z.refine((value) => visibleLength(value) >= min, { error: message, abort: true }),
      z.maxLength(max, { error: () => t`Please use ${max} characters or fewer` }),
    ),
  );
}

/** The first message for each field that a schema refused, in the schema's order. '' stands for the whole object. */
export function messagesByField(schema: z.core.$ZodType, error: z.core.$ZodError): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const field of ["", ...fieldsIn(schema)]) {
    const issue = error.issues.find(({ path }) => String(path[0] ?? "") === field);
    if (issue) messages[field] = issue.message;
  }
  return messages;
}

function fieldsIn(schema: z.core.$ZodType): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "pipe") return fieldsIn(def.out);
  return def.type === "object" ? Object.keys(def.shape) : [];
}
