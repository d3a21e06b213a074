import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import {
  type Answers,
  birthYears,
  FIELDS,
  type Field,
  fieldsOf,
  missingSections,
  questions,
  STEPS,
  stepSchema,
} from "../../../db/model/form/application.ts";
import { exampleApplication } from "../../../db/model/form/example.ts";
import { ApplicationForm, CONSENTS } from "../../../db/model/form/submission.ts";
import { messagesByField } from "../../../db/model/text.ts";
import { type Typed, typedAnswers } from "../../../web/apply/controls.ts";
import { type Draft, emptyDraft, rememberedBy, withStep } from "../../../web/apply/draft/draft.ts";
import { postWith } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";
import { randomFrom, scaled, seed } from "../routes/faults.ts";

/**
 * Browser and server agree on what is valid and on the first message. The browser's side starts from its controls; the
 * server gets what they mean, written independently.
 */

freshDatabase();

const PARALLEL = 50;

type Body = Record<string, unknown>;
type Pick = <T>(from: readonly T[]) => T;
/** A control's value and its meaning; undefined means no answer. */
type Entry = [typed: string, means: unknown];

test("whatever is typed, browser and server give one verdict", {
  timeout: 60 * 60_000,
}, async () => {
  const random = randomFrom(seed);
  const total = scaled(20_000);
  const disagreements: unknown[] = [];
  let made = 0;
  let accepted = 0;
  const applicant = async () => {
    while (made < total && disagreements.length < 5) {
      made++;
      const { typed, meant, ticked } = randomApplicant(random);
      const browser = browserOn(random() < 0.5 ? emptyDraft : completeDraft, typed, ticked);
      const server = await serverOn("body" in browser ? browser.body : { ...meant, ...ticked });
      if ("body" in browser) {
        accepted++;
        const wanted = ApplicationForm.safeParse({ ...meant, ...ticked }).data;
        if (JSON.stringify(browser.body) !== JSON.stringify(wanted)) disagreements.push({ typed, ...browser, wanted });
      }
      if (browser.verdict !== server) disagreements.push({ typed, ticked, browser: browser.verdict, server });
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, applicant));
  console.info(`agreement: seed ${seed}, ${total} applications, ${accepted} of them valid`);
  expect(disagreements, `seed ${seed}`).toEqual([]);
  expect(accepted).toBeGreaterThan(total / 10);
  expect(accepted).toBeLessThan((total * 9) / 10);
});

/** Every question was answered before, including conditional ones. */
const completeDraft: Draft = { ...emptyDraft, answers: exampleApplication({ birthYear: 1970 }) as Answers };

type Outcome = { verdict: string | undefined } | { verdict: "accepted"; body: unknown };

/** An applicant goes through the steps. Returns the first message that stops them, or the submit's body. */
function browserOn(start: Draft, typed: Typed, ticked: Body): Outcome {
  let draft = start;
  for (const step of STEPS) {
    const answers = stepSchema(step).safeParse(typedAnswers({ ...rememberedBy(draft, step), ...typedIn(step, typed) }));
    if (!answers.success) return { verdict: first(messagesByField(stepSchema(step), answers.error)) };
    draft = withStep(draft, step, answers.data as Answers);
  }
  if (missingSections(draft.answers).length > 0) return { verdict: "a complete step counts as missing" };
  const form = ApplicationForm.safeParse({ ...draft.answers, ...ticked });
  if (!form.success) return { verdict: first(messagesByField(ApplicationForm, form.error)) };
  return { verdict: "accepted", body: form.data };
}

function typedIn(step: (typeof STEPS)[number], typed: Typed): Typed {
  return Object.fromEntries(fieldsOf(step).map((field) => [field, typed[field]]));
}

function first(messages: Record<string, string>) {
  return Object.values(messages)[0];
}

async function serverOn(body: unknown) {
  const response = await postWith(env, "/api/applications/submit", body);
  if (response.status === 201) return "accepted";
  const { error, fields } = await response.json<{ error: string; fields: Record<string, string> }>();
  expect(response.status).toBe(400);
  expect(first(fields)).toBe(error);
  return error;
}

/**
 * Whole numbers as people type them. Decimals are cut off; `$` and marks between thousands do not count; a huge one is
 * the largest that is exact; all else is 0.
 */
const numbers: Entry[] = [
  ["", 0],
  ["11", 11],
  ["80", 80],
  ["81", 81],
  ["$1,000", 1000],
  ["1,0,0", 0],
  ["2.000,00", 2000],
  ["1\u202f500,5", 1500],
  ["12,3456", 0],
  ["12.9", 12],
  ["-0.9", 0],
  ["-5", -5],
  [".5", 0],
  ["1e3", 0],
  ["0x10", 0],
  ["a lot", 0],
  ["٣", 0],
  ["100001", 100_001],
  ["1,000,001", 1_000_001],
  ["999999999999999999", Number.MAX_SAFE_INTEGER],
];

/** The example's answers, with a few (often none) that are typed differently, wrong or missing. */
function randomApplicant(random: () => number) {
  const pick: Pick = (from) => from[Math.floor(random() * from.length)] as never;
  const typed: Typed = {};
  const meant: Body = {};
  const example: Body = exampleApplication();
  const changed = new Set(Array.from({ length: Math.floor(random() * 4) }, () => pick(FIELDS)));
  for (const field of FIELDS) {
    const usual = example[field];
    const [text, meaning] = changed.has(field) ? entryOf(field, usual, random, pick) : [String(usual), usual];
    typed[field] = text;
    if (meaning !== undefined) meant[field] = meaning;
  }
  const ticked = Object.fromEntries(CONSENTS.map((name) => [name, random() < 0.95 ? true : pick([false, undefined])]));
  return { typed, meant, ticked };
}

/** A possible value of the field's control. */
function entryOf(field: Field, usual: unknown, random: () => number, pick: Pick): Entry {
  const { kind, choices, preselected } = questions[field];
  if (choices) return chosen(pick([...choices, ...choices, "", "Something else"]));
  // An untouched control means its preselected answer.
  if (kind === "yesNo") {
    return pick<Entry>([
      ["true", true],
      ["false", false],
      ["", preselected],
    ]);
  }
  if (kind === "year") {
    const years = birthYears(new Date());
    const year = pick([pick(years), (years[0] ?? 0) + 3, (years.at(-1) ?? 0) - 3]);
    return random() < 0.3 ? ["", undefined] : [String(year), year];
  }
  return typeof usual === "number" ? pick(numbers) : chosen(randomText(random, pick, String(usual)));
}

/** A text means itself, and an empty one nothing. */
function chosen(text: string): Entry {
  return [text, text === "" ? undefined : text];
}

function randomText(random: () => number, pick: Pick, usual: string) {
  const around = pick(["", " ", "\t", "\n", "\u00a0", "\ufeff"]);
  const core = pick([
    "",
    usual,
    usual,
    usual.slice(0, Math.floor(random() * usual.length)),
    usual.padEnd(Math.floor(random() * 300), pick(["x", "e\u0301", "\u200b", "😀"])),
    `${usual}\ud800`,
    `${usual.slice(0, 1)}\0${usual.slice(1)}`,
    usual.toUpperCase(),
    "Rent",
    "a@b",
    "a@b.co",
    "a..b@c.co",
    "a&b@c.co",
    "José@ejemplo.es",
  ]);
  return around + core + around;
}
