import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Case } from "../../../web/desk/api.ts";
import { referenceOf } from "../../../worker/reference.ts";
import { freshDatabase } from "../database.ts";
import { apply, refusal, signedIn } from "../staff/staff.ts";
import { post } from "./call.ts";

/** Noted calls over the API. The rules are in test/model/case/calls.test.ts. */

freshDatabase();

/** A Monday morning in Texas. */
const NOW = Date.parse("2026-11-23T10:00:00-06:00");
const HOUR = 60 * 60_000;
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: NOW }));
afterEach(() => void vi.useRealTimers());

/** A case of dana's, and what she can do with it. */
async function claimed(changes: Parameters<typeof apply>[0] = {}) {
  const [id, dana] = [await apply(changes), await signedIn("specialist", "dana")];
  const path = `/api/desk/case/${id}`;
  await dana.post(`${path}/claim`);
  return {
    id,
    press: (body: object) => dana.post(`${path}/calls`, body),
    undo: (call: unknown) => dana.post(`${path}/calls/undo`, { call }),
    plan: (body: object) => dana.put(`${path}/next`, body),
    read: async () => (await dana.get(path)).json<Case>(),
  };
}

/** Everything that a call may change. */
async function stored(id: string) {
  const row = env.DB.prepare(
    `select status, nextKind, nextNote, nextAt, firstContactAt, firstContactBy,
      (select count(*) from appointments where endedAt is null) calls
     from applications where id = ?`,
  );
  return row.bind(id).first<Record<string, unknown>>();
}

test("one press after a call plans what comes next", async () => {
  const { press, read } = await claimed({ zip: "79936" });
  expect((await read()).next).toMatchObject({ note: "First call", isImplied: true, at: "2026-11-24T02:00:00.000Z" });
  const { next } = await (await press({ outcome: "noAnswer" })).json<{ next: object }>();
  expect(next).toEqual({ kind: "call", note: "Call again", at: NOW + 2 * HOUR });
  expect(await refusal(await press({ outcome: "askedToCallAt" }))).toBe("400 Choose a day and a time for the call");
  const at = (callAt: string) => press({ outcome: "askedToCallAt", callAt });
  expect(await refusal(await at("2026-11-23T15:00:00.000Z"))).toMatch(/^409 That time is over/);
  expect((await at("2026-11-24T18:30:00.000Z")).status).toBe(200);
  expect(await read()).toMatchObject({
    next: { kind: "call", isImplied: false, at: "2026-11-24T18:30:00.000Z" },
    firstContact: { at: new Date(NOW).toISOString(), by: "dana" },
  });
});

test("at night a call needs its time, and a stop does not", async () => {
  vi.setSystemTime(NOW + 12 * HOUR);
  const { id, press, read } = await claimed();
  const before = await stored(id);
  expect(await refusal(await press({ outcome: "reached", note: "Works nights" }))).toBe(
    "409 No call is lawful at this hour. Say when this one was made.",
  );
  expect(await refusal(await press({ outcome: "reached", calledAt: "" }))).toMatch(/^400 Choose the day and the time/);
  expect(await stored(id)).toEqual(before);
  const calledAt = new Date(NOW + HOUR).toISOString();
  expect((await press({ outcome: "reached", calledAt })).status).toBe(200);
  expect((await read()).firstContact).toMatchObject({ at: calledAt });
  expect((await press({ outcome: "askedToStop" })).status).toBe(200);
  expect((await read()).contactStoppedAt).not.toBeNull();
});

test("only who works on a case changes its plan", async () => {
  const { id, plan, read } = await claimed();
  const tomorrow = { kind: "papers", note: "Ask for the pay stub", at: "2026-11-24T17:00:00.000Z" };
  expect((await plan(tomorrow)).status).toBe(200);
  const { next, events } = await read();
  expect(next).toMatchObject(tomorrow);
  expect(events.at(-1)?.event.kind).toBe("nextAction");
  expect(await refusal(await plan({ ...tomorrow, note: "x".repeat(201) }))).toMatch(/^400 /);
  expect(await refusal(await plan({ ...tomorrow, at: "soon" }))).toBe("400 Choose a day and a time");
  const lee = await signedIn("specialist", "lee");
  expect(await refusal(await lee.put(`/api/desk/case/${id}/next`, tomorrow))).toMatch(/^409 dana works on/);
  expect(await refusal(await lee.put("/api/desk/case/x/next", tomorrow))).toMatch(/^404 /);
});

test("presses at once are one call, and undoing it restores the case", async () => {
  const { id, press, undo, read } = await claimed();
  await post(`/api/applications/${await referenceOf(env, id)}/appointment`, { startsAt: null });
  const before = await stored(id);
  const pressed = await Promise.all([1, 2, 3].map(() => press({ outcome: "reached" })));
  const calls = await Promise.all(pressed.map(async (each) => (await each.json<{ call: number }>()).call));
  expect(new Set(calls).size).toBe(1);
  expect(await stored(id)).toMatchObject({ status: "contacted", firstContactAt: NOW, calls: 0 });
  vi.setSystemTime(NOW + 30_000);
  for (let again = 0; again < 2; again++) expect((await undo(calls[0])).status).toBe(200);
  expect(await stored(id)).toEqual(before);
  expect((await read()).events.map(({ event }) => event.kind)).toEqual([
    ...["owner", "status", "callBooked", "call", "callDone", "status", "callUndone"],
  ]);
  expect(await refusal(await undo(999_999))).toMatch(/^409 There is no such call/);
});
