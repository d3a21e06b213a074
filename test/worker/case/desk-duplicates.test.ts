import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { referenceOf } from "../../../worker/reference.ts";
import { call, post, postWith } from "../calls/call.ts";
import { mailed } from "../contact/mailed-codes.ts";
import { freshDatabase } from "../database.ts";
import { dealer, permit } from "../directory/directory.ts";
import { envLosingReply } from "../routes/faults.ts";
import { apply, type Colleague, guidanceOf, readCase, refusal, signedIn } from "../staff/staff.ts";

/** Merging and splitting over the API. The rules are in test/model/case/merging.test.ts. */

freshDatabase();

/** A Friday morning in Texas. */
const FRIDAY = "2026-11-20T10:00:00-06:00";
const SLOT = "2026-11-20T21:00:00.000Z";
const at = (local: string) => vi.setSystemTime(new Date(local));
beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: new Date(FRIDAY) }));
afterEach(() => vi.useRealTimers());

/** Shares nothing with the example but what a test adds. */
const stranger = { phone: "512 555 0177", email: "x@example.com" };

function merge(member: Colleague, id: string, other: string) {
  return member.post(`/api/desk/case/${id}/merge`, { other });
}

function split(member: Colleague, id: string, other: string) {
  return member.post(`/api/desk/case/${id}/split`, { other });
}

async function book(id: string, startsAt: string | null) {
  return post(`/api/applications/${await referenceOf(env, id)}/appointment`, { startsAt });
}

/** All columns that merging could change, and the time of the call. */
function rowOf(id: string) {
  return env.DB.prepare(
    `select status, outcome, ownerId, mergedInto, nextKind, nextNote, nextAt, dueAt, contactStoppedAt, contactResumedAt, firstContactAt,
      flagsJson, consentRecord, (select json_array(startsAt, dueAt) from appointments where applicationId = applications.id
      and endedAt is null) call from applications where id = ?`,
  )
    .bind(id)
    .first<Record<string, unknown>>();
}

async function mailedTo() {
  return (await mailed()).map(({ subject }) => subject);
}

test("a merged case shows both applications, each with its own evidence", async () => {
  const main = await apply();
  at("2026-11-20T11:00:00-06:00");
  const other = await apply({ city: "Austin" });
  const max = await signedIn("manager", "max");
  await max.post(`/api/desk/case/${other}/notes`, { text: "Prefers mornings" });
  const hill = await dealer();
  await permit(max, other, hill);
  expect((await max.post(`/api/desk/case/${other}/send`, hill)).status).toBe(201);
  await mailedTo();
  expect((await readCase(max, main)).duplicates).toMatchObject([{ id: other, samePhone: 1, mergeRefusal: null }]);
  expect((await merge(max, main, other)).status).toBe(200);

  const shown = await readCase(max, main);
  expect(shown).toMatchObject({ status: "submitted", duplicates: [], mergedInto: null });
  const [part] = shown.merged;
  expect(part?.id).toBe(other);
  expect(part?.events.map(({ event }) => event.kind)).toEqual([
    "note",
    "permissionAsked",
    "permissionGiven",
    "merged",
    "status",
  ]);
  expect(part?.referrals).toMatchObject([{ recipientName: "Hill Country Motors" }]);
  expect(part?.consent.receivedAt).not.toBe(shown.consent.receivedAt);
  expect(shown.referrals, "the permission was for the other one").toEqual([]);
  expect(await readCase(max, other)).toMatchObject({
    status: "duplicate",
    outcome: "undecided",
    mergedInto: { id: main, fullName: "Maria Lopez", spokenReference: shown.spokenReference },
    duplicates: [],
  });
  expect((await guidanceOf(main)).progress.now).toMatchObject({ code: "call" });
  expect((await guidanceOf(other)).progress.now).toEqual({
    code: "closed",
    since: "2026-11-20T17:00:00.000Z",
    ending: "duplicate",
    other: { appliedAt: new Date(FRIDAY).toISOString(), isConfirmed: true },
  });
  const text = await (await call(`/api/applications/${await referenceOf(env, other)}/guidance`)).text();
  expect(text).not.toContain(await referenceOf(env, main));
  expect(text).not.toContain(main);
});

