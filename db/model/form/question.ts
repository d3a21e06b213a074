import * as z from "zod/mini";
import { email as emailAddress, line } from "../text.ts";
import { locale, t } from "../words.ts";

/** How an answer is typed, checked and shown. A `years` and a `months` question are shown as one duration. */
export type Kind = "text" | "phone" | "email" | "year" | "choice" | "yesNo" | "money" | "years" | "months";

/** Everything about one question, for every place that asks it or shows its answer. */
export interface Question<S extends z.ZodMiniType = z.ZodMiniType> {
  kind: Kind;
  /** The label on the form, on the review, at the desk and in mails. */
  label: () => string;
  /** Built when it is needed: building all of them took a third of the time of a step's early script. */
  schema: () => S;
  /** The answer may stay blank, and the step still counts as complete. */
  isOptional?: boolean;
  choices?: readonly string[];
  /** The answer of a yes/no question that is selected at first. */
  preselected?: boolean;
  /** The period an amount is for, as in '$900 a month'. */
  per?: "month";
}

interface Refused {
  /** The error for an invalid answer. */
  message: () => string;
}

/** One line of text, as `line` in db/model/text.ts limits it. */
export function text(label: () => string, limits: Parameters<typeof line>[0]) {
  return { kind: "text", label, schema: () => line(limits) } as const;
}

/** One line of text with a phone keyboard and autofill. We do not check how many digits it has. */
export function phone(label: () => string, limits: Parameters<typeof line>[0]) {
  return { kind: "phone", label, schema: () => line(limits) } as const;
}

/** An e-mail address, kept as typed. */
export function email(label: () => string) {
  return { kind: "email", label, schema: () => emailAddress } as const;
}

/** A calendar year. Anything else, or a year that fails `isValid`, gets the message. */
export function year(label: () => string, { isValid, message }: Refused & { isValid: (year: number) => boolean }) {
  return {
    kind: "year",
    label,
    schema: () => z.int({ error: message }).check(z.refine(isValid, { error: message })),
  } as const;
}

/** One of a few fixed answers. We store the English words. */
export function choice<const T extends readonly string[]>(label: () => string, choices: T, { message }: Refused) {
  const schema = () => z.enum(choices as unknown as [T[number], ...T[number][]], { error: message });
  return { kind: "choice", label, choices, schema } as const;
}

/** Yes or no, with one of them selected at first. */
export function yesNo(label: () => string, { preselected, message }: Refused & { preselected: boolean }) {
  return { kind: "yesNo", label, preselected, schema: () => z.boolean({ error: message }) } as const;
}

/** Whole US dollars. Less than `min`, or a fraction, gets the message; more than `max` gets one with the limit. */
export function money(
  label: () => string,
  { min, max, per, message }: Refused & { min: number; max: number; per?: "month" },
) {
  const schema = () =>
    z
      .int({ error: message })
      .check(
        z.gte(min, { error: message, abort: true }),
        z.lte(max, { error: () => t`Enter an amount of $${{ amount: max.toLocaleString(locale()) }} or less` }),
      );
  return { kind: "money", label, per, schema } as const;
}

/** The whole years of a duration, 0 to 80. */
export function years(label: () => string) {
  return { kind: "years", label, schema: () => whole(80, () => t`Years must be between 0 and 80`) } as const;
}

/** The months beyond the whole years, 0 to 11. */
export function months(label: () => string) {
  return {
    kind: "months",
    label: () => t`${label()}, months`,
    schema: () => whole(11, () => t`Months must be between 0 and 11`),
  } as const;
}

/** Makes a question optional: missing, null and blank all mean 'not answered'. */
export function optional<S extends z.ZodMiniType>(question: Question<S>): Question<z.ZodMiniOptional<S>> {
  const schema = () =>
    z.pipe(
      z.transform((value) => (isBlank(value) ? undefined : value)),
      z.optional(question.schema()) as z.ZodMiniType,
    ) as unknown as z.ZodMiniOptional<S>;
  return { ...question, schema, isOptional: true };
}

/** The schema of each question, under the question's name. */
export function shapeOf<Questions extends Record<string, Question>>(questions: Questions) {
  const schemas = Object.entries(questions).map(([name, { schema }]) => [name, schema()]);
  return Object.fromEntries(schemas) as { [Name in keyof Questions]: ReturnType<Questions[Name]["schema"]> };
}

function whole(max: number, error: () => string) {
  return z.int({ error }).check(z.gte(0, { error }), z.lte(max, { error }));
}

function isBlank(value: unknown) {
  return value === null || (typeof value === "string" && value.trim() === "");
}
