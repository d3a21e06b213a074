import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ARCHIVED } from "../../../db/backup.ts";
import { APPLICATION_KEPT_YEARS, ARCHIVED_AFTER_MONTHS, monthsBefore } from "../../../db/model/time/retention.ts";
import type { Case } from "../../../web/desk/api.ts";
import { archiveCases } from "../../../worker/case/archive.ts";
import { referenceOf } from "../../../worker/form/reference.ts";
import { continueErasures } from "../../../worker/operations/erased.ts";
import { call, callWith, post, postWith } from "../calls/call.ts";
import { applyByForm, askForCode, mailed } from "../contact/mailed-codes.ts";
import { countingRows } from "../counting-rows.ts";
import { freshDatabase } from "../database.ts";
import { answer, dealer, lender, permit } from "../directory/directory.ts";
import { COPIED_COLUMNS, manyApplications } from "../form/many-applications.ts";
import { purge } from "../operations/purge.ts";
import { envWithout, faultyEnv, interrupted } from "../routes/faults.ts";
import { apply, type Colleague, sessionOf, signedIn } from "../staff/staff.ts";

freshDatabase();

/** A Wednesday noon in Texas, one some weeks after it, and one long after it. */
const THEN = new Date("2025-08-13T12:00:00-05:00");
const SOON = new Date("2025-09-24T12:00:00-05:00");
const NOW = new Date("2026-11-18T12:00:00-06:00");
const HISTORY = ["case_events", "permissions", "appointments", "letters"];
const archives = [
  { what: "its history alone is", now: SOON, listed: 1, moved: HISTORY },
  { what: "the whole case is", now: NOW, listed: 0, moved: ["applications", "referrals", "outbox", ...HISTORY] },
];
/** Mails are forgotten by now, cases are not. */
const BETWEEN = new Date("2026-01-14T12:00:00-06:00");
beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: THEN }));
afterEach(() => vi.useRealTimers());

const stranger = { phone: "512 555 0177", email: "x@example.com" };

/** A case with something in every table, closed as approved and then left alone until all its mails are forgotten. */
async function oldCase(changes: Parameters<typeof apply>[0] = {}, merged: string[] = []) {
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
  await close(member, id, "with_lender", "approved", "approved_in_30_days");
  await mailed();
  await env.DB.prepare("update outbox set status = 'dropped' where kind = 'lenderLead'").run();
  return id;
}

async function close(member: Colleague, id: string, from: string, to: string, outcome: string) {
  const closed = await member.post(`/api/desk/case/${id}/status`, { from, to, outcome });
  expect([closed.status, await closed.text()]).toMatchObject([200, expect.anything()]);
}

/** The nights until then. */
async function archived(now = NOW) {
  vi.setSystemTime(now);
  return nights();
}

async function nights() {
  while (await purge(env, new Date()));
}

/** What the desk and the applicant see of a case. */
async function views(id: string) {
  const ana = await sessionOf((await env.DB.prepare("select id from users limit 1").first<string>("id")) ?? "");
  const ref = await referenceOf(env, id);
  const paths = ["", "/guidance", "/receipt", "/slots"].map((path) => `/api/applications/${ref}${path}`);
  const answers = [
    await ana.get(`/api/desk/case/${id}`),
    await ana.get(`/api/desk/case/${id}/letters`),
    ...(await Promise.all(paths.map((path) => call(path)))),
  ];
  return Promise.all(answers.map(async (answer) => [answer.status, await answer.json()]));
}

async function count(table: string) {
  return env.DB.prepare(`select count(*) n from ${table}`).first<number>("n");
}

/** Of cases and of what leads to them; entries of the audit log have files of their own. */
async function files() {
  const { objects } = await env.BACKUPS.list({ prefix: ARCHIVED });
  return objects.map(({ key }) => key).filter((key) => !key.startsWith(`${ARCHIVED}audit/`));
}

const forecasts = () => env.DB.prepare("select sum(count) n, sum(approved) approved from forecast_results").first();

