import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DAY_MS } from "../../../db/model/time/clock.ts";
import { continueErasures } from "../../../worker/operations/erased.ts";
import { jobs } from "../../../worker/operations/jobs.ts";
import { call, post } from "../calls/call.ts";
import { askForCode, mailed } from "../contact/mailed-codes.ts";
import { freshDatabase } from "../database.ts";
import { purge } from "../operations/purge.ts";
import { envWithout, faultyEnv, interrupted } from "../routes/faults.ts";
import { apply, signedIn } from "../staff/staff.ts";
import { asked, pdf, type Sender, stored } from "./files.ts";

freshDatabase();
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

/** Somebody who sent a pay stub. */
async function sent() {
  const maria = await asked("payStub");
  expect((await maria.send("payStub", pdf({ pages: 2, more: `% ${maria.id}\n` }))).status).toBe(200);
  return maria;
}

/** What a night leaves after so many days. */
async function leftAfter(days: number) {
  vi.setSystemTime(Date.now() + days * DAY_MS);
  while (await purge(env)) {
    // The next slice.
  }
  const rows = await env.DB.prepare("select count(*) n from papers").first<number>("n");
  return { rows, objects: (await stored()).length };
}

const NOTHING = { rows: 0, objects: 0 };
const ALL = { rows: 1, objects: 1 };

/** A manager does something to the case. Sign-ins do not last as long as these tests go on. */
async function atTheDesk(id: string, path: string, body: object) {
  const manager = await signedIn("manager", `at-${Date.now()}`);
  expect((await manager.post(`/api/desk/case/${id}/${path}`, body)).ok).toBe(true);
}

function close(id: string, from = "docs_requested") {
  return atTheDesk(id, "status", { from, to: "withdrawn", outcome: "undecided" });
}

async function deleteApplication({ ref }: Sender) {
  await mailed();
  const { code } = await askForCode(ref, "deletion");
  expect((await post(`/api/applications/${ref}/deletion/confirm`, { code })).status).toBe(200);
}

test("papers go 30 days after the end, whatever is noted later", async () => {
  const maria = await sent();
  expect(await leftAfter(60)).toEqual(ALL);
  await close(maria.id);
  expect(await leftAfter(20)).toEqual(ALL);
  await atTheDesk(maria.id, "notes", { text: "She called" });
  expect(await leftAfter(9)).toEqual(ALL);
  expect(await leftAfter(1)).toEqual(NOTHING);
  expect((await call(`/api/applications/${maria.ref}`)).status).toBe(200);
});

test("papers of a reopened case stay until it ends again", async () => {
  const maria = await sent();
  await close(maria.id);
  await leftAfter(20);
  await atTheDesk(maria.id, "reopen", { to: "docs_requested", reason: "She called" });
  expect(await leftAfter(40)).toEqual(ALL);
  await close(maria.id);
  expect(await leftAfter(29)).toEqual(ALL);
  expect(await leftAfter(1)).toEqual(NOTHING);
});

test("papers of a merged application stay as long as its case", async () => {
  const maria = await sent();
  const main = await apply();
  await atTheDesk(main, "merge", { other: maria.id });
  expect(await leftAfter(60)).toEqual(ALL);
  await close(main, "submitted");
  expect(await leftAfter(30)).toEqual(NOTHING);
});

test("papers go after two years even if nothing ended", async () => {
  await sent();
  expect(await leftAfter(729)).toEqual(ALL);
  expect(await leftAfter(2)).toEqual(NOTHING);
});

test("a night forgets more files than a statement takes values", async () => {
  const maria = await sent();
  await env.DB.prepare(
    `with recursive n(i) as (values(1) union all select i + 1 from n where i < 450)
     insert into papers select id || i, applicationId, paper, size, sha256 || i, secret, createdAt, type from papers, n`,
  ).run();
  await close(maria.id);
  expect(await leftAfter(31)).toEqual(NOTHING);
});

test("a night looks past files that stay, until it has seen all", async () => {
  await sent();
  const copies = (createdAt: string, count: number) =>
    env.DB.prepare(
      `with recursive n(i) as (values(1) union all select i + 1 from n where i < ${count})
       insert into papers (id, applicationId, paper, size, sha256, secret, createdAt)
       select ${createdAt} || ' ' || i, applicationId, paper, size, ${createdAt} || i, secret, ${createdAt} from papers, n limit ${count}`,
    ).run();
  await copies(String(Date.now()), 450);
  await copies("0", 1);
  for (let minute = 0; minute < 3; minute++) await jobs["purge papers"](env, new Date());
  expect(await env.DB.prepare("select count(*) n from papers where createdAt = 0").first("n")).toBe(0);
  expect(await env.DB.prepare("select endedAt from jobs where name = 'purge papers'").first("endedAt")).not.toBeNull();
});

test("while R2 is down nothing is forgotten: the next night deletes it", async () => {
  const maria = await sent();
  await close(maria.id);
  vi.setSystemTime(Date.now() + 31 * DAY_MS);
  await expect(purge(envWithout("r2"))).rejects.toThrow("R2 is down");
  expect(await env.DB.prepare("select count(*) n from papers").first("n")).toBe(1);
  expect(await leftAfter(1)).toEqual(NOTHING);
});

test("a deleted application's papers cannot be read, and go for sure", async () => {
  const maria = await sent();
  await maria.send("payStub", pdf({ pages: 3 }));
  const others = await sent();
  await deleteApplication(maria);
  expect(await env.DB.prepare("select applicationId from papers").first("applicationId")).toBe(others.id);
  await expect(continueErasures(envWithout("r2"))).rejects.toThrow("R2 is down");
  expect(await stored()).toHaveLength(3);
  await continueErasures(env);
  expect(await stored()).toEqual([expect.stringMatching(`^${others.id}/`)]);
});

test("a file that arrives while the application is deleted leaves nothing", async () => {
  const maria = await asked("payStub");
  const { env: bindings } = faultyEnv(
    interrupted("r2", 1, async () => {
      await deleteApplication(maria);
      await continueErasures(env);
    }),
  );
  expect((await maria.send("payStub", pdf(), bindings)).status).toBe(404);
  expect(await stored()).toEqual([]);
});
