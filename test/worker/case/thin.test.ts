import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { APPLICATION_KEPT_YEARS, HISTORY_KEPT_MONTHS, monthsBefore } from "../../../db/model/time/retention.ts";
import type { Case } from "../../../web/desk/api.ts";
import { thinCases } from "../../../worker/case/thin.ts";
import { jobs } from "../../../worker/operations/jobs.ts";
import { referenceOf } from "../../../worker/reference.ts";
import { call, post } from "../calls/call.ts";
import { applyByForm, askForCode, mailed } from "../contact/mailed-codes.ts";
import { countingRows } from "../counting-rows.ts";
import { freshDatabase } from "../database.ts";
import { answer, dealer, lender, permit } from "../directory/directory.ts";
import { COPIED_COLUMNS, manyApplications } from "../form/many-applications.ts";
import { purge } from "../operations/purge.ts";
import { faultyEnv, interrupted } from "../routes/faults.ts";
import { apply, signedIn } from "../staff/staff.ts";

freshDatabase();

/** A Wednesday noon in Texas, and 25 months later. */
const THEN = new Date("2025-08-13T12:00:00-05:00");
const LATER = monthsBefore(THEN, -HISTORY_KEPT_MONTHS);
const MINUTE = 60_000;
beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: THEN }));
afterEach(() => vi.useRealTimers());

/** A case with something in every table, sent to a lender, closed as approved and then left alone. */
async function closedCase(changes: Parameters<typeof apply>[0] = {}, merged: string[] = []) {
  const id = await apply(changes);
  const member = await signedIn("manager", `max${id}`);
  const act = (path: string, body: object) => member.post(`/api/desk/case/${id}/${path}`, body);
  await act("claim", {});
  await act("notes", { text: "Prefers mornings" });
  for (const other of merged) await act("merge", { other });
  await post(`/api/applications/${await referenceOf(env, id)}/appointment`, { startsAt: null });
  await act("calls", { outcome: "reached" });
  const [bank, hill] = [await lender(`Bank ${id}`), await dealer(`Motors ${id}`)];
  await permit(member, id, bank);
  await act("send", bank);
  await act("permissions", hill);
  await answer(id, hill, "no");
  const closed = { from: "with_lender", to: "approved", outcome: "approved_in_30_days" };
  expect((await act("status", closed)).status).toBe(200);
  await mailed();
  return id;
}

/** Runs the cron's job each minute until the night is over. */
async function night(time = LATER) {
  for (let minute = 0; minute < 5; minute++) {
    vi.setSystemTime(time.getTime() + minute * MINUTE);
    await jobs["thin cases"](env, new Date());
  }
}

async function manager() {
  return signedIn("manager", crypto.randomUUID());
}

async function deskCase(id: string) {
  const answered = await (await manager()).get(`/api/desk/case/${id}`);
  expect(answered.status).toBe(200);
  return answered.json<Case>();
}

async function isThinned(id: string) {
  const query = env.DB.prepare("select isThinned from applications where id = ?");
  return Boolean(await query.bind(id).first<number>("isThinned"));
}

const count = (table: string) => env.DB.prepare(`select count(*) n from ${table}`).first<number>("n");

test("25 months after its end a case keeps only what proves", async () => {
  const id = await closedCase();
  await night(new Date(LATER.getTime() - 24 * 60 * MINUTE));
  expect(await isThinned(id), "a day too early").toBe(false);
  const before = await deskCase(id);
  const receipt = async () => (await call(`/api/applications/${await referenceOf(env, id)}/receipt`)).json();
  const proof = await receipt();
  await night();
  const { answers, consent, referrals, permissions, outcome, ...thinned } = await deskCase(id);
  expect({ answers, consent, referrals, permissions, outcome }).toEqual({
    answers: before.answers,
    consent: before.consent,
    referrals: before.referrals,
    permissions: before.permissions,
    outcome: before.outcome,
  });
  expect(await receipt()).toEqual(proof);
  const kinds = new Set(thinned.events.map(({ event }) => event.kind));
  expect(kinds).toEqual(new Set(["permissionAsked", "permissionGiven", "permissionRefused"]));
  for (const table of ["appointments", "letters", "suggestions"]) expect(await count(table), table).toBe(0);
  expect(thinned.workRefusal).toMatch(/only evidence is kept/);
});

test("no number and no address leads to a thinned case", async () => {
  const id = await closedCase();
  await night();
  const max = await manager();
  const reopened = await max.post(`/api/desk/case/${id}/reopen`, { to: "with_lender", reason: "They are back" });
  expect(await reopened.json()).toMatchObject({ error: expect.stringContaining("Ask them to apply again") });
  const found = async (q: string) => {
    const answered = await max.post("/api/desk/queue/search", { q });
    return (await answered.json<{ applications: { id: string }[] }>()).applications.map((each) => each.id);
  };
  for (const q of ["(210) 555-0123", "maria@example.com"]) expect(await found(q), q).toEqual([]);
  expect(await found(id)).toEqual([id]);
  const ref = await referenceOf(env, id);
  const paths = ["", "/guidance", "/receipt", "/slots"].map((path) => `/api/applications/${ref}${path}`);
  for (const path of paths) expect((await call(path)).status, path).toBe(200);
  const { ref: newRef } = await applyByForm({});
  const flags = await env.DB.prepare("select flagsJson from applications order by number desc").first("flagsJson");
  expect(flags, "no duplicate of it").not.toContain("DUPLICATE");
  expect((await post(`/api/applications/${newRef}/stop-contact`, {})).status).toBe(200);
});

