import * as z from "zod/mini";
import { dollars } from "../money/amount.ts";
import { email as emailAddress, line } from "../text.ts";
import { t } from "../words.ts";

/** How an answer is typed, judged and read. Years and the months beside them are two questions that read as one. */
export type Kind = "text" | "phone" | "email" | "year" | "choice" | "yesNo" | "money" | "years" | "months";

/** All that is known of one question of the form, whoever asks it or shows its answer. */
export interface Question<S extends z.ZodMiniType = z.ZodMiniType> {
  kind: Kind;
  /** What it is called on its step, on the review, at the desk and in mails. */
  label: () => string;
  /** Which answers are valid. */
  schema: S;
  /** May be left blank; its section is complete without it. */
  isOptional?: boolean;
  choices?: readonly string[];
  /** What a yes/no question says before anybody touches it. */
  preselected?: boolean;
  /** What an amount of money is paid for each time. */
  per?: "month";
}

interface Refused {
  /** What bad input gets. */
  message: () => string;
}

/** One line of text (db/model/text.ts). */
export function text(label: () => string, limits: Parameters<typeof line>[0]) {
  return { kind: "text", label, schema: line(limits) } as const;
}

/** One line of text with the keyboard and autofill of a phone number; how many digits it has is not judged. */
export function phone(label: () => string, limits: Parameters<typeof line>[0]) {
  return { kind: "phone", label, schema: line(limits) } as const;
}

/** An e-mail address, as its owner typed it. */
export function email(label: () => string) {
  return { kind: "email", label, schema: emailAddress } as const;
}

/** A calendar year; what is none, or is not `isValid`, gets the message. */
export function year(label: () => string, { isValid, message }: Refused & { isValid: (year: number) => boolean }) {
  return {
    kind: "year",
    label,
    schema: z.int({ error: message }).check(z.refine(isValid, { error: message })),
  } as const;
}

/** One of a few fixed answers, which are stored as they read. */
export function choice<const T extends readonly string[]>(label: () => string, choices: T, { message }: Refused) {
  const schema = z.enum(choices as unknown as [T[number], ...T[number][]], { error: message });
  return { kind: "choice", label, choices, schema } as const;
}

/** Yes or no, with one of them chosen beforehand. */
export function yesNo(label: () => string, { preselected, message }: Refused & { preselected: boolean }) {
  return { kind: "yesNo", label, preselected, schema: z.boolean({ error: message }) } as const;
}

/** Whole US dollars. Below `min`, or no whole number, gets the message; above `max` a sentence of its own. */
export function money(
  label: () => string,
  { min, max, per, message }: Refused & { min: number; max: number; per?: "month" },
) {
  const schema = z.int({ error: message }).check(
    z.gte(min, { error: message, abort: true }),
    // Made when needed: the first number in words takes a phone longer than all these schemas.
    z.lte(max, { error: () => t`Enter an amount of ${{ amount: dollars(max) }} or less` }),
  );
  return { kind: "money", label, per, schema } as const;
}

/** Whole years of a duration, 0 to 80. */
export function years(label: () => string) {
  return { kind: "years", label, schema: whole(80, () => t`Years must be between 0 and 80`) } as const;
}

/** The months beside them, 0 to 11. */
export function months(label: () => string) {
  return {
    kind: "months",
    label: () => t`${label()}, months`,
    schema: whole(11, () => t`Months must be between 0 and 11`),
  } as const;
}

/** A question that may be left open: absent, null and blank all mean 'not answered'. */
export function optional<S extends z.ZodMiniType>(question: Question<S>): Question<z.ZodMiniOptional<S>> {
  const schema = z.pipe(
    z.transform((value) => (isBlank(value) ? undefined : value)),
    z.optional(question.schema) as z.ZodMiniType,
  ) as unknown as z.ZodMiniOptional<S>;
  return { ...question, schema, isOptional: true };
}

/** The schemas of questions, by the same names. */
export function shapeOf<Questions extends Record<string, Question>>(questions: Questions) {
  const schemas = Object.entries(questions).map(([name, { schema }]) => [name, schema]);
  return Object.fromEntries(schemas) as { [Name in keyof Questions]: Questions[Name]["schema"] };
}

function whole(max: number, error: () => string) {
  return z.int({ error }).check(z.gte(0, { error }), z.lte(max, { error }));
}

function isBlank(value: unknown) {
  return value === null || (typeof value === "string" && value.trim() === "");
}
