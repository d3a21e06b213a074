import { expect, test } from "vitest";
import { actorOf, both, refusedWork } from "../../../db/model/case/case.ts";
import { DANA, herCase, MAX, press } from "./world.ts";

/** What a deed hands on to be written. */

const NOW = Date.parse("2026-11-20T10:00:00-06:00");
const LETTER = {
  ...{ id: "one", applicationId: "case", userId: DANA.id, name: "Documents", language: "en" as const },
  ...{ subject: "before", body: "", createdAt: new Date(NOW) },
};
const note = (text: string) => ({ kind: "note" as const, text });

test("of two changes to one row the later one counts", () => {
  const other = { ...LETTER, id: "two" };
  const later = { ...LETTER, subject: "after" };
  const { letters } = both({ events: [], letters: [LETTER, other] }, { events: [], letters: [later] });
  expect(letters).toEqual([other, later]);
});

test("a mail about an event finds it behind the events before", () => {
  const mail = { kind: "contactCorrected" as const, subjectId: 0 };
  const aboutRow = { kind: "letter" as const, subjectId: LETTER.id };
  const { mails } = both({ events: [note("first")] }, { events: [note("second")], mails: [mail, aboutRow] });
  expect(mails).toEqual([{ ...mail, subjectId: 1 }, aboutRow]);
});

test("two changes together drop and revive what either does", () => {
  const together = both({ events: [], dropped: ["one"] }, { events: [], revived: ["two"] });
  expect(together).toMatchObject({ takenBack: [], dropped: ["one"], revived: ["two"] });
});

test("nobody works on a case of which only evidence is kept", () => {
  const { application, ownerName } = herCase(NOW);
  const thinned = { application: { ...application, isThinned: true }, ownerName };
  for (const member of [DANA, MAX]) expect(refusedWork(thinned, member)).toContain("only evidence is kept");
});

test("a stop that a correction or a merge reveals is nobody's press", () => {
  const stopped = (how: "correction" | "merge" | "phone") =>
    actorOf({ kind: "contactStopped", elsewhere: true, how }, press(NOW, DANA));
  expect([stopped("correction"), stopped("merge"), stopped("phone")]).toEqual([null, null, DANA.id]);
});
