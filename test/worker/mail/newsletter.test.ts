import { env } from "cloudflare:workers";
import { parse } from "csv-parse/sync";
import { beforeEach, expect, test, vi } from "vitest";
import { newsletterConsent } from "../../../db/model/consent/consent.ts";
import { sweep } from "../../../worker/mail/outbox.ts";
import { call, post } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";
import { purge } from "../operations/purge.ts";
import { faultyEnv, type SentMail } from "../routes/faults.ts";
import { readPage } from "../site/page.ts";
import { signedIn } from "../staff/staff.ts";

freshDatabase();

const HOUR = 60 * 60 * 1000;

interface Subscriber {
  id: string;
  email: string;
  status: string;
  consentTextId: string;
  requestedAt: number;
  confirmedAt: number | null;
  unsubscribedAt: number | null;
}

let sent: SentMail[];
let deliverOwed: () => Promise<void>;
beforeEach(() => {
  const healthy = faultyEnv(() => null);
  sent = healthy.sent;
  deliverOwed = () => sweep(healthy.env);
});

async function all<Row>(sql: string) {
  return (await env.DB.prepare(sql).all<Row>()).results;
}

const subscribers = () => all<Subscriber>("select * from newsletter_subscribers order by email");

async function subscribe(email: unknown) {
  const response = await post("/api/newsletter", { email });
  return { status: response.status, ...(await response.json<{ message?: string; error?: string }>()) };
}

/** Subscribes, and returns the token from the mail. */
async function tokenOf(email: string) {
  await subscribe(email);
  await deliverOwed();
  return linksIn(sent.at(-1)).confirm;
}

function linksIn(mail: SentMail | undefined) {
  const token = (path: string) => new RegExp(`/${path}\\?token=([\\w-]{43})\\b`).exec(mail?.text ?? "")?.[1] ?? "";
  return { confirm: token("newsletter"), unsubscribe: token("unsubscribe") };
}

/** Presses a page's button like a browser without JavaScript. */
function press(path: "newsletter" | "unsubscribe", token: string) {
  return call(`/${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      origin: "https://site.test",
      "sec-fetch-site": "same-origin",
    },
    body: new URLSearchParams({ token }).toString(),
  });
}

test("an address is stored as pending, and one mail is owed", async () => {
  const before = Date.now();
  expect(await subscribe(" Ana@Example.com ")).toEqual({
    status: 202,
    ok: true,
    success: true,
    message: expect.stringContaining("check your inbox"),
  });
  const [row, ...others] = await subscribers();
  expect(others).toEqual([]);
  expect(row).toMatchObject({ email: "Ana@Example.com", status: "pending", consentTextId: newsletterConsent().id });
  expect(row?.confirmedAt).toBeNull();
  expect(row?.requestedAt).toBeGreaterThanOrEqual(before - 1000);
  expect(await all("select kind, subjectId, status from outbox")).toEqual([
    { kind: "newsletterConfirmation", subjectId: row?.id, status: "owed" },
  ]);
  await post("/api/newsletter", { email: "b@example.com" }, { "accept-language": "es" });
  expect((await subscribers())[1]?.consentTextId).toBe("newsletter-1-es");
});

test("every address gets the same answer, whether we know it or not", async () => {
  await press("newsletter", await tokenOf("confirmed@example.com"));
  await press("unsubscribe", await tokenOf("gone@example.com"));
  await subscribe("pending@example.com");
  const answers = await Promise.all(
    ["new", "pending", "confirmed", "gone", "CONFIRMED"].map(async (name) => {
      const response = await post("/api/newsletter", { email: `${name}@example.com` });
      return `${response.status} ${await response.text()}`;
    }),
  );
  expect(new Set(answers).size).toBe(1);
});

test("what is no address is refused at its field and not stored", async () => {
  for (const email of ["", "a@b", "a@example.com\nBcc: b@example.com", 7]) {
    const response = await post("/api/newsletter", { email });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ ok: false, success: false, fields: { email: expect.any(String) } });
  }
  expect(await subscribers()).toEqual([]);
});

test("the same address in other letters is one subscriber with one mail", async () => {
  await Promise.all(
    ["a@example.com", "A@example.com", "a@EXAMPLE.com"].flatMap((email) => [subscribe(email), subscribe(email)]),
  );
  await deliverOwed();
  await subscribe("a@example.com");
  await deliverOwed();
  expect(await subscribers()).toHaveLength(1);
  expect(sent).toHaveLength(1);
});

test("the mail has both links, and nothing typed but the address", async () => {
  const token = await tokenOf("a@example.com");
  const [mail] = sent as [SentMail & { headers: Record<string, string> }];
  expect(mail.to).toBe("a@example.com");
  expect(mail.subject).toBe("Please confirm your subscription");
  expect(linksIn(mail)).toEqual({ confirm: token, unsubscribe: token });
  expect(mail.html).toContain(`/newsletter?token=${token}`);
  expect(mail.headers).toEqual({
    References: expect.stringMatching(/^<[\w-]{36}@example\.com>$/),
    "List-Unsubscribe": `<http://localhost:8787/unsubscribe?token=${token}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  });
  for (const table of ["newsletter_tokens", "newsletter_subscribers", "outbox"]) {
    expect(JSON.stringify(await all(`select * from ${table}`))).not.toContain(token);
  }
});

