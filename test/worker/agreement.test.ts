import { env } from "cloudflare:workers";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  ApplicationForm,
  askedOnly,
  FIELDS,
  fieldsOf,
  parseWholeNumber,
  STEPS,
  stepSchemas,
} from "../../db/model/application.ts";
import { messagesByField } from "../../db/model/text.ts";
import { exampleApplication } from "../examples.ts";
import { postWith } from "./call.ts";
import { freshDatabase } from "./database.ts";
import { randomFrom, scaled, seed } from "./faults.ts";

/** Promise 8: browser and server agree on what is valid, and say the same first. */

freshDatabase();
beforeAll(() => void vi.spyOn(console, "log").mockImplementation(() => undefined));
afterAll(() => void vi.restoreAllMocks());

const PARALLEL = 50;
type Application = Record<string, unknown>;

test("whatever is answered, Continue, Submit and the server give one verdict and one first message", {
  timeout: 60 * 60_000,
}, async () => {
  const random = randomFrom(seed);
  const total = scaled(20_000);
  const disagreements: string[] = [];
  let made = 0;
  let accepted = 0;
  const applicant = async () => {
    while (made < total && disagreements.length < 5) {
      made++;
      const application = randomApplication(random);
      const browser = verdictOfBrowser(application);
      const server = await verdictOfServer(application);
      if (server === "accepted") accepted++;
      if (browser !== server) disagreements.push(`${browser} / ${server}: ${JSON.stringify(application)}`);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, applicant));
  console.info(`agreement: seed ${seed}, ${total} applications, ${accepted} of them valid`);
  expect(disagreements, `seed ${seed}`).toEqual([]);
  expect(accepted).toBeGreaterThan(total / 10);
  expect(accepted).toBeLessThan((total * 9) / 10);
});

test("what the browser sends after judging it is judged the same again", () => {
  const random = randomFrom(seed);
  for (let n = 0; n < scaled(20_000); n++) {
    const first = ApplicationForm.safeParse(randomApplication(random));
    if (!first.success) continue;
    const again = ApplicationForm.safeParse(JSON.parse(JSON.stringify(first.data)));
    expect(again.data, `seed ${seed}`).toEqual(JSON.parse(JSON.stringify(first.data)));
  }
});

/** The first message of the first step that does not let one continue, else that of the review's Submit. */
function verdictOfBrowser(application: Application) {
  for (const step of STEPS) {
    const answers = askedOnly(application);
    const parsed = stepSchemas[step].safeParse(answers);
    if (parsed.success) continue;
    const messages = messagesByField(stepSchemas[step], parsed.error);
    return messages[fieldsOf(step).find((field) => messages[field]) ?? ""];
  }
  const form = ApplicationForm.safeParse(application);
  return form.success ? "accepted" : Object.values(messagesByField(ApplicationForm, form.error))[0];
}

async function verdictOfServer(application: Application) {
  const response = await postWith(env, "/api/applications/submit", application);
  if (response.status === 201) return "accepted";
  const { error, fields } = await response.json<{ error: string; fields: Record<string, string> }>();
  expect(response.status).toBe(400);
  expect(Object.values(fields)[0]).toBe(error);
  return error;
}

/** A valid application with some answers, often none, put differently, wrongly or not at all. */
function randomApplication(random: () => number): Application {
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
  const application: Application = exampleApplication();
  const names = [...FIELDS, "consentTexts", "consentElectronic", "certifyAccurate"] as const;
  for (let changes = Math.floor(random() * 5); changes > 0; changes--) {
    const field = pick(names);
    const value = application[field];
    const kind = random();
    if (kind < 0.1) delete application[field];
    else if (kind < 0.2) application[field] = pick([null, "", " ", "\u200b", "x", 0, -1, 1.5, true, false, [], {}]);
    else if (typeof value === "number") application[field] = randomNumber(random, pick);
    else if (typeof value === "boolean") application[field] = random() < 0.7 ? !value : pick(["true", 1, null]);
    else application[field] = randomText(random, pick, String(value ?? "x"));
  }
  return application;
}

/** As typed into a control, or as only a program would send it. */
function randomNumber(random: () => number, pick: <T>(from: readonly T[]) => T) {
  const typed = [
    "0",
    "11",
    "12",
    "80",
    "81",
    "35",
    "$1,000",
    "1 000 000",
    "1000001",
    "-5",
    "",
    "12.9",
    "1e3",
    "999999999999999999",
  ];
  if (random() < 0.7) return parseWholeNumber(pick(typed));
  return pick([2 ** 53, -(2 ** 53), 1e21, 0.1, -0, "12", 100_000, 100_001, 1_000_000]);
}

function randomText(random: () => number, pick: <T>(from: readonly T[]) => T, value: string) {
  const around = pick(["", " ", "\t", "\n", "\u00a0", "\ufeff"]);
  const core = pick([
    value,
    value,
    value.slice(0, Math.floor(random() * value.length)),
    value.padEnd(Math.floor(random() * 300), pick(["x", "e\u0301", "\u200b", "😀"])),
    `${value}\ud800`,
    `${value.slice(0, 1)}\0${value.slice(1)}`,
    value.toUpperCase(),
    "Rent",
    "Live with Family/Friend",
    "Self-Employed/1099",
    "Paid Off",
    "a@b",
    "a@b.co",
    "a..b@c.co",
    "José@ejemplo.es",
  ]);
  return around + core + around;
}