test("after a stop a thinned case keeps its number and address", async () => {
  const id = await closedCase();
  await post(`/api/applications/${await referenceOf(env, id)}/stop-contact`, {});
  const other = await closedCase({ phone: "512 555 0101", email: "b@example.com" });
  await night(monthsBefore(LATER, -1));
  expect([await isThinned(id), await isThinned(other)]).toEqual([true, true]);
  const { results } = await env.DB.prepare("select phoneDigits, emailFolded from applications order by number").all();
  expect(results).toEqual([
    { phoneDigits: "2105550123", emailFolded: "maria@example.com" },
    { phoneDigits: "", emailFolded: "" },
  ]);
  expect((await deskCase(id)).contactStoppedAt).not.toBeNull();
});

test("a stop on a thinned case is about the person", async () => {
  const [byPage, byPhone] = [await closedCase(), await closedCase({ phone: "512 555 0101", email: "b@example.com" })];
  await night();
  const newer = await apply();
  const newerByPhone = await apply({ phone: "512 555 0101", email: "other@example.com" });
  await post(`/api/applications/${await referenceOf(env, byPage)}/stop-contact`, {});
  expect((await deskCase(newer)).flags).toContainEqual(expect.objectContaining({ code: "STOP_ASKED_ELSEWHERE" }));
  await (await manager()).post(`/api/desk/case/${byPhone}/stop`, { how: "phone" });
  for (const id of [byPage, byPhone, newerByPhone]) {
    expect((await deskCase(id)).contactStoppedAt, id).not.toBeNull();
  }
});

test("a case that is open or has anything younger stays whole", async () => {
  const [open, young] = [await apply(), await apply()];
  const [mainOfYoung, touched, owed] = [await closedCase({}, [young]), await closedCase(), await closedCase()];
  await env.DB.prepare(
    "update outbox set status = 'owed' where kind = 'lenderLead' and subjectId in (select id from referrals where applicationId = ?)",
  )
    .bind(owed)
    .run();
  vi.setSystemTime(monthsBefore(LATER, 1));
  const max = await manager();
  for (const id of [touched, young]) await max.post(`/api/desk/case/${id}/stop`, { how: "phone" });
  await night();
  for (const id of [open, young, mainOfYoung, touched, owed]) expect(await isThinned(id), id).toBe(false);
});

test("what was merged is thinned with the case that goes on", async () => {
  const other = await apply();
  const id = await closedCase({}, [other]);
  await night();
  expect([await isThinned(id), await isThinned(other)]).toEqual([true, true]);
  expect((await deskCase(id)).merged).toMatchObject([{ id: other }]);
});

test("a case that is touched while being thinned stays whole", async () => {
  const id = await closedCase();
  vi.setSystemTime(LATER);
  const max = await manager();
  const stop = () => max.post(`/api/desk/case/${id}/stop`, { how: "phone" });
  await thinCases(faultyEnv(interrupted("d1", 2, stop)).env, new Date());
  expect(await isThinned(id)).toBe(false);
  vi.setSystemTime(monthsBefore(LATER, -HISTORY_KEPT_MONTHS));
  let calls = 0;
  const dies = faultyEnv(() => (++calls === 2 ? "before" : null)).env;
  await thinCases(dies, new Date()).catch(() => undefined);
  await thinCases(env, new Date());
  expect(await isThinned(id)).toBe(true);
});

test("a thinned case goes with a code, or after seven years", async () => {
  const [id, kept] = [await closedCase(), await closedCase()];
  await night();
  const ref = await referenceOf(env, id);
  const { code } = await askForCode(ref, "deletion");
  expect((await post(`/api/applications/${ref}/deletion/confirm`, { code })).status).toBe(200);
  const evidence = await env.DB.prepare("select events from kept_consents").first<string>("events");
  expect(evidence).toContain("permissionGiven");
  expect((await env.DB.prepare("select id from applications").all()).results).toEqual([{ id: kept }]);
  await purge(env, monthsBefore(THEN, -12 * APPLICATION_KEPT_YEARS));
  expect(await count("applications")).toBe(0);
  expect(await count("case_events")).toBe(0);
});

test("thinning reads as few rows among 2,000 cases as among 200", async () => {
  await apply();
  const columns = (await env.DB.prepare(COPIED_COLUMNS).first<string>("names")) ?? "";
  vi.setSystemTime(monthsBefore(LATER, -3));
  const read: number[] = [];
  for (const [from, to] of [
    [1, 1000],
    [1001, 10_000],
  ] as const) {
    await env.DB.prepare(manyApplications(columns, from, to)).run();
    const counter = countingRows();
    expect(await thinCases({ ...env, DB: counter.DB }, new Date())).toBe(true);
    read.push(counter.rowsRead);
  }
  const [few = 0, many = 0] = read;
  expect(many).toBeLessThan(few * 1.1);
});
