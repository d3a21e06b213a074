import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { database } from "../../../db/database.ts";
import { kept, tables } from "../../../db/kept.ts";
import { BIN_DAYS } from "../../../db/model/blog/blog-post.ts";
import { daysAgo } from "../../../db/model/site/statistics.ts";
import * as retention from "../../../db/model/time/retention.ts";
import { blogPosts, counters, jobs, outbox, sessions } from "../../../db/schema.ts";
import { jobs as jobsOf } from "../../../worker/operations/jobs.ts";
import worker from "../../../worker/site/index.ts";
import { freshDatabase } from "../database.ts";
import { envWithout } from "../routes/faults.ts";
import { rowOf } from "../rows.ts";
import { purge } from "./purge.ts";

freshDatabase();

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = new Date("2033-11-21T09:30:00Z");
const db = database(env.DB);
/** All tables whose rows go some day. */
const names = (Object.keys(kept) as (keyof typeof kept)[]).filter((name) => kept[name] !== "always");

/** A row of each of them as of this moment. */
async function storeEverything(now: Date) {
  const id = crypto.randomUUID();
  const soon = new Date(now.getTime() + HOUR);
  const special: Partial<Record<keyof typeof kept, object>> = {
    outbox: { status: "sent" },
    codes: { expiresAt: soon },
    sessions: { lastUsedAt: soon },
    counters: { endsAt: new Date(now.getTime() + DAY) },
    blogPosts: { deletedAt: now },
    alarms: { endedAt: now },
    visitTotals: { day: daysAgo(now, 0).day },
  };
  const rows = names.map((name) =>
    db.insert(tables[name]).values({ ...rowOf(tables[name], id, now), ...special[name] }),
  );
  await db.batch(rows as unknown as [(typeof rows)[number]]);
}

/** The tables that still have a row. */
async function left() {
  const counted = await Promise.all(names.map(async (name) => ({ name, n: await db.$count(tables[name]) })));
  return counted.filter(({ n }) => n > 0).map(({ name }) => name);
}

const before = (milliseconds: number) => new Date(NOW.getTime() - milliseconds);
const months = (back: number) => {
  const date = new Date(NOW);
  date.setUTCMonth(date.getUTCMonth() - back);
  return date;
};
const after = (date: Date) => new Date(date.getTime() + SECOND);

const schedule: [name: string, lastDay: Date, goes: typeof names][] = [
  ["a code", before(HOUR), ["codes"]],
  ["an unused session", before((retention.SESSION_IDLE_HOURS + 1) * HOUR + SECOND), ["sessions"]],
  ["a counter", before(DAY), ["counters"]],
  ["a binned post", before(BIN_DAYS * DAY), ["blogPosts", "blogRedirects"]],
  ["a record of mail", before(retention.SENT_MAIL_KEPT_DAYS * DAY), ["outbox"]],
  ["a contact message", months(retention.CONTACT_MESSAGE_KEPT_MONTHS), ["contactMessages", "messageReplies"]],
  ["a file of a paper", months(12 * retention.PAPERS_KEPT_YEARS), ["papers"]],
  ["a past alarm", before(retention.STATISTICS_KEPT_DAYS * DAY + SECOND), ["alarms"]],
  [
    "a count of visits",
    new Date(daysAgo(NOW, retention.STATISTICS_KEPT_DAYS - 1).from.getTime() - SECOND),
    ["visitTotals"],
  ],
  ["an entry of the audit log", months(retention.AUDIT_KEPT_MONTHS), ["audit"]],
  [
    "an unconfirmed address",
    before(retention.UNCONFIRMED_ADDRESS_KEPT_DAYS * DAY),
    ["newsletterSubscribers", "newsletterTokens"],
  ],
  [
    "an application",
    months(12 * retention.APPLICATION_KEPT_YEARS),
    [
      ...(["applications", "nameWords", "caseEvents", "appointments", "suggestions"] as const),
      ...(["permissions", "referrals", "letters", "keptConsents"] as const),
    ],
  ],
];

test("each kind of data is there until its time is over", { timeout: 60_000 }, async () => {
  const gone = new Set<string>();
  for (const [name, lastDay, goes] of schedule) {
    for (const [moment, isOver] of [
      [after(lastDay), false],
      [lastDay, true],
    ] as const) {
      for (const name of names) await db.delete(tables[name]);
      await storeEverything(moment);
      await purge(env, NOW);
      const present = await left();
      for (const table of goes) expect(present.includes(table), `${table}: ${name}, over: ${isOver}`).toBe(!isOver);
    }
    for (const table of goes) gone.add(table);
  }
  expect([...gone].sort()).toEqual(names.toSorted());
});