describe.for(archives)("once $what in a file", ({ now, listed, moved }) => {
  test("desk and applicant find it as it was", async () => {
    const other = await apply();
    const id = await oldCase({}, [other]);
    if (now > BETWEEN) await archived(BETWEEN);
    vi.setSystemTime(now);
    const before = [await views(id), await views(other)];
    expect(before.flat().map(([status]) => status)).toEqual(Array(12).fill(200));
    const counted = await forecasts();
    await archived(now);
    for (const table of moved) expect(await count(table), table).toBe(0);
    expect(await count("applications")).toBe(2 * listed);
    expect(await forecasts(), "its forecast still counts").toEqual(counted);

    expect(await views(other)).toEqual(before[1]);
    expect(await views(id)).toEqual(before[0]);
    expect(await forecasts()).toEqual(counted);
    await archived(now);
    expect(await count("case_events"), "looking at it keeps it here for a day only").toBe(0);
  });

  test("a case is found by its whole id, phone number or address, and can be reopened", async () => {
    const id = await oldCase();
    const found = async (q: string) => {
      await archived(now);
      expect(await count("case_events")).toBe(0);
      const max = await signedIn("manager", crypto.randomUUID());
      const answered = await max.post("/api/desk/queue/search", { q });
      return (await answered.json<{ applications: { id: string }[] }>()).applications.map((each) => each.id);
    };
    expect(await found("Maria Lopez"), "a name is enough only for what the lists show").toEqual(listed ? [id] : []);
    for (const q of [id, "(210) 555-0123", "MARIA@example.com"]) expect(await found(q), q).toEqual([id]);
    const max = await signedIn("manager", "max");
    const reopened = await max.post(`/api/desk/case/${id}/reopen`, { to: "with_lender", reason: "They are back" });
    expect(reopened.status).toBe(200);
    await archived(now);
    expect(await count("case_events"), "open again").not.toBe(0);
  });

  test.each([
    ["its files", false],
    ["files that a restore put there", true],
  ])(
    "an applicant deletes it with a code: evidence stays, %s go, and nothing brings it back",
    async (_, isRestored) => {
      const id = await oldCase();
      await archived(now);
      // Cloudflare's API stores no metadata.
      if (isRestored)
        for (const key of await files()) await env.BACKUPS.put(key, (await env.BACKUPS.get(key))?.body ?? "");
      const ref = await referenceOf(env, id);
      const { code } = await askForCode(ref, "deletion");
      expect((await post(`/api/applications/${ref}/deletion/confirm`, { code })).status).toBe(200);
      expect(await count("kept_consents")).toBe(1);
      expect(await count("applications")).toBe(0);
      expect((await call(`/api/applications/${ref}`)).status, "before the file is gone").toBe(404);
      expect(await files()).toHaveLength(3);
      await continueErasures(env);
      expect(await files()).toEqual([]);
      expect((await call(`/api/applications/${ref}`)).status).toBe(404);
    },
  );

  test("a stop covers what is archived of the same person, whoever records it, and so does a correction to what is stopped there", async () => {
    const read = async (id: string) => {
      const somebody = await signedIn("manager", crypto.randomUUID());
      return (await somebody.get(`/api/desk/case/${id}`)).json<Case>();
    };
    const isStopped = async (id: string) => (await read(id)).contactStoppedAt !== null;
    const [byPhone, byEmail] = [
      await oldCase({ email: "m@example.com" }),
      await oldCase({ ...stranger, email: "maria@example.com" }),
    ];
    const before = (await read(byEmail)).events;
    await archived(now);
    const { ref, mails } = await applyByForm({ city: "Austin" });
    const [, proof = ""] = /#mail-(\w+)/.exec(mails[0]?.text ?? "") ?? [];
    await post(`/api/applications/${ref}/stop-contact`, { proof });
    expect(await isStopped(byEmail)).toBe(true);
    expect((await read(byEmail)).events.slice(0, -1), "all that happened before the stop").toEqual(before);
    expect((await read(byPhone)).flags, "whoever has only the phone is not stopped, but asked").toMatchObject([
      { code: "STOP_ASKED_ELSEWHERE" },
    ]);

    vi.setSystemTime(THEN);
    const [heard, wrote] = [await oldCase({ phone: "512 555 0101", email: "a@example.com" }), await oldCase(stranger)];
    const corrected = await apply({ phone: "512 555 0102", email: "c@example.com" });
    await archived(now);
    const max = await signedIn("manager", "max");
    const caller = await apply({ phone: "512 555 0101", email: "b@example.com" });
    await max.post(`/api/desk/case/${caller}/calls`, { outcome: "askedToStop" });
    expect(await isStopped(heard)).toBe(true);
    const written = await post("/api/contact", { name: "Ximena", message: "Please stop", replyTo: stranger.email });
    const message = await env.DB.prepare("select id from contact_messages").first<string>("id");
    const stopped = await max.post(`/api/desk/messages/${message}/stop`);
    expect([written.status, stopped.status]).toEqual([201, 200]);
    expect(await isStopped(wrote)).toBe(true);

    await env.DB.prepare("delete from contact_messages").run();
    vi.setSystemTime(monthsBefore(now, -2 * ARCHIVED_AFTER_MONTHS));
    await nights();
    const ana = await signedIn("manager", "ana");
    const correction = { email: "a@example.com", ground: "askedByPhone", reason: "They said so" };
    await ana.post(`/api/desk/case/${corrected}/claim`);
    await ana.post(`/api/desk/case/${corrected}/correct`, correction);
    expect(await isStopped(corrected)).toBe(true);
  });

  test("what happens while a case is being moved keeps it, and wherever a night dies, nothing is lost and the next one goes on", async () => {
    const id = await oldCase();
    vi.setSystemTime(now);
    const max = await signedIn("manager", "max");
    const note = () => max.post(`/api/desk/case/${id}/notes`, { text: "They called" });
    const meanwhile = faultyEnv(interrupted("r2", 3, note)).env;
    await archiveCases(meanwhile, new Date());
    expect(await count("case_events")).not.toBe(0);
    expect((await max.get(`/api/desk/case/${id}`)).status).toBe(200);

    vi.setSystemTime(monthsBefore(now, -ARCHIVED_AFTER_MONTHS - 1));
    let calls = 1;
    for (let dying = 1; calls >= dying; dying++) {
      calls = 0;
      const dies = faultyEnv(() => (++calls === dying ? "after" : null)).env;
      await archiveCases(dies, new Date()).catch(() => undefined);
      const ana = await signedIn("manager", crypto.randomUUID());
      expect((await ana.get(`/api/desk/case/${id}`)).status, `dead after call ${dying}`).toBe(200);
    }
    await nights();
    expect(await count("case_events")).toBe(0);
  });

  test("while the files cannot be reached, an old case is not said to be unknown, and what is in the database works", async () => {
    const old = await referenceOf(env, await oldCase());
    const open = await referenceOf(env, await apply());
    await archived(now);
    expect((await callWith(envWithout("r2"), `/api/applications/${old}`)).status).toBe(503);
    expect((await callWith(envWithout("r2"), `/api/applications/${open}/guidance`)).status).toBe(200);
    const here = await referenceOf(env, await apply());
    expect((await postWith(envWithout("r2"), `/api/applications/${here}/stop-contact`, {})).status).toBe(503);
    expect(await (await call(`/api/applications/${here}/guidance`)).json()).toMatchObject({
      progress: { now: { code: "stopped" } },
    });
  });
});

