import { expect, test } from "vitest";
import { allMessages, readCatalog } from "../../web/words/catalog.ts";
import { allTexts, linesOf } from "../../web/words/texts.ts";

/** What people read: each message and each line of a long text, with its Spanish. */
const { entries } = readCatalog();
const said = [
  ...entries.map(({ msgid, msgstr: [es = ""] }) => ({ en: msgid, es, from: "" })),
  ...allTexts().flatMap((from) => linesOf(from).map(({ en, es }) => ({ en, es, from }))),
];

/** Things we do not accept: applications by phone, replies to text messages. */
const NOT_TAKEN = [
  /\bSTOP\b/,
  /\b(apply|application|applying) (by|over the) phone/i,
  /\btext (you|me|us)\b|\bcalls?, texts?\b/i,
];
const NOT_TAKEN_IN_SPANISH = [/\bSTOP\b/, /(solicitud|solicitarlo|aplicar) por teléfono/i];
/** The customer lists an application by phone among this page's services. */
const EXCEPTED = /^web\/pages\/legal\/(texts\/)?accessibility\./;

test("nothing asks people for what nobody takes, such as a texted reply", () => {
  const excepted = new Set(
    allMessages().flatMap(({ file, messages }) => (EXCEPTED.test(file) ? messages.map(({ id }) => id) : [])),
  );
  const others = said.filter(({ en, from }) => !excepted.has(en) && !EXCEPTED.test(from));
  expect(others.length).toBeGreaterThan(1000);
  const found = others.flatMap(({ en, es }) => [
    ...NOT_TAKEN.filter((words) => words.test(en)).map(() => en),
    ...NOT_TAKEN_IN_SPANISH.filter((words) => words.test(es)).map(() => es),
  ]);
  expect(found).toEqual([]);
});

/** '24 hours' in words for somebody who does not know our hours. */
const COUNTED = /counted in business hours|24 business hours|contad[ao]s en horario|24 horas hábiles/i;

test("no page and no mail counts hours for people", () => {
  expect(said.flatMap(({ en, es }) => [en, es]).filter((words) => COUNTED.test(words))).toEqual([]);
  const replyDay = entries.find(({ msgid }) => msgid === "the same day or the next business day");
  expect(replyDay?.msgstr).toEqual(["el mismo día o el siguiente día hábil"]);
});

/** A promise to leave somebody alone. Stop on the page covers one application for sure, and not the phone. */
const LEFT_ALONE = /(nobody[^.]* will|no longer) (call|write)|stopped contacting you|ends all calls and emails/i;

test("what the results say of a stop is about that application", () => {
  const ofStops = entries.filter(({ msgid }) => LEFT_ALONE.test(msgid));
  expect(ofStops).toHaveLength(3);
  for (const { msgid, msgstr } of ofStops) {
    expect(msgid).toContain("this application");
    expect(msgstr.join()).toContain("esta solicitud");
  }
});