test("looking at a link confirms nothing, and its button does", async () => {
  const token = await tokenOf("a@example.com");
  for (const method of ["GET", "HEAD", "GET"]) await call(`/newsletter?token=${token}`, { method });
  expect(await subscribers()).toMatchObject([{ status: "pending", confirmedAt: null }]);
  const { html, status, headers } = await readPage(`/newsletter?token=${token}`);
  expect(status).toBe(200);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(html).toContain('<form action="/newsletter" method="post">');
  expect(html).toContain(`<input type="hidden" name="token" value="${token}"/>`);
  expect(html).not.toContain("a@example.com");

  expect((await press("newsletter", token)).status).toBe(200);
  const [confirmed] = await subscribers();
  expect(confirmed).toMatchObject({ status: "confirmed", confirmedAt: expect.any(Number) });
  expect((await press("newsletter", token)).status).toBe(200);
  expect(await subscribers()).toEqual([confirmed]);
});

test("a link to confirm works for 48 hours, to unsubscribe for ever", async () => {
  const token = await tokenOf("a@example.com");
  const age = (hours: number) =>
    env.DB.prepare("update newsletter_tokens set createdAt = ?")
      .bind(Date.now() - hours * HOUR)
      .run();
  await age(47.9);
  expect((await readPage(`/newsletter?token=${token}`)).status).toBe(200);
  await age(48.1);
  const { status, html } = await readPage(`/newsletter?token=${token}`);
  expect(status).toBe(404);
  expect(html).toContain("This link no longer works");
  expect((await press("newsletter", token)).status).toBe(404);
  expect(await subscribers()).toMatchObject([{ status: "pending" }]);
  await age(24 * 365);
  expect((await press("unsubscribe", token)).status).toBe(200);
  expect(await subscribers()).toMatchObject([{ status: "unsubscribed" }]);
});

test("looking at the page to unsubscribe changes nothing, its button does", async () => {
  const token = await tokenOf("a@example.com");
  await press("newsletter", token);
  expect((await readPage(`/unsubscribe?token=${token}`)).html).toContain("Unsubscribe</button>");
  expect(await subscribers()).toMatchObject([{ status: "confirmed" }]);
  expect((await press("unsubscribe", token)).status).toBe(200);
  expect(await subscribers()).toMatchObject([{ status: "unsubscribed", unsubscribedAt: expect.any(Number) }]);
  expect(JSON.stringify(await subscribers())).not.toContain("example.com");
  expect((await press("unsubscribe", token)).status).toBe(200);
  expect((await press("newsletter", token)).status).toBe(404);
  expect(await subscribers()).toMatchObject([{ status: "unsubscribed" }]);
});

