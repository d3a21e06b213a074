import { expect, test } from "vitest";
import type { Case } from "../../../db/model/case/case.ts";
import { ALL_ARRIVED, ASK_FOR_PAPERS, SOME_ARRIVED } from "../../../db/model/case/next-action.ts";
import { askedPapers } from "../../../db/model/papers/asked-papers.ts";
import {
  askForPapers,
  deleteFile,
  notePaper,
  type PaperFile,
  receiveFile,
  refusedPaper,
} from "../../../db/model/papers/paper-deeds.ts";
import { kindOf } from "../../../db/model/papers/paper-file.ts";
import { filesOf, type Paper } from "../../../db/model/papers/papers.ts";
import { HOUR_MS } from "../../../db/model/time/clock.ts";
import { type Act, CLOSE, DANA, did, happenedIn, MAX, owedIn, STOP, story } from "../case/world.ts";

const MONDAY = Date.parse("2026-11-23T10:00:00-06:00");

const asks =
  (...papers: Paper[]): Act =>
  (kase, by) =>
    askForPapers(kase, papers, by);
const notes =
  (paper: Paper, received: boolean, reason?: string): Act =>
  (kase, by) =>
    notePaper(kase, { paper, received, reason }, by);

/** A case whose pay stub and license were asked for, and its applicant, who sends and deletes files. */
function asked(answers: Parameters<typeof story>[1] = {}) {
  const told = story(MONDAY, answers);
  expect(told.does(MAX, asks("payStub", "identification"))).toBeNull();
  let files: PaperFile[] = [];
  return {
    ...told,
    get kase() {
      return told.kase;
    },
    sends(paper: Paper) {
      const file = { id: String(files.length), paper };
      const done = told.does(null, (kase, by) => receiveFile(kase, file, files, by));
      if (done === null) files = [...files, file];
      return done;
    },
    deletes(id: string) {
      const file = files.find((each) => each.id === id) as PaperFile;
      told.does(null, (kase, by) => deleteFile(kase, file, files, by));
      files = files.filter((each) => each !== file);
    },
  };
}

function state({ events }: Case) {
  return askedPapers(events).map(({ paper, receivedAt, isAccepted, refusal }) => [
    paper,
    refusal ?? (receivedAt ? (isAccepted ? "checked" : "received") : "missing"),
  ]);
}

test("papers are asked for by one mail and come next", () => {
  const { kase, does } = asked();
  expect(kase.application).toMatchObject({ status: "docs_requested", nextKind: "papers" });
  expect(owedIn(kase)).toEqual(["confirmation", "papersAsked"]);
  const later = did(kase, MONDAY + 120_000, MAX, asks("insurance"), asks("insurance"));
  expect(state(later).map(([paper]) => paper)).toEqual(["payStub", "identification", "insurance"]);
  expect(happenedIn(later).filter((each) => each.includes("papersAsked"))).toHaveLength(2);
  expect(does(DANA, asks("payStub"))).toBe("Claim this application first.");
});

test("a paper makes it our turn, the last one at once", () => {
  const told = asked();
  told.sends("identification");
  expect(state(told.kase)).toEqual([
    ["payStub", "missing"],
    ["identification", "missing"],
  ]);
  told.sends("identification");
  expect(state(told.kase)[1]).toEqual(["identification", "received"]);
  const { nextNote, nextAt } = told.kase.application;
  const receivedAt = askedPapers(told.kase.events)[1]?.receivedAt?.getTime() ?? 0;
  expect([nextNote, nextAt]).toEqual([SOME_ARRIVED, new Date(receivedAt + HOUR_MS)]);
  told.sends("payStub");
  expect(told.kase.application).toMatchObject({ nextKind: "papers", nextNote: ALL_ARRIVED });
  expect(happenedIn(told.kase).slice(-2)).toEqual(["applicant paperReceived", "applicant paperReceived"]);
});

test("a passport has one page, statements as many as we ask for", () => {
  const counts = (["payStub", "bankStatements", "taxReturns"] as const).map((paper) =>
    filesOf(paper, { idType: "TX DL" }),
  );
  expect(counts).toEqual([1, 3, 2]);
  const told = asked({ idType: "Passport" });
  told.sends("identification");
  expect(state(told.kase)[1]).toEqual(["identification", "received"]);
});

