import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { freshDatabase } from "../database.ts";
import { apply, type Colleague, guidanceOf, readCase, refusal, signedIn } from "../staff/staff.ts";

/** Statuses and reopening over the API. The rules are in test/model/case/statuses.test.ts. */

freshDatabase();

/** A Wednesday noon in Texas, when everybody may be called. */
const NOON = new Date("2026-11-18T12:00:00-06:00");
beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: NOON }));
afterEach(() => vi.useRealTimers());

async function progress(id: string) {
  return (await guidanceOf(id)).progress;
}

const move = (member: Colleague, id: string, from: string, to: string, outcome: string | null = null) =>
  member.post(`/api/desk/case/${id}/status`, { from, to, outcome });
const reached = (member: Colleague, id: string) => member.post(`/api/desk/case/${id}/calls`, { outcome: "reached" });
const reopen = (member: Colleague, id: string, to: string, reason = "They called back") =>
  member.post(`/api/desk/case/${id}/reopen`, { to, reason });

test("of several reopenings at once one counts, and says why", async () => {
  const [id, max] = [await apply(), await signedIn("manager", "max")];
  await reached(max, id);
  await move(max, id, "contacted", "with_lender");
  await move(max, id, "with_lender", "not_approved", "declined");
  expect(await readCase(max, id)).toMatchObject({ nextStatuses: [], reopenedStatuses: ["with_lender", "contacted"] });
  expect((await progress(id)).now).toMatchObject({ code: "closed" });

  vi.setSystemTime(NOON.getTime() + 3 * 60 * 60 * 1000);
  const answers = await Promise.all([1, 2, 3].map(() => reopen(max, id, "contacted", "Another lender takes it")));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  const { events, ...found } = await readCase(max, id);
  expect(found).toMatchObject({ status: "contacted", outcome: null, reopenedStatuses: [] });
  const event = { kind: "reopened", from: "not_approved", to: "contacted", outcome: "declined" };
  expect(events.at(-1)).toMatchObject({ by: "max", event: { ...event, reason: "Another lender takes it" } });
  expect(await progress(id)).toMatchObject({
    reopenedAt: new Date().toISOString(),
    now: { code: "talked", since: NOON.toISOString(), inCall: true },
  });
  await move(max, id, "contacted", "with_lender");
  await move(max, id, "with_lender", "approved", "approved_in_30_days");
  expect(await progress(id)).toMatchObject({ reopenedAt: null, now: { code: "closed", ending: "financed" } });
});

test("only a manager reopens, and only with a reason", async () => {
  const [id, max] = [await apply(), await signedIn("manager", "max")];
  const dana = await signedIn("specialist", "dana");
  await dana.post(`/api/desk/case/${id}/claim`);
  await move(dana, id, "in_review", "withdrawn", "undecided");
  expect(await refusal(await reopen(dana, id, "in_review"))).toBe("403 Only managers can reopen closed applications.");
  expect(await refusal(await reopen(max, id, "contacted"))).toMatch(/^409 .*had before: in review, submitted\.$/);
  for (const reason of ["", "x".repeat(501)]) expect((await reopen(max, id, "in_review", reason)).status).toBe(400);
  expect((await reopen(max, "unknown", "in_review")).status).toBe(404);
  await env.DB.prepare("update users set deactivatedAt = 1 where id = ?").bind(dana.id).run();
  expect((await reopen(max, id, "in_review")).status).toBe(200);
  expect(await env.DB.prepare("select ownerId from applications").first("ownerId")).toBeNull();
});
