import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { introductionWords } from "../../db/model/permission.ts";
import type { Guidance } from "../../web/api.ts";
import type { Case } from "../../web/desk/api.ts";
import { referenceOf } from "../../worker/reference.ts";
import { call, post } from "./call.ts";
import { freshDatabase } from "./database.ts";
import { dealer, lender, permit, type Recipient } from "./directory.ts";
import { apply, type Colleague, refusal, signedIn } from "./staff.ts";

/** Statuses that follow from what was done, and what is reopened. */

freshDatabase();

/** A Wednesday noon in Texas, so that everybody may be called. */
const NOON = new Date("2026-11-18T12:00:00-06:00");
beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: NOON }));
afterEach(() => vi.useRealTimers());

async function scene() {
  return { id: await apply(), max: await signedIn("manager", "max") };
}

async function read(member: Colleague, id: string) {
  return (await member.get(`/api/desk/case/${id}`)).json<Case>();
}

async function statusOf(member: Colleague, id: string) {
  return (await read(member, id)).status;
}

async function progress(id: string) {
  const found = await call(`/api/applications/${await referenceOf(env, id)}/guidance`);
  return (await found.json<Guidance>()).progress;
}

const move = (member: Colleague, id: string, from: string, to: string, outcome: string | null = null) =>
  member.post(`/api/desk/case/${id}/status`, { from, to, outcome });
const reached = (member: Colleague, id: string) => member.post(`/api/desk/case/${id}/calls`, { outcome: "reached" });
const send = (member: Colleague, id: string, recipient: Recipient) =>
  member.post(`/api/desk/case/${id}/send`, recipient);
const reopen = (member: Colleague, id: string, to: string, reason = "They called back") =>
  member.post(`/api/desk/case/${id}/reopen`, { to, reason });

async function counted(name: string) {
  const total = env.DB.prepare("select coalesce(sum(count), 0) n from hourly_counts where name = ?");
  return total.bind(name).first<number>("n");
}

async function forecastResults() {
  return env.DB.prepare(
    "select coalesce(sum(count), 0) n, coalesce(sum(approved), 0) approved from forecast_results",
  ).first();
}

test("what was submitted is in review once somebody claims it, and claiming again moves nothing", async () => {
  const { id, max } = await scene();
  expect((await max.post(`/api/desk/case/${id}/claim`)).status).toBe(200);
  expect(await statusOf(max, id)).toBe("in_review");
  await reached(max, id);
  await max.post(`/api/desk/case/${id}/release`);
  await max.post(`/api/desk/case/${id}/claim`);
  expect(await statusOf(max, id)).toBe("contacted");
});

test("what is sent to a lender is with a lender, and to a dealer introduced; neither leads back", async () => {
  const { id, max } = await scene();
  const [pecan, hills, oak] = [await lender("Pecan"), await dealer("Hills"), await lender("Oak")];
  await reached(max, id);
  for (const [recipient, status] of [
    [pecan, "with_lender"],
    [hills, "introduced"],
    [oak, "introduced"],
  ] as const) {
    await permit(max, id, recipient);
    expect((await send(max, id, recipient)).status).toBe(201);
    expect(await statusOf(max, id)).toBe(status);
  }
  const events = (await read(max, id)).events.flatMap(({ event }) => (event.kind === "status" ? [event] : []));
  expect(events.map(({ from, to }) => `${from} to ${to}`)).toEqual([
    "submitted to in_review",
    "in_review to contacted",
    "contacted to with_lender",
    "with_lender to introduced",
  ]);
  expect((await progress(id)).steps.map(({ name, state }) => `${name} ${state}`)).toEqual([
    "received done",
    "reading done",
    "talk done",
    "lender done",
    "introduced now",
  ]);
});

test("while nobody has spoken with the applicant, sending keeps the promise of a call; a yes on the phone was a talk", async () => {
  const { id, max } = await scene();
  const [pecan, oak] = [await lender("Pecan"), await lender("Oak")];
  await permit(max, id, pecan);
  await send(max, id, pecan);
  expect(await statusOf(max, id)).toBe("submitted");
  expect((await progress(id)).now).toMatchObject({ code: "call" });
  const words = introductionWords("lender", "Oak");
  expect((await max.post(`/api/desk/case/${id}/permissions/phone`, { ...oak, words, decision: "yes" })).status).toBe(
    201,
  );
  await send(max, id, oak);
  expect(await statusOf(max, id)).toBe("with_lender");
  expect(await counted("contactedInTime"), "the first contact").toBe(1);
});