test("our turn never replaces what a member has planned", () => {
  const told = asked();
  const { kase } = told;
  kase.application.nextNote = "Ask about the co-signer";
  for (const paper of ["payStub", "identification", "identification"] as const) told.sends(paper);
  expect(told.kase.application.nextNote).toBe("Ask about the co-signer");
});

test("what is deleted is missing again, unless enough is left", () => {
  const told = asked();
  told.sends("payStub");
  told.sends("payStub");
  told.deletes("0");
  expect(state(told.kase)[0]).toEqual(["payStub", "received"]);
  told.deletes("1");
  expect(state(told.kase)[0]).toEqual(["payStub", "missing"]);
});

test("a deleted paper has us check the rest, or ask again", () => {
  const told = asked();
  for (const paper of ["payStub", "identification", "identification"] as const) told.sends(paper);
  const { nextAt } = told.kase.application;
  told.deletes("0");
  expect(told.kase.application).toMatchObject({ nextKind: "papers", nextNote: SOME_ARRIVED, nextAt });
  told.deletes("1");
  expect(told.kase.application).toMatchObject({ nextKind: "papers", nextNote: ASK_FOR_PAPERS });
});

test("a bad paper is asked for again, with the reason", () => {
  const told = asked();
  for (const paper of ["payStub", "identification", "identification"] as const) told.sends(paper);
  told.mailIsSent();
  const reason = "Please photograph all four corners";
  expect(told.does(MAX, notes("identification", false, reason))).toBeNull();
  expect(told.does(MAX, notes("identification", false, reason))).toBeNull();
  expect(state(told.kase)[1]).toEqual(["identification", reason]);
  expect(owedIn(told.kase)).toEqual(["papersAsked"]);
  told.sends("identification");
  expect(state(told.kase)[1]).toEqual(["identification", "received"]);
  expect(told.does(MAX, notes("identification", true))).toBeNull();
  expect(state(told.kase)[1]).toEqual(["identification", "checked"]);
  expect(told.sends("identification")).toBe("notAsked");
});

test("a tick is noted once and can be taken back", () => {
  const told = asked();
  for (const received of [true, true, false, false]) expect(told.does(MAX, notes("payStub", received))).toBeNull();
  expect(happenedIn(told.kase).filter((each) => each.includes("paper"))).toEqual([
    ...["max papersAsked", "max paperReceived", "max paperNotReceived"],
  ]);
  told.does(MAX, notes("payStub", true));
  told.does(MAX, asks("payStub"));
  expect(state(told.kase)).toContainEqual(["payStub", "missing"]);
});

test("only a paper that was asked for is ticked off or sent", () => {
  const told = asked();
  expect(told.does(MAX, notes("insurance", true))).toBe("This paper was not asked for.");
  expect(told.does(DANA, notes("payStub", true))).toBe("Claim this application first.");
  expect(refusedPaper(told.kase, "insurance")).toBe("notAsked");
  told.does(...STOP);
  expect(told.sends("payStub")).toBe("stopped");
  for (const act of [asks("payStub"), notes("payStub", false, "Too dark")]) {
    expect(told.does(MAX, act)).toMatch(/^The applicant asked us to stop/);
  }
  const closed = asked();
  closed.does(...CLOSE);
  expect(closed.does(MAX, notes("payStub", true))).toBe("This application is closed.");
  expect(closed.sends("payStub")).toBe("closed");
});

test.each([
  ["%PDF-1.7\n", "pdf"],
  ["\xff\xd8\xff\xe0\0\x10JFIF", "jpeg"],
  ["\x89PNG\r\n\x1a\n\0\0\0\r", "png"],
  ["\0\0\0\x18ftypheic", "heic"],
  ["\0\0\0\x18ftypmif1", "heic"],
  ["MZ\x90\0", null],
  ["<svg xmlns=", null],
  ["<!doctype html>", null],
  ["GIF89a", null],
  [" %PDF-1.7", "pdf"],
  ["", null],
])("%j is %s, whatever it is called", (start, kind) => {
  expect(kindOf(Uint8Array.from(start, (character) => character.charCodeAt(0)))).toBe(kind);
});
