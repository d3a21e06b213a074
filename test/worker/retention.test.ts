import { env } from "cloudflare:workers";
import { getTableName } from "drizzle-orm";
import { expect, test } from "vitest";
import { database } from "../../db/database.ts";
import { BIN_DAYS } from "../../db/model/blog-post.ts";
import { exampleApplication } from "../../db/model/example.ts";
import * as retention from "../../db/model/retention.ts";
import {
  applications,
  audit,
  blogPosts,
  blogRedirects,
  contactMessages,
  counters,
  deletionRequests,
  keptConsents,
  newsletterSubscribers,
  newsletterTokens,
  outbox,
  sessions,
} from "../../db/schema.ts";
import { purge } from "../../worker/retention.ts";
import worker from "../../worker/site/index.ts";
import { freshDatabase } from "./database.ts";
import { envWithout } from "./faults.ts";

/** Old data goes. */

freshDatabase();

const SECOND = 1000;
const HOUR = 60 * 60 * SECOND;
const DAY = 24 * HOUR;
const NOW = new Date("2033-11-21T09:30:00Z");
const db = database(env.DB);
const tables = {
  applications,
  outbox,
  keptConsents,
  deletionRequests,
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

/** One row of everything that is kept for a time, as it stands at this moment. */
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
    db.insert(deletionRequests).values({ id: crypto.randomUUID(), applicationId: id, expiresAt: soon }),
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

/** The names of the tables that still hold a row. */
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
  ["a deletion code", before(HOUR), ["deletion_requests"]],
  ["an unused session", before((retention.SESSION_IDLE_HOURS + 1) * HOUR + SECOND), ["sessions"]],
  ["a counter", before(DAY), ["counters"]],
  ["a binned post", before(BIN_DAYS * DAY), ["blog_posts", "blog_redirects"]],
  ["a record of mail", before(retention.SENT_MAIL_KEPT_DAYS * DAY), ["outbox"]],
  ["a contact message", months(retention.CONTACT_MESSAGE_KEPT_MONTHS), ["contact_messages"]],
  ["an application", months(12 * retention.APPLICATION_KEPT_YEARS), ["applications", "kept_consents", "audit"]],
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
  for (const key of ["hero.jpg", "inside.png", "shared.webp"]) await env.MEDIA.put(key, "image");
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

test("without R2 personal data still goes", async () => {
  await storeEverything(new Date("2012-01-01T00:00:00Z"));
  await db.update(blogPosts).set({ heroImageUrl: "/media/hero.jpg" });
  await expect(purge(envWithout("r2"), NOW)).rejects.toThrow("R2");
  expect(await left()).toEqual(["blog_posts", "blog_redirects"]);
});

test("the daily cron purges, the one of every minute does not", async () => {
  await storeEverything(new Date("2012-01-01T00:00:00Z"));
  const scheduled = (cron: string) => worker.scheduled({ cron } as ScheduledController, env);
  await scheduled("* * * * *");
  expect(await left()).toHaveLength(Object.keys(tables).length);
  await scheduled("30 9 * * *");
  expect(await left()).toEqual([]);
});
