import { env } from "cloudflare:workers";
import { getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { database } from "../../../db/database.ts";
import type { CodePurpose } from "../../../db/model/contact/code.ts";
import { paths } from "../../../db/model/site/paths.ts";
import * as schema from "../../../db/schema.ts";
import { mailedLink } from "../../../worker/contact/opened-link.ts";
import { leadLink } from "../../../worker/introductions/lead-link.ts";
import { newMailToken } from "../../../worker/mail/newsletter.ts";
import { callWith, post } from "../calls/call.ts";
import { applyInBrowser, askForCode, mailed } from "../contact/mailed-codes.ts";
import { databaseWith } from "../database.ts";
import { dealer, permissionOf, permit } from "../directory/directory.ts";
import { stored as files, opened, pdf } from "../papers/files.ts";
import { type Colleague, idOf, signedIn } from "../staff/staff.ts";
import { seed } from "./faults.ts";
import { existing, mediaType, nameOf, storeOneOfEach } from "./good-requests.ts";
import { addressOf, apiRoutes, isDesk, pageRoutes, type Route } from "./routes.ts";

/** Whatever we mail or hand to strangers as a key opens its own door only: each is tried at each place that takes one. */

/** Every kind of key, and the ids beside them, of one person. A new purpose of a token or a code is asked for here. */
type Keys = Record<
  "lead" | CodePurpose | "reference" | "proof" | "opened papers" | "just sent" | "permission" | "file" | "news",
  string
>;

const COOKIES = { "opened papers": "__Secure-papers", "just sent": "__Host-sent" } as const;
type Cookie = keyof typeof COOKIES;

/** The value of this cookie among others. */
function cookieIn(all: string, cookie: Cookie) {
  return new RegExp(`${COOKIES[cookie]}=([^;]*)`).exec(all)?.[1] ?? "";
}

const stored = databaseWith(async () => {
  const manager = await signedIn("manager");
  const requests = await storeOneOfEach(manager);
  const { stored, bodies } = requests;
  const id = stored["/api/desk/case/"] ?? "";
  const codeFor = (purpose: CodePurpose) => String(bodies[`POST /api/applications/:ref/${purpose}/confirm`]?.code);
  await manager.post(`/api/desk/case/${id}/papers`, { paper: "payStub", received: true });
  const maria: Keys = {
    ...(await linksOf(id)),
    reference: stored["/api/applications/"] ?? "",
    proof: String(bodies["POST /api/applications/:ref/opened"]?.proof),
    deletion: codeFor("deletion"),
    correction: codeFor("correction"),
    papers: codeFor("papers"),
    "opened papers": cookieIn(manager.headers.cookie, "opened papers"),
    "just sent": cookieIn(manager.headers.cookie, "just sent"),
    permission: stored["/api/applications/:ref/permissions/"] ?? "",
    file: stored["/api/applications/:ref/papers/files/"] ?? "",
  };
  await post(`/api/applications/${maria.reference}/permissions/${maria.permission}/papers`, { papers: ["payStub"] });
  // A mail that is still owed would replace its code.
  await env.DB.exec("update outbox set status = 'dead' where status = 'owed'");
  const keys = { maria, rosa: await rosa(manager) };
  expect(Object.values(keys).flatMap(Object.values), "each has one of each").not.toContain("");
  return { requests, ...keys };
});

/** Somebody else with one of each, too. */
async function rosa(manager: Colleague): Promise<Keys> {
  const email = "rosa@example.com";
  const sent = await applyInBrowser({ phone: "512 555 0177", email });
  const { ref } = sent;
  const id = await idOf(ref);
  await manager.post(`/api/desk/case/${id}/papers/ask`, { papers: ["payStub"] });
  const { cookie, send, list } = await opened(id);
  await send("payStub", pdf());
  await manager.post(`/api/desk/case/${id}/papers`, { paper: "payStub", received: true });
  const to = await dealer("Rosa's dealer");
  await permit(manager, id, to);
  const permission = await permissionOf(id, to);
  await post(`/api/applications/${ref}/permissions/${permission}/papers`, { papers: ["payStub"] });
  await manager.post(`/api/desk/case/${id}/send`, to);
  await mailed();
  return {
    ...(await linksOf(id)),
    reference: ref,
    proof: (await mailedLink(env, { id, email, emailSetBy: null }))?.split(paths.mailProof)[1] ?? "",
    deletion: (await askForCode(ref, "deletion")).code,
    correction: (await askForCode(ref, "correction")).code,
    papers: (await askForCode(ref, "papers")).code,
    "opened papers": cookieIn(cookie, "opened papers"),
    "just sent": cookieIn(sent.cookie, "just sent"),
    permission,
    file: (await list()).files?.[0]?.id ?? "",
  };
}

/** The tokens in the links of mails about this application, and to a reader. */
async function linksOf(applicationId: string) {
  const find = async (what: string) =>
    (await env.DB.prepare(`select id from ${what} = ?`).bind(applicationId).first<string>("id")) ?? "";
  const db = database(env.DB);
  const reader = { id: crypto.randomUUID(), email: `${applicationId}@example.com` };
  const asked = { consentTextId: "newsletter-1", requestedAt: new Date(), language: "en" } as const;
  await db.insert(schema.newsletterSubscribers).values({ ...reader, ...asked, emailFolded: reader.email });
  return {
    lead: new URL(await leadLink(env, await find("referrals where applicationId"))).searchParams.get("token") ?? "",
    news: await newMailToken(db, reader.id),
  };
}

/** Keys that open something of one person only, beside a key or id of theirs. */
const BOUND: (keyof Keys)[] = [
  "deletion",
  "correction",
  "papers",
  "proof",
  "opened papers",
  "just sent",
  "permission",
  "file",
];

/** What the pages behind links take besides the token. */
const FORMS: Record<string, Record<string, string>> = {
  "/lead": { answer: "sold" },
};
const TOKENS: Record<string, keyof Keys> = {
  ...{ "/lead": "lead", "/lead/papers/:id": "lead" },
  ...{ "/newsletter": "news", "/unsubscribe": "news" },
};

/** One place of a request where a key may stand. */
interface Place {
  name: string;
  /** What stands there in a good request. */
  good: string;
  send: (given: string) => Promise<Response>;
}

function placesOf(route: Route): Place[] {
  const { requests, maria } = stored();
  const { method, pattern } = route;
  const name = nameOf(route);
  const parameters = pattern === "/lead/papers/:id" ? [maria.file] : existing(route, requests);
  const body = requests.bodies[name] ?? {};
  const opens = TOKENS[pattern];
  const token = opens ? maria[opens] : "";
  const isPage = !pattern.startsWith("/api/");
  const send = (change: { parameters?: string[]; body?: object; cookies?: Partial<Keys>; token?: string }) => {
    const path = addressOf(route, change.parameters ?? parameters);
    const form = { ...FORMS[pattern], token: change.token ?? token };
    const isRead = method === "GET";
    const frames = { fetch: async () => new Response("<!--head--><!--page--></body>") } as unknown as Fetcher;
    const type = isPage ? "application/x-www-form-urlencoded" : mediaType(route);
    return callWith({ ...env, ASSETS: frames }, isPage && isRead ? `${path}?token=${form.token}` : path, {
      method,
      headers: {
        "sec-fetch-site": "same-origin",
        "content-type": type,
        cookie: cookies({ ...maria, ...change.cookies }),
      },
      ...(!isRead && { body: isPage ? `${new URLSearchParams(form)}` : JSON.stringify({ ...body, ...change.body }) }),
    });
  };
  const places: Place[] = parameters.map((good, index) => ({
    name: `parameter ${index + 1}`,
    good,
    send: (given) => send({ parameters: parameters.with(index, given) }),
  }));
  for (const [field, good] of Object.entries(body)) {
    if (typeof good === "string" && kindOf(good)) {
      places.push({ name: field, good, send: (given) => send({ body: { [field]: given } }) });
    }
  }
  if (isPage) places.push({ name: "token", good: token, send: (given) => send({ token: given }) });
  const cookie = cookieFor(pattern);
  if (cookie) {
    places.push({ name: "cookie", good: maria[cookie], send: (given) => send({ cookies: { [cookie]: given } }) });
  }
  return places;
}

function cookies(keys: Keys) {
  return (Object.keys(COOKIES) as Cookie[]).map((cookie) => `${COOKIES[cookie]}=${keys[cookie]}`).join("; ");
}

/** The cookie that this route asks for. */
function cookieFor(pattern: string): Cookie | undefined {
  if (/\/papers\/(files|:paper)/.test(pattern)) return "opened papers";
  return pattern.endsWith("/without-code") ? "just sent" : undefined;
}

function kindOf(key: string) {
  return kinds().find((kind) => stored().maria[kind] === key);
}

function kinds() {
  return Object.keys(stored().maria) as (keyof Keys)[];
}

/** A key of the same shape that nobody has. */
function madeUp(key: string) {
  const { maria, rosa } = stored();
  const known = [...Object.values(maria), ...Object.values(rosa)];
  const others = [..."0123456789"].map((last) => key.slice(0, -1) + last);
  return others.find((other) => !known.includes(other)) ?? "";
}

/** The answer without keys that a page may repeat: this one, and those that stand beside it. */
async function answerTo(place: Place, given: string) {
  const response = await place.send(given);
  const text = new TextDecoder().decode(await response.arrayBuffer());
  const repeated = [given, ...Object.values(stored().maria)];
  return repeated.reduce((left, key) => left.replaceAll(key, ""), `${response.status} ${text}`);
}

const tables = Object.values(schema)
  .filter((value) => is(value, SQLiteTable))
  .map(getTableName)
  .filter((table) => table !== "counters");

/** Everything stored but what counts tries. */
async function contents() {
  await env.DB.exec("update codes set tries = 0");
  const found = await env.DB.batch(tables.map((table) => env.DB.prepare(`select * from ${table}`)));
  return JSON.stringify([found.map(({ results }) => results), await files()]);
}

/** Spanish pages have the same handlers. */
const isForStrangers = (route: Route) => !isDesk(route) && !/^\/(desk|es)/.test(route.pattern);
for (const route of [...apiRoutes, ...pageRoutes].filter(isForStrangers)) {
  test(`${nameOf(route)} answers every key but its own like a made-up one`, async () => {
    const { maria, rosa } = stored();
    const before = await contents();
    for (const place of placesOf(route)) {
      const own = kindOf(place.good);
      // A sixth of the kinds, by the seed.
      for (const kind of kinds().filter((_, index) => (index + seed) % 6 === 0)) {
        await env.DB.exec("update codes set tries = 0");
        const refused = await answerTo(place, madeUp(maria[kind]));
        for (const keys of [maria, rosa]) {
          if (kind === own && (keys === maria || !BOUND.includes(kind))) continue;
          expect(await answerTo(place, keys[kind]), `${kind} as ${place.name}`).toBe(refused);
        }
      }
      expect(await contents(), place.name).toBe(before);
    }
    const own = placesOf(route).filter(({ good }) => kindOf(good));
    const refused = await Promise.all(own.map((place) => answerTo(place, madeUp(place.good))));
    if (own[0]) expect(refused).not.toContain(await answerTo(own[0], own[0].good));
  });
}
