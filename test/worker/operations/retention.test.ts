import { env } from "cloudflare:workers";
import { eq, getTableName } from "drizzle-orm";
import { expect, test } from "vitest";
import { database } from "../../../db/database.ts";
import { BIN_DAYS } from "../../../db/model/blog/blog-post.ts";
import { exampleApplication } from "../../../db/model/form/example.ts";
import * as retention from "../../../db/model/time/retention.ts";
import {
  applications,
  audit,
  blogPosts,
  blogRedirects,
  codes,
  contactMessages,
  counters,
  jobs,
  keptConsents,
  newsletterSubscribers,
  newsletterTokens,
  outbox,
  sessions,
} from "../../../db/schema.ts";
import { jobs as jobsOf } from "../../../worker/operations/jobs.ts";
import worker from "../../../worker/site/index.ts";
import { freshDatabase } from "../database.ts";
import { envWithout } from "../routes/faults.ts";
import { purge } from "./purge.ts";

freshDatabase();

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = new Date("2033-11-21T09:30:00Z");
const db = database(env.DB);
const tables = {
  applications,
  outbox,
  keptConsents,
  codes,
  contactMessages,
  sessions,
  counters,
  blogPosts,
  blogRedirects,
  audit,
  newsletterSubscribers,
  newsletterTokens,
};

const consentRecord = {
  stated: null,
  textsSha256: null,
  doubts: [],
  receivedAt: "",
  ip: null,
  userAgent: null,
};

/** A row of everything that is kept for a time, as of this moment. */
async function storeEverything(now: Date) {
  const id = crypto.randomUUID();
  const soon = new Date(now.getTime() + HOUR);
  const application = {
    ...exampleApplication(),
    forecastVersion: 1,
    forecastPoints: {},
    consentRecord,
    answersHash: "",
    phoneDigits: "",
    emailFolded: "",
  } as unknown as typeof applications.$inferInsert;
  await db.batch([
    db.insert(applications).values({ ...application, id, referenceHash: id, createdAt: now }),
    db
      .insert(outbox)
      .values({ id: crypto.randomUUID(), kind: "confirmation", subjectId: id, createdAt: now, status: "sent" }),
    db.insert(keptConsents).values({
      applicationId: crypto.randomUUID(),
      phone: "",
      email: "",
      consentRecord,
      appliedAt: now,
      deletedAt: now,
    }),
    db.insert(codes).values({ id: crypto.randomUUID(), applicationId: id, purpose: "deletion", expiresAt: soon }),
    db.insert(audit).values({ at: now, userId: "u", username: "ana", action: "readCase", isAllowed: true }),
    db.insert(newsletterSubscribers).values({ id, email: "", emailFolded: id, consentTextId: "", requestedAt: now }),
    db.insert(newsletterTokens).values({ tokenHash: id, subscriberId: id, createdAt: now }),
    db.insert(contactMessages).values({ id, name: "Maria", message: "Hello there", createdAt: now }),
    db.insert(sessions).values({ tokenHash: id, userId: "u", createdAt: now, lastUsedAt: soon }),
    db.insert(counters).values({ name: id, count: 1, max: 1, endsAt: new Date(now.getTime() + DAY) }),
    db.insert(blogPosts).values({ id, title: "", slug: id, content: "", searchText: "", deletedAt: now }),
    db.insert(blogRedirects).values({ slug: `old-${id}`, postId: id }),
  ]);
}

/** The tables that still have a row. */
async function left(): Promise<string[]> {
  const counted = await Promise.all(
    Object.values(tables).map(async (table) => ({ name: getTableName(table), n: await db.$count(table) })),
  );
  return counted.filter(({ n }) => n > 0).map(({ name }) => name);
}

const before = (milliseconds: number) => new Date(NOW.getTime() - milliseconds);
const months = (back: number) => {
  const date = new Date(NOW);
  date.setUTCMonth(date.getUTCMonth() - back);
  return date;
};
const after = (date: Date) => new Date(date.getTime() + SECOND);

const schedule: [name: string, lastDay: Date, goes: string[]][] = [
  ["a code", before(HOUR), ["codes"]],
  ["an unused session", before((retention.SESSION_IDLE_HOURS + 1) * HOUR + SECOND), ["sessions"]],
  ["a counter", before(DAY), ["counters"]],
  ["a binned post", before(BIN_DAYS * DAY), ["blog_posts", "blog_redirects"]],
  ["a record of mail", before(retention.SENT_MAIL_KEPT_DAYS * DAY), ["outbox"]],
  ["a contact message", months(retention.CONTACT_MESSAGE_KEPT_MONTHS), ["contact_messages"]],
  ["an application", months(12 * retention.APPLICATION_KEPT_YEARS), ["applications", "kept_consents"]],
  ["an entry of the audit log", months(retention.AUDIT_KEPT_MONTHS), ["audit"]],
  [
    "an unconfirmed address",
    before(retention.UNCONFIRMED_ADDRESS_KEPT_DAYS * DAY),
    ["newsletter_subscribers", "newsletter_tokens"],
  ],
];

test("each kind of data is there until its time is over, and then it is gone", { timeout: 60_000 }, async () => {
  const gone = new Set<string>();
  for (const [name, lastDay, goes] of schedule) {
    for (const [moment, isOver] of [
      [after(lastDay), false],
      [lastDay, true],
    ] as const) {
      await Promise.all(Object.values(tables).map((table) => db.delete(table)));
      await storeEverything(moment);
      await purge(env, NOW);
      const present = await left();
      for (const table of goes) expect(present.includes(table), `${table}: ${name}, over: ${isOver}`).toBe(!isOver);
    }
    for (const table of goes) gone.add(table);
  }
  expect([...gone].sort()).toEqual(Object.values(tables).map(getTableName).sort());
});

test("a session goes after its longest time however much it is used", async () => {
  const createdAt = before(retention.SESSION_MAX_DAYS * DAY);
  await db.insert(sessions).values({ tokenHash: "t", userId: "u", createdAt, lastUsedAt: NOW });
  await purge(env, NOW);
  expect(await left()).toEqual([]);
});

test("mail that is still owed stays, and so does a post that is not in the bin", async () => {
  const long = before(89 * 365 * DAY);
  await db.insert(outbox).values({ id: "o", kind: "confirmation", subjectId: "s", createdAt: long });
  await db.insert(blogPosts).values({ id: "p", title: "", slug: "p", content: "", searchText: "", createdAt: long });
  await purge(env, NOW);
  expect(await left()).toEqual(["outbox", "blog_posts"]);
});

test("the images of a binned post go with it, unless another post shows them", async () => {
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

test("all sizes of an image go with the last post that shows one of them", async () => {
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

test("the cron purges every night, slice by slice until nothing is left, and not again before the next night", async () => {
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
