import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Guidance } from "../../../web/api.ts";
import { leadLink } from "../../../worker/introductions/lead-link.ts";
import { call, callWith, post } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";
import { answer, lender, permissionOf, permit, type Recipient } from "../directory/directory.ts";
import { asked, pdf } from "../papers/files.ts";
import { readPage } from "../site/page.ts";

/** Documents behind the link to a lead: only those that the applicant's yes names, and only while it stands. */

freshDatabase();

const DAY = 24 * 60 * 60_000;

let maria: Awaited<ReturnType<typeof asked>>;
let recipient: Recipient;
let files: { id: string; paper: string }[];
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  maria = await asked("payStub", "residence");
  await maria.send("payStub", pdf());
  await maria.send("residence", pdf({ pages: 2 }));
  files = (await maria.list()).files ?? [];
  recipient = await lender();
});
afterEach(() => void vi.useRealTimers());

const accept = (paper: string) => maria.max.post(`/api/desk/case/${maria.id}/papers`, { paper, received: true });

async function name(to: Recipient, ...papers: string[]) {
  const permission = await permissionOf(maria.id, to);
  return post(`/api/applications/${maria.ref}/permissions/${permission}/papers`, { papers });
}

/** Sends the lead, and returns the token of its link. */
async function lead(to = recipient) {
  await permit(maria.max, maria.id, to);
  expect((await maria.max.post(`/api/desk/case/${maria.id}/send`, to)).status).toBe(201);
  const find = env.DB.prepare("select id from referrals where recipientId = ?").bind(to.recipientId);
  return new URL(await leadLink(env, (await find.first<string>("id")) ?? "")).searchParams.get("token") ?? "";
}

const fileOf = (paper: string) => files.find((file) => file.paper === paper)?.id ?? "";

/** Who opened what, as the log says. */
async function seen() {
  const opened =
    "select username, subjectId, change ->> '$.new.paper' paper from audit where action = 'seePapers' order by id";
  return (await env.DB.prepare(opened).all()).results;
}

function headingOf(html: string) {
  return /<h1.*?<\/h1>/.exec(html)?.[0] ?? "no heading";
}

