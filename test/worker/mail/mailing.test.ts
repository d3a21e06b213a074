import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { brand } from "../../../db/model/site/brand.ts";
import { publishDue } from "../../../worker/blog/writing.ts";
import { hear } from "../../../worker/mail/events.ts";
import { continueMailing } from "../../../worker/mail/mailing.ts";
import { sweep } from "../../../worker/mail/outbox.ts";
import { call, post } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";
import { faultyEnv, type SentMail } from "../routes/faults.ts";
import { edit, publish, type SavedPost } from "../staff/author.ts";
import { signedIn } from "../staff/staff.ts";

/** Posts that go out by mail, and posts that publish themselves. */

freshDatabase();

let cookie: string;
let sent: SentMail[];
let bindings: typeof env;
beforeEach(async () => {
  ({ cookie } = (await signedIn()).headers);
  const healthy = faultyEnv(() => null);
  ({ sent } = healthy);
  bindings = healthy.env as typeof env;
  vi.spyOn(brand, "postalAddress", "get").mockReturnValue("100 Congress Avenue, Austin, TX 78701");
});

/** Stores subscribers, who confirmed a day ago. */
async function subscribe(emails: string[], { status = "confirmed", language = "en" } = {}) {
  const insert = env.DB.prepare(
    `insert into newsletter_subscribers (id, email, emailFolded, language, status, consentTextId, requestedAt, confirmedAt)
     values (?1, ?2, ?2, ?3, ?4, 'newsletter-1', ?5, ?5)`,
  );
  const yesterday = Date.now() - 24 * 60 * 60_000;
  await env.DB.batch(
    emails.map((email) => insert.bind(crypto.randomUUID(), `${email}@example.com`, language, status, yesterday)),
  );
}

const many = (count: number) => Array.from({ length: count }, (_, number) => `reader-${number}`);

function start(id: string) {
  return post(`/api/blog/id/${id}/mailing`, {}, { cookie });
}

async function progress(id: string) {
  return (await call(`/api/blog/id/${id}/mailing`, { headers: { cookie } })).json<{
    subscribers: number;
    mailing: { count: number; endedAt: string | null } | null;
  }>();
}

/** A minute of cron. */
async function minute() {
  await continueMailing(bindings);
  await sweep(bindings);
}

const readers = () => sent.map(({ to }) => to).toSorted();
const owed = () => env.DB.prepare("select count(*) n from outbox where kind = 'news'").first<number>("n");

