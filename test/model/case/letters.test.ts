import { expect, test } from "vitest";
import { move } from "../../../db/model/case/move.ts";
import { fill, sendLetter, type Template } from "../../../db/model/letters/letter.ts";
import { letterPresets } from "../../../db/model/letters/letter-presets.ts";
import { LetterTemplateForm } from "../../../db/model/letters/letter-template.ts";
import { notePaper } from "../../../db/model/papers/paper-deeds.ts";
import type { Paper } from "../../../db/model/papers/papers.ts";
import { type Act, CLOSE, DANA, happenedIn, MAX, owedIn, STOP, story } from "./world.ts";

const MONDAY = Date.parse("2026-11-23T10:00:00-06:00");
const HELLO: Template = {
  ...{
    id: "hello",
    name: "Hello",
    language: "en",
    subject: "A word about your application",
    isActive: true,
    version: 2,
  },
  body: "Hello {firstName},\n\nAre you still in {city}?\n\n{link}\n\n{specialist}",
};
const READ = "Hello Maria,\n\nAre you still in San Antonio?\n\n{link}\n\nmax";

/** Sends the letter as it was read from this template, which may have changed since. */
const sends =
  (now: Partial<Template> | null = {}, body = READ): Act =>
  (kase, by) => {
    const template = { ...HELLO, ...now };
    const filled = fill(template, kase, "max");
    return sendLetter(kase, { templateId: "hello", version: 2, body }, now ? { ...template, filled } : undefined, by);
  };

test("a letter is owed once, as read, and is no contact", () => {
  const told = story(MONDAY);
  expect(fill(HELLO, told.kase, "max")).toEqual({ text: READ, refusal: null });
  expect(told.does(MAX, sends())).toBeNull();
  expect(told.kase.letters).toMatchObject([
    { name: "Hello", language: "en", subject: HELLO.subject, body: READ, userId: "max" },
  ]);
  expect(happenedIn(told.kase)).toEqual(["max letterSent"]);
  expect(owedIn(told.kase)).toEqual(["confirmation", "letter"]);
  expect(told.kase.application).toMatchObject({ status: "submitted", firstContactAt: null });
  const [letter] = told.kase.letters;
  for (const [ms, events] of [
    [4999, 0],
    [5000, 1],
  ] as const) {
    const at = new Date((letter?.createdAt.getTime() ?? 0) + ms);
    expect(sends()(told.kase, { at, by: MAX, id: "again" })).toMatchObject({
      events: Array(events).fill({ kind: "letterSent" }),
    });
  }
});

const CHANGED = "This letter was changed meanwhile. Please read the new one.";

test.each([
  ["by somebody who does not work on it", [], DANA, sends(), "Claim this application first."],
  ["after a stop", [STOP], MAX, sends(), "The applicant asked us to stop, so nothing can be sent to anybody."],
  ["once it is closed", [CLOSE], MAX, sends(), "This application is closed."],
  ["that was changed meanwhile", [], MAX, sends({ version: 3 }), CHANGED],
  ["that was switched off", [], MAX, sends({ isActive: false }), CHANGED],
  ["that is gone", [], MAX, sends(null), CHANGED],
  ["that says what is not so", [], MAX, sends({}, "Hello Rosa,"), CHANGED],
  [
    "about papers when none is missing",
    [],
    MAX,
    sends({ body: "{papers}" }, ""),
    "This letter lists papers that have not arrived, and none is asked for that has not.",
  ],
] as const)("no letter goes out %s", (_, before, member, act, sentence) => {
  const told = story(MONDAY);
  for (const [by, deed] of before) expect(told.does(by, deed)).toBeNull();
  expect(told.does(member, act)).toBe(sentence);
});

test("no letter goes to somebody who did not agree to email", () => {
  expect(story(MONDAY, { consentElectronic: false as true }).does(MAX, sends())).toMatch(
    /^The applicant did not agree/,
  );
});

test("no letter has a name or city that could become a link", () => {
  const { kase } = story(MONDAY, { fullName: "evil.example.com Lopez", city: "evil.example.com" });
  expect(fill(HELLO, kase, "max").text).toBe("Hello,\n\nAre you still in?\n\n{link}\n\nmax");
});

/** A case whose papers were asked for, and a function that ticks one off. */
function asked() {
  const told = story(MONDAY);
  for (const to of ["in_review", "contacted", "docs_requested"] as const) {
    const papers: Paper[] = ["payStub", "identification"];
    const moves: Act = (kase, by) => move(kase, { from: kase.application.status, to, papers }, by);
    expect(told.does(MAX, moves)).toBeNull();
  }
  return told;
}
const tick =
  (paper: Paper, received = true): Act =>
  (kase, by) =>
    notePaper(kase, { paper, received }, by);

test("papers that have arrived stand in no letter any more", () => {
  const told = asked();
  const body = "These are missing:\n\n{papers}\n\nUsual are:\n{usualPapers}";
  const isMissing = (paper: string) =>
    fill({ ...HELLO, body }, told.kase, "max")
      .text.split("Usual")[0]
      ?.includes(`- ${paper}`);
  const missing = () => [isMissing("Your newest pay stub"), isMissing("Your ID, not expired")];
  expect(fill({ ...HELLO, body }, told.kase, "max").text).toMatch(/Usual are:\n- Your newest pay stub/);
  expect(missing()).toEqual([true, true]);
  for (const act of [tick("payStub"), tick("payStub")]) expect(told.does(MAX, act)).toBeNull();
  expect(missing()).toEqual([false, true]);
  for (const act of [tick("payStub", false), tick("identification")]) expect(told.does(MAX, act)).toBeNull();
  expect(missing()).toEqual([true, false]);
  expect(happenedIn(told.kase).filter((each) => each.includes("paper"))).toEqual([
    "max paperReceived",
    "max paperNotReceived",
    "max paperReceived",
  ]);
});

test.each([
  [{ body: "Hello {name}, how are you?" }, /There is no place \{name\}/],
  [{ body: "Hello {firstName, how are you?" }, /Braces are only for places/],
  [{ body: "Press {link} to open it" }, /Put \{link\} on a line of its own/],
  [{ body: "We need:\n- {papers}" }, /Put \{papers\} on a line of its own/],
  [{ subject: "{firstName}, a word" }, /holds no places/],
  [{ subject: "A word\nBcc: x@y.co" }, /characters that can.t be displayed/],
  [{ language: "fr" }, /English or Spanish/],
  [{ body: "Hi" }, /10 characters/],
])("%j is no letter", (changes, sentence) => {
  const { error } = LetterTemplateForm.safeParse({ ...HELLO, ...changes });
  expect(error?.issues[0]?.message).toMatch(sentence);
});

test("every letter that we suggest promises nothing, in either language", () => {
  for (const { body, subject } of letterPresets) {
    expect(`${subject} ${body}`).not.toMatch(/approved|approval|guarantee|aprobad|garantiz/i);
  }
  const placesOf = (language: string) =>
    letterPresets.filter((each) => each.language === language).map(({ name, body }) => [name, body.match(/\{\w+\}/g)]);
  expect(placesOf("es")).toEqual(placesOf("en"));
});