test("a first contact is counted once, however far it leads", async () => {
  const { id, max } = await scene();
  expect((await move(max, id, "submitted", "docs_requested")).status).toBe(200);
  await move(max, id, "docs_requested", "with_lender");
  expect(await counted("contactedInTime")).toBe(1);
});

test("of a lead and an ending at once, no lead is owed that an ending came before", async () => {
  const { max } = await scene();
  const recipient = await lender();
  for (let round = 0; round < 5; round++) {
    const id = await apply({ email: `m${round}@example.com`, phone: `512 555 010${round}` });
    await reached(max, id);
    await permit(max, id, recipient);
    const [sent, closed] = await Promise.all([
      send(max, id, recipient),
      move(max, id, "contacted", "withdrawn", "undecided"),
    ]);
    const { status, referrals } = await read(max, id);
    expect([sent.status, closed.status].toSorted(), status).toEqual([sent.status === 201 ? 201 : 200, 409]);
    expect(status).toBe(sent.status === 201 ? "with_lender" : "withdrawn");
    expect(referrals).toHaveLength(sent.status === 201 ? 1 : 0);
  }
});

test("of a lead and a move at once, the status ends where the later of both leads", async () => {
  const { id, max } = await scene();
  const recipient = await lender();
  await reached(max, id);
  await permit(max, id, recipient);
  const [sent, moved] = await Promise.all([send(max, id, recipient), move(max, id, "contacted", "docs_requested")]);
  expect(sent.status).toBe(201);
  expect([200, 409]).toContain(moved.status);
  if (moved.status === 409) expect(await refusal(moved)).toMatch(/^409 .*with a lender/);
  expect(await statusOf(max, id)).toBe("with_lender");
});

test("a manager reopens with a reason: no outcome, no count of it, the forecast follows, and the timeline says why", async () => {
  const { id, max } = await scene();
  await reached(max, id);
  await move(max, id, "contacted", "with_lender");
  await move(max, id, "with_lender", "not_approved", "declined");
  expect(await counted("declined")).toBe(1);
  expect(await forecastResults()).toEqual({ n: 1, approved: 0 });
  expect(await read(max, id)).toMatchObject({ nextStatuses: [], reopenedStatuses: ["with_lender", "contacted"] });
  expect((await progress(id)).now).toMatchObject({ code: "closed" });

  vi.setSystemTime(NOON.getTime() + 3 * 60 * 60 * 1000);
  const at = new Date().toISOString();
  expect((await reopen(max, id, "contacted", "Another lender takes it")).status).toBe(200);
  expect(await counted("declined")).toBe(0);
  expect(await forecastResults()).toEqual({ n: 0, approved: 0 });
  const { status, outcome, events, reopenedStatuses } = await read(max, id);
  expect({ status, outcome, reopenedStatuses }).toEqual({ status: "contacted", outcome: null, reopenedStatuses: [] });
  expect(events.at(-1)).toMatchObject({
    by: "max",
    event: {
      kind: "reopened",
      from: "not_approved",
      to: "contacted",
      outcome: "declined",
      reason: "Another lender takes it",
    },
  });
  const { now, steps, reopenedAt } = await progress(id);
  expect(reopenedAt).toBe(at);
  expect(now, "as it was").toEqual({ code: "talked", since: NOON.toISOString(), inCall: true });
  expect(steps.map(({ name, state, at }) => `${name} ${state} ${at !== null}`)).toEqual([
    "received done true",
    "reading done true",
    "talk now true",
    "documents ahead false",
    "lender ahead false",
    "introduced ahead false",
  ]);
  await move(max, id, "contacted", "with_lender");
  await move(max, id, "with_lender", "approved", "approved_in_30_days");
  expect(await counted("approved_in_30_days")).toBe(1);
  expect(await forecastResults()).toEqual({ n: 1, approved: 1 });
  expect(await progress(id)).toMatchObject({ reopenedAt: null, now: { code: "closed", ending: "financed" } });
});