test("a post goes once to each confirmed reader of its language, whole, with our address and a one-press way out", async () => {
  await subscribe(["ana", "ben"]);
  await subscribe(["pending"], { status: "pending" });
  await subscribe(["gone"], { status: "unsubscribed" });
  await subscribe(["luz"], { language: "es" });
  const content =
    "## Start small\n\nRead [our answers](/faq).\n\n- One\n- Two\n\n| Month | Price |\n|---|---|\n| May | $300 |";
  const { id, slug } = await publish(cookie, { title: "Rebuilding credit", content });
  expect(await progress(id)).toEqual({ subscribers: 2, mailing: null });
  expect((await start(id)).status).toBe(202);
  expect((await start(id)).status).toBe(202);
  await minute();
  await minute();
  expect(readers()).toEqual(["ana@example.com", "ben@example.com"]);
  expect(await progress(id)).toMatchObject({ mailing: { count: 2, endedAt: expect.any(String) } });
  const [{ subject, text, html, headers } = {}] = sent as (SentMail & { headers: Record<string, string> })[];
  expect(subject).toBe("Rebuilding credit");
  expect(text).toContain(
    `START SMALL\n\nRead our answers (${env.SITE_URL}/faq).\n\n- One\n- Two\n\n- Month | Price\n- May | $300`,
  );
  expect(text).toContain(`${env.SITE_URL}/blog/${slug}`);
  expect(text).toContain("100 Congress Avenue");
  expect(html).toContain("<h2");
  expect(headers?.["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
  const address = headers?.["List-Unsubscribe"]?.slice(1, -1).replace(env.SITE_URL, "");
  const one = await call(address ?? "", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
  });
  expect(one.status).toBe(200);
  expect((await progress(id)).subscribers).toBe(1);
});

test("many readers get it in batches, nobody twice, and other mail finds its way between", async () => {
  await subscribe(many(100));
  const { id } = await publish(cookie);
  await start(id);
  await minute();
  expect(sent).toHaveLength(40);
  expect(await progress(id)).toMatchObject({ mailing: { count: 40, endedAt: null } });
  // While the mail service takes nothing, no more is owed.
  await continueMailing(bindings);
  await continueMailing(bindings);
  expect(await owed()).toBe(80);
  await minute();
  // Two runs of cron at once.
  await Promise.all([continueMailing(bindings), continueMailing(bindings)]);
  await minute();
  await minute();
  expect(new Set(readers()).size).toBe(100);
  expect(sent).toHaveLength(100);
  expect(await progress(id)).toMatchObject({ mailing: { count: 100, endedAt: expect.any(String) } });
});

test("who confirms after it has begun does not get it, nor who leaves before their turn", async () => {
  await subscribe(many(41));
  const { id } = await publish(cookie);
  await start(id);
  await env.DB.exec(
    `update newsletter_subscribers set confirmedAt = ${Date.now() + 1000} where email = 'reader-0@example.com'`,
  );
  await continueMailing(bindings);
  await env.DB.exec("update newsletter_subscribers set status = 'unsubscribed' where email = 'reader-1@example.com'");
  await minute();
  await minute();
  expect(readers()).not.toContain("reader-0@example.com");
  expect(readers()).not.toContain("reader-1@example.com");
  expect(sent).toHaveLength(39);
});

test("a post that is taken off the site goes to nobody else", async () => {
  await subscribe(many(50));
  const saved = await publish(cookie);
  await start(saved.id);
  await minute();
  await edit(cookie, saved, { published: false });
  await minute();
  expect(sent).toHaveLength(40);
  expect((await progress(saved.id)).mailing?.endedAt).not.toBeNull();
});

test("without our postal address, and before it is published, nothing goes out", async () => {
  await subscribe(["ana"]);
  const draft = await publish(cookie, { published: false });
  expect((await start(draft.id)).status).toBe(409);
  vi.spyOn(brand, "postalAddress", "get").mockReturnValue(null);
  const { id } = await publish(cookie);
  const refused = await start(id);
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain("postal address");
  await minute();
  expect(sent).toEqual([]);
  expect((await post(`/api/blog/id/${id}/mailing`, {})).status).toBe(401);
});

test.each(["bounced", "complained"])(
  "a reader whose mail has %s gets no other, and nobody is alarmed",
  async (what) => {
    await subscribe(["ana"]);
    const first = await publish(cookie);
    await start(first.id);
    await minute();
    const messageId = await env.DB.prepare("select messageId from outbox where kind = 'news'").first<string>(
      "messageId",
    );
    const body = { type: `cf.email.sending.message.${what}`, payload: { messageId, bounce: { type: "hard" } } };
    const message = { id: "1", timestamp: new Date(), attempts: 1, body, ack() {}, retry() {} };
    await hear({ queue: "x-mail-events", messages: [message] } as unknown as MessageBatch, bindings);
    expect(await env.DB.prepare("select count(*) n from outbox where status = 'dead'").first("n")).toBe(0);
    const second = await publish(cookie, { title: "Another" });
    await start(second.id);
    await minute();
    expect(sent).toHaveLength(1);
  },
);

test("a draft publishes itself at its time in Texas, and says that time as its date", async () => {
  const draft = (await publish(cookie, { published: false, publishAt: "2026-12-01T09:00" })) as SavedPost & {
    publishAt: string;
  };
  expect(draft.publishAt).toBe("2026-12-01T15:00:00.000Z");
  await publishDue(env, new Date("2026-12-01T14:59:59Z"));
  expect((await call(`/api/blog/${draft.slug}`)).status).toBe(404);
  await publishDue(env, new Date("2026-12-01T15:00:10Z"));
  const read = await (await call(`/api/blog/${draft.slug}`)).json();
  expect(read).toMatchObject({ published: true, createdAt: "2026-12-01T15:00:00.000Z" });
});

test("a time that is none is refused at its field; a published or deleted post does not wait for one", async () => {
  const wrong = await post("/api/blog", { title: "A", content: "B", publishAt: "soon" }, { cookie });
  expect(wrong.status).toBe(400);
  expect(await wrong.json()).toMatchObject({ fields: { publishAt: "Enter a day and a time" } });
  expect(await publish(cookie, { publishAt: "2030-01-01T09:00" })).not.toHaveProperty("publishAt");
  const binned = await publish(cookie, { title: "Gone", published: false, publishAt: "2026-12-01T09:00" });
  await call(`/api/blog/id/${binned.id}`, { method: "DELETE", headers: { cookie } });
  await publishDue(env, new Date("2027-01-01T00:00:00Z"));
  expect((await call(`/api/blog/${binned.slug}`)).status).toBe(404);
});