test("an open case, one with anything younger, and one whose lead is still owed or dead stay", async () => {
  const [open, young] = [await apply(), await apply()];
  const [mainOfYoung, touched, owed] = [await oldCase({}, [young]), await oldCase(), await oldCase()];
  await env.DB.prepare(
    "update outbox set status = 'dead' where kind = 'lenderLead' and subjectId in (select id from referrals where applicationId = ?)",
  )
    .bind(owed)
    .run();
  vi.setSystemTime(monthsBefore(NOW, ARCHIVED_AFTER_MONTHS - 1));
  const max = await signedIn("manager", "max");
  for (const id of [touched, young]) await max.post(`/api/desk/case/${id}/notes`, { text: "They called" });
  await archived();
  const { results } = await env.DB.prepare("select id from applications order by number").all<{ id: string }>();
  expect(results.map(({ id }) => id)).toEqual([open, young, mainOfYoung, touched, owed]);
});

test("for a year after its history was moved, a case stays in the desk's lists, figures and export", async () => {
  await oldCase({ fullName: "Rosalinda Quintanilla" });
  vi.setSystemTime(SOON);
  const max = await sessionOf(
    (await env.DB.prepare("select ownerId from applications").first<string>("ownerId")) ?? "",
  );
  const exported = async () => (await max.get("/api/desk/export")).text();
  const shown = async () => {
    const paths = ["queue?show=closed", "dashboard?weeks=12", "forecast"].map((path) => `/api/desk/${path}`);
    return Promise.all(paths.map(async (path) => (await max.get(path)).json()));
  };
  const before = [await shown(), await exported()];
  await archived(SOON);
  expect(await count("case_events")).toBe(0);
  expect([await shown(), await exported()]).toEqual(before);
});

test("a slice of a night reads as few rows among 2,000 cases that are due as among 200", async () => {
  await apply();
  const columns = (await env.DB.prepare(COPIED_COLUMNS).first<string>("names")) ?? "";
  vi.setSystemTime(NOW);
  const read: number[] = [];
  for (const [from, to] of [
    [1, 1000],
    [1001, 10_000],
  ] as const) {
    await env.DB.prepare(manyApplications(columns, from, to)).run();
    const counter = countingRows();
    expect(await archiveCases({ ...env, DB: counter.DB }, NOW)).toBe(true);
    read.push(counter.rowsRead);
  }
  const [few = 0, many = 0] = read;
  expect(many).toBeLessThan(few * 1.1);
});

test("a file goes within the month in which its application is seven years old, with what leads to it", async () => {
  await oldCase();
  await archived();
  expect(await files()).toHaveLength(3);
  const end = monthsBefore(THEN, -12 * APPLICATION_KEPT_YEARS);
  vi.setSystemTime(monthsBefore(end, 1));
  await nights();
  expect(await files()).toHaveLength(3);
  vi.setSystemTime(end);
  await nights();
  expect(await files()).toEqual([]);
});
