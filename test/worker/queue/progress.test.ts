import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { promiseState } from "../../../db/model/case/promise.ts";
import { weWillAnswer } from "../../../db/model/time/promised-time.ts";
import type { MyDay, QueuedApplication } from "../../../web/desk/api.ts";
import { referenceOf } from "../../../worker/reference.ts";
import { call } from "../calls/call.ts";
import { mailed } from "../contact/mailed-codes.ts";
import { freshDatabase } from "../database.ts";
import { answer, lender, permit } from "../directory/directory.ts";
import { apply, type Colleague, guidanceOf, sessionOf, signedIn } from "../staff/staff.ts";

/** What applicants read about where they stand. The rules are in test/model/queue/progress.test.ts. */

freshDatabase();

/** A Friday morning in Texas. */
const FRIDAY = "2026-11-20T10:00:00-06:00";
const at = (local: string) => vi.setSystemTime(new Date(local));
beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: new Date(FRIDAY) }));
afterEach(() => vi.useRealTimers());

/** A part of a mail without spaces that do not break. */
function plain(part = "") {
  return part.replace(/\s/g, " ");
}

async function progress(id: string) {
  return (await guidanceOf(id)).progress;
}

async function claimed() {
  const [id, dana] = [await apply(), await signedIn("specialist", "dana")];
  const path = `/api/desk/case/${id}`;
  await dana.post(`${path}/claim`);
  const does = async (what: string, body: object) => (await dana.post(`${path}/${what}`, body)).status;
  return { id, dana, does };
}

/** When they apply (Central), when our answer is due, and its words to them and at the desk. */
for (const [words, sentAt, end, [said, atDesk]] of [
  [
    "a Friday morning",
    FRIDAY,
    "2026-11-20T20:00:00-06:00",
    ["We’ll call you by Friday, 8 PM Central.", "Due today by 8 PM"],
  ],
  [
    "the Saturday before clocks go forward",
    "2027-03-13T21:00:00-06:00",
    "2027-03-15T20:00:00-05:00",
    ["We’ll call you by Monday, 8 PM Central.", "Due by Mon 8 PM"],
  ],
] as const) {
  test(`whoever applies on ${words} is promised the same everywhere`, async () => {
    at(sentAt);
    const { id, dana } = await claimed();
    const by = new Date(end).toISOString();
    expect((await progress(id)).now).toEqual({ code: "call", by, missed: null });
    expect(weWillAnswer("call", by, new Date())).toBe(said);
    const [mail] = await mailed();
    for (const part of [mail?.text, mail?.html]) {
      expect(plain(part)).toContain(said);
      expect(plain(part)).toContain("within 24 hours or the next business day");
      expect(part).not.toMatch(/today/i);
    }
    expect(await atTheDesk(dana)).toEqual({ queue: [atDesk], myDay: [`, ${by}`] });

    vi.setSystemTime(new Date(end).getTime() + 1);
    expect((await progress(id)).now).toEqual({ code: "call", by: null, missed: by });
    expect(await atTheDesk(dana)).toEqual({
      queue: [expect.stringMatching(/^Overdue since \w{3} \d+$/)],
      myDay: [`, ${by}, late`],
    });
  });
}

/** What the queue and a member's day say about the only application, which is theirs. */
async function atTheDesk({ id }: Colleague) {
  const member = await sessionOf(id);
  const { applications } = await (await member.get("/api/desk/queue")).json<{ applications: QueuedApplication[] }>();
  const { due } = await (await member.get("/api/desk/my-day")).json<MyDay>();
  return {
    queue: applications.map((application) => promiseState(application, new Date()).words),
    myDay: due.flatMap(({ items }) => items.map(({ at, why, isLate }) => `${why}, ${at}${isLate ? ", late" : ""}`)),
  };
}

test("the confirmation's address and state are told as they are", async () => {
  const { id, dana, does } = await claimed();
  const correct = (email: string) =>
    does("correct", { ground: "askedByPhone", reason: "A letter was wrong", email }).then((status) =>
      expect(status).toBe(201),
    );
  expect((await guidanceOf(id)).confirmation).toBe("owed");
  await correct("rosa@example.com");
  await mailed();
  expect((await guidanceOf(id)).confirmation, "went to the new address").toBe("sent");
  at("2026-11-20T12:00:00-06:00");
  await correct("rosa.diaz@example.com");
  expect((await guidanceOf(id)).confirmation).toBe("formerAddress");

  const stopped = await apply({ email: "joe@example.com", phone: "512 555 0177" });
  await dana.post(`/api/desk/case/${stopped}/stop`, { how: "phone" });
  expect((await guidanceOf(stopped)).confirmation, "still owed").toBe("stopped");
  await mailed();
  expect((await guidanceOf(stopped)).confirmation).toBe("stopped");
});

test("a late confirmation promises no hours once our promise is broken", async () => {
  await apply();
  at("2026-11-20T20:00:00-06:00");
  const [mail] = await mailed();
  for (const part of [mail?.text, mail?.html]) {
    expect(plain(part)).toContain("We’ll call you as soon as we can.");
    expect(part).not.toMatch(/24 (business )?hours/);
  }
});

test("each stage names the open question, the papers and the lenders", async () => {
  const { id, does } = await claimed();
  const [pecan, live] = [await lender("Pecan Credit Union"), await lender("Live Oak Bank")];
  await does("calls", { outcome: "reached" });
  const papers = { from: "contacted", to: "docs_requested", papers: ["payStub", "mortgage"] };
  expect(await does("status", papers), "an unknown paper").toBe(400);
  expect(await does("status", { ...papers, papers: ["payStub"] }), "by a mail").toBe(201);
  expect(await progress(id)).toMatchObject({ isAsked: false, now: { code: "papers" } });
  await does("permissions", pecan);
  expect(await progress(id)).toMatchObject({ isAsked: true });
  await answer(id, pecan, "yes");
  expect(await does("send", pecan)).toBe(201);
  expect(await progress(id), "still on its way").toMatchObject({
    isAsked: false,
    now: { code: "lender", recipients: [] },
  });
  await mailed();
  const has = { name: "Pecan Credit Union", kind: "lender", at: new Date(FRIDAY).toISOString() };
  expect((await progress(id)).now).toMatchObject({ code: "lender", recipients: [has] });
  const max = await signedIn("manager", "max");
  await permit(max, id, live);
  await does("send", live);
  await mailed();
  at("2026-11-20T11:00:00-06:00");
  await answer(id, pecan, "no");
  expect((await progress(id)).now).toMatchObject({ recipients: [{ name: "Live Oak Bank" }] });
  await answer(id, live, "no");
  at("2026-11-20T12:00:00-06:00");
  await answer(id, live, "yes");
  expect((await progress(id)).now, "a new yes, and nothing sent on it").toMatchObject({ recipients: [] });
  await does("status", { from: "with_lender", to: "approved", outcome: "approved_in_30_days" });
  expect((await progress(id)).now).toMatchObject({ code: "closed", ending: "financed", other: null });
  const text = await (await call(`/api/applications/${await referenceOf(env, id)}/guidance`)).text();
  expect(text).not.toMatch(/dana|approved|declined|docs_requested|in_review|ownerId|"outcome":"reached/);
});