test("a session goes after its longest time however much it is used", async () => {
  const createdAt = before(retention.SESSION_MAX_DAYS * DAY);
  await db.insert(sessions).values({ tokenHash: "t", userId: "u", createdAt, lastUsedAt: NOW });
  await purge(env, NOW);
  expect(await left()).toEqual([]);
});

test("owed mail stays, and so does a post outside the bin", async () => {
  const long = before(89 * 365 * DAY);
  await db.insert(outbox).values({ id: "o", kind: "confirmation", subjectId: "s", createdAt: long });
  await db.insert(blogPosts).values({ id: "p", title: "", slug: "p", content: "", searchText: "", createdAt: long });
  await purge(env, NOW);
  expect(await left()).toEqual(["outbox", "blogPosts"]);
});

test("a binned post's images go with it, unless another shows them", async () => {
  const post = { title: "", content: "", searchText: "" };
  for (const key of ["hero.jpg", "inside.png", "shared.webp"]) await env.MEDIA.put(key, key);
  const content = "![A car](/media/inside.png) and ![keys](/media/shared.webp)";
  const deletedAt = before(BIN_DAYS * DAY);
  await db.insert(blogPosts).values([
    { ...post, id: "gone", slug: "gone", content, heroImageUrl: "/media/hero.jpg", deletedAt },
    { ...post, id: "here", slug: "here", heroImageUrl: "/media/shared.webp" },
  ]);
  const broken = envWithout("r2");
  await expect(purge(broken, NOW)).rejects.toThrow("R2");
  expect(await db.$count(blogPosts)).toBe(2);
  await purge(env, NOW);
  expect(await db.$count(blogPosts)).toBe(1);
  expect((await env.MEDIA.list()).objects.map(({ key }) => key)).toEqual(["shared.webp"]);
});

test("all sizes of an image go with the last post showing one", async () => {
  const post = { title: "", content: "", searchText: "", deletedAt: before(BIN_DAYS * DAY) };
  const names = ["gone-w640.webp", "gone-w1280.webp", "gone-w1600.webp", "here-w640.webp", "here-w1000.webp", "g"];
  for (const key of names) await env.MEDIA.put(key, key);
  const content = "![A car](/media/here-w640.webp), /media/g- and /media/-w9.webp";
  await db.insert(blogPosts).values([
    { ...post, id: "gone", slug: "gone", content, heroImageUrl: "/media/gone-w1600.webp" },
    { ...post, id: "here", slug: "here", heroImageUrl: "/media/here-w1000.webp", deletedAt: null },
  ]);
  await purge(env, NOW);
  const stored = (await env.MEDIA.list()).objects.map(({ key }) => key);
  expect(stored).toEqual(["g", "here-w1000.webp", "here-w640.webp"]);
});

test("the cron purges every night, slice by slice, until nothing is left", async () => {
  const night = new Date("2033-11-21T08:00:00Z");
  const at = (time: Date) => jobsOf["purge people"](env, time);
  const job = async () => (await db.select().from(jobs).where(eq(jobs.name, "purge people")))[0];
  await storeOldCounters(1, 1200);
  // Data that becomes too old meanwhile waits for the next night, or no night would end.
  await db.insert(counters).values({ name: "later", count: 1, max: 1, endsAt: new Date(night.getTime() + SECOND) });
  for (const [minute, present] of [701, 201, 1].entries()) {
    await at(new Date(night.getTime() + minute * MINUTE));
    expect(await db.$count(counters)).toBe(present);
    expect((await job())?.endedAt).toBeNull();
  }
  const endedAt = new Date(night.getTime() + 3 * MINUTE);
  await at(endedAt);
  expect(await job()).toMatchObject({ startedAt: night, endedAt });
  await storeOldCounters(1, 10);
  await at(new Date(night.getTime() + DAY - MINUTE));
  expect(await db.$count(counters)).toBe(11);
  await at(new Date(night.getTime() + DAY));
  expect(await db.$count(counters)).toBe(0);
});

test("the cron begins what is due", async () => {
  await storeEverything(new Date("2012-01-01T00:00:00Z"));
  await worker.scheduled({ cron: "* * * * *" } as ScheduledController, env);
  expect(await left()).toEqual([]);
});

async function storeOldCounters(from: number, to: number) {
  await env.DB.prepare(
    `${numbers(from, to)} insert into counters (name, count, max, endsAt) select 'old ' || n, 1, 1, 1 from numbers`,
  ).run();
}

function numbers(from: number, to: number) {
  return `with recursive numbers(n) as (values (${from}) union all select n + 1 from numbers where n < ${to})`;
}