test("a mail program unsubscribes with one click", async () => {
  const token = await tokenOf("a@example.com");
  await press("newsletter", token);
  const response = await call(`/unsubscribe?token=${token}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
    redirect: "manual",
  });
  expect(response.status).toBe(200);
  expect(await subscribers()).toMatchObject([{ status: "unsubscribed" }]);
});

test("strange forms change nothing and are no mistake of ours", async () => {
  const token = await tokenOf("a@example.com");
  const file = new FormData();
  file.set("token", new File([token], "token.txt"));
  for (const [body, type, status] of [
    [JSON.stringify({ token }), "application/json", 404],
    ["half a form", "multipart/form-data; boundary=edge", 404],
    [file, undefined, 404],
    [`token=${token}&more=${"x".repeat(5000)}`, "application/x-www-form-urlencoded", 413],
  ] as const) {
    const headers: Record<string, string> = type ? { "content-type": type } : {};
    expect((await call("/newsletter", { method: "POST", headers, body })).status).toBe(status);
  }
  expect(await subscribers()).toMatchObject([{ status: "pending" }]);
});

test("who has unsubscribed may ask again, and is asked to confirm again", async () => {
  const earlier = await tokenOf("a@example.com");
  await press("unsubscribe", earlier);
  const token = await tokenOf("a@example.com");
  expect((await subscribers()).map(({ email, status }) => [email, status])).toEqual([
    ["", "unsubscribed"],
    ["a@example.com", "pending"],
  ]);
  expect((await press("newsletter", earlier)).status).toBe(404);
  expect((await press("newsletter", token)).status).toBe(200);
});

test("an address that is never confirmed goes after 30 days", async () => {
  await press("newsletter", await tokenOf("stays@example.com"));
  await tokenOf("goes@example.com");
  const in29Days = new Date(Date.now() + (30 * 24 - 1) * HOUR);
  await purge(env, in29Days);
  expect(await subscribers()).toHaveLength(2);
  await purge(env, new Date(in29Days.getTime() + 2 * HOUR));
  expect((await subscribers()).map(({ email }) => email)).toEqual(["stays@example.com"]);
  expect(await all("select * from newsletter_tokens")).toHaveLength(1);
});

test("an owed mail is dropped once its address has answered", async () => {
  const token = await tokenOf("a@example.com");
  await env.DB.prepare("update outbox set createdAt = createdAt - 600000").run();
  await subscribe("a@example.com");
  await press("newsletter", token);
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await deliverOwed();
  logged.mockRestore();
  expect(sent).toHaveLength(1);
});

test("a manager's file has who confirmed, each with a link to leave", async () => {
  for (const email of ["ana@example.com", "+ben@example.com"]) await press("newsletter", await tokenOf(email));
  await tokenOf("pending@example.com");
  await env.DB.exec("update newsletter_subscribers set language = 'es' where email like 'ana%'");
  const max = await signedIn("manager", "max");
  const file = async () => {
    const lines: string[][] = parse(await (await max.get("/api/desk/newsletter.csv")).text(), { bom: true });
    return lines.toSorted();
  };
  const [ben = [], titles, ana = []] = await file();
  expect(titles).toEqual(["Email", "Language", "Confirmed (Central Time)", "Unsubscribe"]);
  expect([ben.slice(0, 2), ana.slice(0, 2)]).toEqual([
    ["'+ben@example.com", "en"],
    ["ana@example.com", "es"],
  ]);
  expect(await file(), "the same links again").toEqual([ben, titles, ana]);
  const token = new URL(ana[3] ?? "").searchParams.get("token") ?? "";
  expect(ana[3]).toContain("/es/unsubscribe?token=");
  expect((await press("newsletter", token)).status, "it confirms nothing").toBe(404);
  expect((await press("unsubscribe", token)).status).toBe(200);
  expect(await file()).toEqual([ben, titles]);
  expect(await all("select 1 from audit where action = 'exportReaders'")).toHaveLength(3);
});