test("a status that only a call that was undone led to was never had", async () => {
  const { id, max } = await scene();
  const { call: noted } = await (await reached(max, id)).json<{ call: number }>();
  expect((await max.post(`/api/desk/case/${id}/calls/undo`, { call: noted })).status).toBe(200);
  await move(max, id, "submitted", "withdrawn", "undecided");
  expect((await read(max, id)).reopenedStatuses).toEqual(["submitted"]);
  expect(await refusal(await reopen(max, id, "contacted"))).toMatch(/^409 .*had before: submitted\.$/);
  expect((await reopen(max, id, "submitted")).status).toBe(200);
});

test("what is reopened stays with its owner, or is nobody's when they have left", async () => {
  const { id, max } = await scene();
  const dana = await signedIn("specialist", "dana");
  const ownerId = () => env.DB.prepare("select ownerId from applications").first("ownerId");
  await dana.post(`/api/desk/case/${id}/claim`);
  await move(dana, id, "in_review", "withdrawn", "undecided");
  await reopen(max, id, "in_review");
  expect(await ownerId()).toBe(dana.id);
  await move(dana, id, "in_review", "withdrawn", "undecided");
  await env.DB.prepare("update users set deactivatedAt = 1 where id = ?").bind(dana.id).run();
  await reopen(max, id, "in_review");
  expect(await ownerId()).toBeNull();
});

test("only a manager reopens, only what is closed, with a status that it has had, and with a reason", async () => {
  const { id, max } = await scene();
  const dana = await signedIn("specialist", "dana");
  expect(await refusal(await reopen(max, id, "submitted"))).toBe("409 This application is open.");
  await move(max, id, "submitted", "withdrawn", "undecided");
  expect(await refusal(await reopen(dana, id, "submitted"))).toBe("403 Only managers can reopen closed applications.");
  expect(await refusal(await reopen(max, id, "contacted"))).toBe(
    "409 An application is reopened with a status that it has had before: submitted.",
  );
  expect((await reopen(max, id, "submitted", "")).status).toBe(400);
  expect((await reopen(max, id, "submitted", "x".repeat(501))).status).toBe(400);
  expect((await reopen(max, id, "submitted")).status).toBe(200);
  expect((await reopen(max, "unknown", "submitted")).status).toBe(404);
});

test("of two who reopen at once one does, and the outcome is taken out once", async () => {
  const { id, max } = await scene();
  await move(max, id, "submitted", "withdrawn", "undecided");
  await move(
    max,
    await apply({ email: "other@example.com", phone: "512 555 0177" }),
    "submitted",
    "withdrawn",
    "undecided",
  );
  expect(await counted("undecided")).toBe(2);
  const answers = await Promise.all(Array.from({ length: 5 }, () => reopen(max, id, "submitted")));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
  expect(await counted("undecided")).toBe(1);
  expect((await read(max, id)).events.filter(({ event }) => event.kind === "reopened")).toHaveLength(1);
});

test("calls that ended stay ended, and a stop stays a stop", async () => {
  const { id, max } = await scene();
  await post(`/api/applications/${await referenceOf(env, id)}/appointment`, { startsAt: null });
  expect((await read(max, id)).appointment).not.toBeNull();
  await max.post(`/api/desk/case/${id}/stop`, { how: "phone" });
  await move(max, id, "submitted", "withdrawn", "undecided");
  await reopen(max, id, "submitted");
  const { appointment, contactStoppedAt, contact } = await read(max, id);
  expect(appointment).toBeNull();
  expect(contactStoppedAt).not.toBeNull();
  expect(contact.call.allowed).toBe(false);
  expect((await progress(id)).now).toMatchObject({ code: "stopped" });
});

test("an application that was merged into another one is not reopened, but split", async () => {
  const { id: main, max } = await scene();
  const id = await apply();
  expect((await max.post(`/api/desk/case/${main}/merge`, { other: id })).status).toBe(200);
  expect(
    await refusal(await max.post(`/api/desk/case/${id}/reopen`, { to: "submitted", reason: "Not the same" })),
  ).toBe("409 This application was merged into another one. Split the two again there.");
  expect((await max.post(`/api/desk/case/${main}/split`, { other: id })).status).toBe(200);
  expect(await statusOf(max, id)).toBe("submitted");
});