test("a split puts back status, next action and call, with one mail", async () => {
  const [first, second, other] = [await apply(), await apply(), await apply()];
  const dana = await signedIn("specialist", "dana");
  for (const id of [first, second, other]) await dana.post(`/api/desk/case/${id}/claim`);
  await env.DB.prepare("update applications set nextKind = 'call', nextNote = 'Ask', nextAt = 5 where id = ?")
    .bind(other)
    .run();
  expect((await book(other, SLOT)).status).toBe(200);
  await mailedTo();
  const before = await rowOf(other);
  expect(before).toMatchObject({ status: "in_review", nextKind: "call", nextAt: 5 });

  expect((await merge(dana, first, other)).status, "a mail is owed").toBe(201);
  expect(await rowOf(other)).toMatchObject({ status: "duplicate", mergedInto: first, nextKind: null, call: null });
  expect(await mailedTo()).toEqual(["Your call is canceled"]);
  const parted = await postWith(envLosingReply(), `/api/desk/case/${first}/split`, { other }, dana.headers);
  expect(parted.status).toBe(201);
  expect(await rowOf(other)).toEqual(before);
  expect(await mailedTo()).toEqual(["Your call with a specialist"]);
  expect((await guidanceOf(other)).progress.now).toEqual({ code: "bookedCall" });

  at("2026-11-20T12:00:00-06:00");
  await merge(dana, second, other);
  await dana.post(`/api/desk/case/${first}/status`, { from: "in_review", to: "withdrawn", outcome: "undecided" });
  expect((await guidanceOf(other)).progress.now).toMatchObject({ ending: "duplicate", other: { isConfirmed: true } });
  expect(await refusal(await split(dana, first, other))).toBe("409 These two applications are not merged.");
  const kinds = async (id: string) =>
    (await readCase(dana, id)).events
      .map(({ event }) => event.kind)
      .filter((kind) => kind === "merged" || kind === "split");
  expect(await kinds(other)).toEqual(["merged", "split", "merged"]);
  expect(await kinds(first)).toEqual(["merged", "split"]);
  expect(await kinds(second)).toEqual(["merged"]);
});

test("of two merged into each other at once, one goes on", async () => {
  const [one, two] = [await apply(), await apply()];
  const max = await signedIn("manager", "max");
  const answers = await Promise.all([merge(max, one, two), merge(max, two, one), merge(max, one, two)]);
  expect(answers.map(({ status }) => status).toSorted()[0]).toBe(200);
  const { results } = await env.DB.prepare("select mergedInto from applications where outcome is null").run();
  expect(results).toEqual([{ mergedInto: null }]);
  const count = await env.DB.prepare("select count(*) n from case_events where event ->> '$.kind' = 'merged'").first(
    "n",
  );
  expect(count).toBe(2);
  const { results: logged } = await env.DB.prepare("select subjectId from audit where change is not null").run();
  expect(logged).toHaveLength(1);
});

test("a stop of either counts for both while they are merged", async () => {
  const [main, other] = [await apply(), await apply(stranger)];
  const max = await signedIn("manager", "max");
  expect((await readCase(max, main)).duplicates).toMatchObject([{ samePhone: 0, sameEmail: 0, sameName: 1 }]);
  await merge(max, main, other);
  at("2026-11-20T11:00:00-06:00");
  await max.post(`/api/desk/case/${main}/stop`, { how: "phone" });
  const stopped = { contactStoppedAt: Date.parse("2026-11-20T11:00:00-06:00") };
  for (const id of [main, other]) expect(await rowOf(id)).toMatchObject(stopped);
  const wrote = await apply({ ...stranger, phone: "713 555 0133", email: "wrote@example.com" });
  await merge(max, wrote, await apply({ phone: "713 555 0144", email: "other@example.com" }));
  await post("/api/contact", { name: "Maria", message: "Do not call me any more.", replyTo: "other@example.com" });
  const messageId = await env.DB.prepare("select id from contact_messages").first<string>("id");
  expect((await max.post(`/api/desk/messages/${messageId}/stop`)).status).toBe(200);
  expect(await rowOf(wrote), "in a message").toMatchObject(stopped);
});

test("to delete one of two merged applications keeps the other whole", async () => {
  const [main, other, third] = [await apply(), await apply(), await apply()];
  const max = await signedIn("manager", "max");
  await merge(max, main, other);
  await merge(max, main, third);
  const remove = (id: string) => env.DB.prepare("delete from applications where id = ?").bind(id).run();
  await remove(third);
  expect((await readCase(max, main)).merged.map(({ id }) => id)).toEqual([other]);
  await remove(main);
  expect(await rowOf(other)).toMatchObject({ status: "duplicate", mergedInto: null });
  expect((await guidanceOf(other)).progress.now).toMatchObject({ ending: "duplicate", other: null });
  expect((await readCase(max, other)).mergedInto).toBeNull();
});