/** Presses a document on the page, like a browser without JavaScript. `meanwhile` happens once its bytes are read, before any is sent. */
function open(token: string, paper: string, meanwhile?: () => unknown) {
  const frames = { fetch: async () => new Response("<!--head--><!--page-->") } as unknown as Fetcher;
  let isRead = false;
  const get = async (name: string) => {
    const file = await env.PAPERS.get(name);
    if (!isRead) await meanwhile?.();
    isRead = true;
    return file;
  };
  const bucket = { get } as unknown as R2Bucket;
  return callWith({ ...env, ASSETS: frames, PAPERS: bucket }, `/lead/papers/${fileOf(paper)}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
    body: new URLSearchParams({ token }).toString(),
  });
}

async function isShown(token: string, paper: string) {
  const response = await open(token, paper);
  const isServed = response.headers.get("content-type") === "application/pdf";
  const page = await readPage(`/lead?token=${token}`);
  expect(isServed, "what is listed is served, and nothing else").toBe(page.html.includes(fileOf(paper)));
  if (isServed) await response.arrayBuffer();
  else expect(await response.text(), "what is not served leads to the page").toContain(headingOf(page.html));
  return isServed;
}

test("a lender sees the documents that the yes names", async () => {
  const token = await lead();
  await accept("payStub");
  expect(await isShown(token, "payStub"), "a yes alone names none").toBe(false);
  expect((await name(recipient, "payStub")).status).toBe(200);
  for (let time = 0; time < 2; time++) {
    const served = await open(token, "payStub");
    expect(new Uint8Array(await served.arrayBuffer())).toEqual(pdf());
    expect(Object.fromEntries(served.headers)).toMatchObject({
      "content-disposition": 'attachment; filename="payStub.pdf"',
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex",
      "x-content-type-options": "nosniff",
    });
  }
  expect(await seen()).toEqual([{ username: "Pecan Credit Union", subjectId: maria.id, paper: "Pay stub" }]);
  expect(await isShown(token, "residence"), "not named, nor accepted").toBe(false);
});

test("only a document that is accepted and named is shown", async () => {
  const token = await lead();
  expect((await name(recipient, "payStub")).status).toBe(409);
  for (const paper of ["payStub", "residence"]) await accept(paper);
  await name(recipient, "payStub");
  expect(await isShown(token, "residence"), "accepted, and not named").toBe(false);
  expect((await name(recipient, "payStub", "residence")).status).toBe(200);
  expect(await isShown(token, "residence")).toBe(true);
  await maria.max.post(`/api/desk/case/${maria.id}/papers`, { paper: "residence", received: false, reason: "Too old" });
  expect(await isShown(token, "residence")).toBe(false);
  expect(await isShown(token, "payStub")).toBe(true);
  await maria.remove(fileOf("payStub"));
  expect(await isShown(token, "payStub")).toBe(false);
});

const ENDS: Record<string, (token: string) => unknown> = {
  "a stop": () => maria.max.post(`/api/desk/case/${maria.id}/stop`, { how: "phone" }),
  "a no": () => answer(maria.id, recipient, "no"),
  "a new yes that names none": async () => {
    await answer(maria.id, recipient, "no");
    await answer(maria.id, recipient, "yes");
  },
  "taking the documents back": () => name(recipient),
  "the end of the link": async () => {
    const id = await env.DB.prepare("select id from referrals").first("id");
    await maria.max.post(`/api/desk/case/${maria.id}/referrals/${id}/end-link`);
  },
  "fourteen days": () => vi.setSystemTime(Date.now() + 15 * DAY),
  "a deletion": () => env.DB.exec("delete from applications"),
};

for (const [what, end] of Object.entries(ENDS)) {
  test(`after ${what} nothing of a document is sent or noted`, async () => {
    const token = await lead();
    await accept("payStub");
    await name(recipient, "payStub");
    if (what === "fourteen days") await end(token);
    else {
      const response = await open(token, "payStub", () => end(token));
      expect(response.headers.get("content-type")).toContain("text/html");
      expect(await response.text()).toContain(headingOf((await readPage(`/lead?token=${token}`)).html));
    }
    expect(await seen()).toEqual([]);
    expect(await isShown(token, "payStub")).toBe(false);
  });
}

test("a document is shown while others work on the case", async () => {
  const token = await lead();
  await accept("payStub");
  await name(recipient, "payStub");
  const note = () => maria.max.post(`/api/desk/case/${maria.id}/notes`, { text: "She asked about rates" });
  expect(new Uint8Array(await (await open(token, "payStub", note)).arrayBuffer())).toEqual(pdf());
  expect(await seen()).toHaveLength(1);
  const response = await open(token, "payStub", () => maria.remove(fileOf("payStub")));
  expect(await response.text()).toContain("An application for you");
  expect(await seen()).toHaveLength(1);
});

test("another lender's link, a wrong one and none open nothing", async () => {
  const token = await lead();
  const others = await lead(await lender("Live Oak Bank"));
  await accept("payStub");
  await name(recipient, "payStub");
  for (const wrong of [others, token.replace(/.$/, (last) => (last === "0" ? "1" : "0")), ""]) {
    expect(await isShown(wrong, "payStub")).toBe(false);
  }
  expect(
    await env.DB.prepare("select count(*) n from audit where username like '%Union' or username like '%Bank'").first(
      "n",
    ),
  ).toBe(0);
});

test("the applicant reads which documents the question is about", async () => {
  await lead();
  await accept("payStub");
  const read = async () => (await call(`/api/applications/${maria.ref}/guidance`)).json<Guidance>();
  const [permission] = (await read()).permissions;
  expect(permission?.offered).toMatchObject({ papers: ["payStub"], textId: "introduction-papers-1" });
  expect(permission?.offered?.words).toContain("these documents that you sent: Pay stub?");
  await name(recipient, "payStub");
  expect((await read()).permissions).toMatchObject([{ papers: ["payStub"], offered: null }]);
  await name(recipient);
  const receipt = await call(`/api/applications/${maria.ref}/receipt`);
  const { events } = await receipt.json<{ events: { event: { kind: string }; wordsFit: boolean | null }[] }>();
  expect(events.slice(-2)).toMatchObject([
    { event: { kind: "papersNamed", words: permission?.offered?.words }, wordsFit: true },
    { event: { kind: "papersTakenBack" } },
  ]);
});
