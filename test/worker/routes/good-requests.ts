import { env } from "cloudflare:workers";
import { database } from "../../../db/database.ts";
import { presetPlaces } from "../../../db/model/calls/call-slots.ts";
import { exampleCall } from "../../../db/model/calls/example.ts";
import { spokenTexts } from "../../../db/model/consent/consent-by-phone.ts";
import type { CodePurpose } from "../../../db/model/contact/code.ts";
import { categoryCriteria } from "../../../db/model/directory/lenders.ts";
import { exampleApplication } from "../../../db/model/form/example.ts";
import { introductionWords } from "../../../db/model/introductions/permission.ts";
import { paths } from "../../../db/model/site/paths.ts";
import { DAY_MS } from "../../../db/model/time/clock.ts";
import { newCode } from "../../../worker/contact/codes.ts";
import { mailedLink } from "../../../worker/contact/opened-link.ts";
import { post as send } from "../calls/call.ts";
import { applyInBrowser } from "../contact/mailed-codes.ts";
import { dealer, permissionOf, permit } from "../directory/directory.ts";
import { pdf, sender } from "../papers/files.ts";
import { codeOf, newAuthenticator } from "../staff/authenticator.ts";
import { addMember, apply, type Colleague, idOf, PASSWORD, signedIn } from "../staff/staff.ts";
import { addressOf, type Route } from "./routes.ts";

/** A request to each route that succeeds. Tests of bad input start from it. */
export interface GoodRequests {
  /** The ids for parameters of addresses, by the word before them. */
  stored: Record<string, string>;
  /** JSON bodies of routes, by method and pattern. */
  bodies: Record<string, Record<string, unknown>>;
}

const UPLOAD = "/api/media";
const BOUNDARY = "edge";
/** A PNG of one pixel. */
const PICTURE = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const post = { title: "A title", slug: "a-title", heroImageUrl: null, tags: "a, b", content: "Text", published: true };
const forStaff = { contactPerson: "Ana Ruiz", phone: "210 555 0100", notes: "Open on Saturdays" };
const newDealer = {
  name: "A dealer",
  metro: "San Antonio",
  leadAddress: "leads@dealer.test",
  ...forStaff,
  isActive: true,
};
const lender = {
  name: "A lender",
  category: "Credit unions",
  leadAddress: "leads@lender.test",
  criteria: categoryCriteria["Credit unions"],
  ...forStaff,
  isActive: true,
};
const letter = { name: "A letter", language: "en", subject: "A subject", body: "Hello from us", isActive: true };
const story = {
  ...{ name: "Maria L.", city: "Austin", stars: 5, text: "They called me", language: "en", isCompensated: false },
  ...{ agreedBy: "Maria Lopez", agreedOn: "2026-11-20", agreedHow: "By letter" },
};
const csv = "Kind,Name,Metro,Email for leads\ndealer,Imported,Austin,leads@imported.test";
const message = { name: "Maria", message: "Do you help with a truck?", replyTo: "a@b.co" };

/** An application as a member takes it on the phone. */
function byPhone() {
  const [language, at] = ["en", new Date().toISOString()] as const;
  const textIds = Object.values(spokenTexts(language)).map(({ id }) => id);
  const consentRecord = { textIds, language, shownAt: at, tickedAt: at };
  return { ...exampleApplication(), language, consentRecord, key: "a key" };
}

/** Stores one of each thing that an address can name. The requests are a manager's, whom every route admits. */
export async function storeOneOfEach(manager: Colleague): Promise<GoodRequests> {
  const { ref, cookie } = await applyInBrowser();
  manager.headers.cookie += `; ${cookie}`;
  const id = await idOf(ref);
  const [twin, merged] = [await apply(), await apply()];
  await manager.post(`/api/desk/case/${id}/merge`, { other: merged });
  const colleague = await signedIn("specialist");
  await manager.post("/api/blog", post);
  await manager.post("/api/desk/directory/dealers", newDealer);
  await manager.post("/api/desk/directory/lenders", lender);
  await manager.post("/api/desk/letters", letter);
  await manager.post("/api/desk/stories", story);
  await send("/api/contact", message);
  await manager.post(`/api/applications/${ref}/deletion`);
  await manager.post(`/api/applications/${ref}/appointment`, { startsAt: null });
  await manager.post(`/api/applications/${ref}/correction`);
  await manager.post(`/api/applications/${ref}/papers`);
  // The site is healthy: its cron job has run.
  await env.DB.prepare("insert into jobs (name, startedAt) values ('sweep', ?)").bind(Date.now()).run();
  const idIn = async (table: string) => (await env.DB.prepare(`select id from ${table}`).first<string>("id")) ?? "";
  const dealerId = await idIn("dealers");
  const permitted = { kind: "dealer", recipientId: dealerId } as const;
  await permit(manager, id, permitted);
  await manager.post(`/api/desk/case/${id}/send`, permitted);
  const another = { kind: "dealer", recipientId: (await dealer("Another")).recipientId } as const;
  await permit(manager, id, another);
  await askForPayStub(manager, id);
  await env.DB.exec("update outbox set status = 'dead'");
  const [unasked, called] = [await dealer("Unasked"), await dealer("Called")];
  const updatedAt = await env.DB.prepare("select updatedAt from blog_posts").first<number>("updatedAt");
  const codeTo = async (purpose: CodePurpose) =>
    newCode(env, database(env.DB), await idIn(`codes where purpose = '${purpose}'`));
  const fileId = await sendPayStub(manager, ref, await codeTo("papers"));
  const time = "2026-01-01T00:00:00Z";
  const factors = await setUpSecondFactors(manager);
  const next = { kind: "call", note: "After work", at: nextNoon() };
  return {
    stored: {
      "/api/applications/": ref,
      "/api/applications/:ref/permissions/": await permissionOf(id, permitted),
      "/api/applications/:ref/papers/": "payStub",
      "/api/applications/:ref/papers/files/": fileId,
      "/api/desk/case/:id/papers/": fileId,
      "/api/blog/": post.slug,
      "/api/blog/id/": await idIn("blog_posts"),
      "/api/desk/case/": id,
      "/api/desk/directory/": dealerId,
      "/api/desk/directory/dealers/": dealerId,
      "/api/desk/directory/lenders/": await idIn("lenders"),
      "/api/desk/case/:id/referrals/": await idIn("referrals"),
      "/api/desk/stories/": await idIn("stories"),
      "/api/desk/letters/": await idIn("letter_templates"),
      "/api/desk/messages/": await idIn("contact_messages"),
      "/api/desk/outbox/": await idIn("outbox where status = 'dead'"),
      "/api/desk/members/": colleague.id,
      "/api/desk/sign-ins/": await signInOf(colleague.id),
      "/api/desk/account/sign-ins/": await signInOf(manager.id),
      "/api/desk/account/passkeys/": factors.passkeyId,
    },
    bodies: {
      "POST /api/applications/submit": exampleApplication({
        birthYear: 1990,
        consentRecord: { textIds: ["esign-1"], language: "en", shownAt: time, tickedAt: time },
      }),
      "POST /api/applications/:ref/appointment": { startsAt: null },
      "POST /api/applications/:ref/opened": {
        proof: (await mailedLink(env, { id, email: "maria@example.com", emailSetBy: null }))?.split(paths.mailProof)[1],
      },
      "POST /api/applications/:ref/confirm-email": { email: "maria@example.com" },
      "POST /api/applications/:ref/correction/confirm": {
        code: await codeTo("correction"),
        phone: "210 555 0199",
        email: "lopez@example.com",
      },
      "POST /api/applications/:ref/permissions/:id": { decision: "yes" },
      "POST /api/applications/:ref/permissions/:id/papers": { papers: [] },
      "POST /api/applications/:ref/papers/confirm": { code: await codeTo("papers") },
      "POST /api/applications/:ref/deletion/confirm": { code: await codeTo("deletion") },
      "POST /api/applications/:ref/correction/without-code": { phone: "210 555 0199", email: "lopez@example.com" },
      "POST /api/applications/:ref/resume-contact": {
        consentRecord: { textIds: ["contact-again-2"], language: "en", shownAt: time, tickedAt: time },
      },
      "POST /api/contact": message,
      "POST /api/applications/link-again": { email: "maria@example.com" },
      "POST /api/newsletter": { email: "maria@example.com" },
      "POST /api/visits": { openedFrom: "/?utm_campaign=fall", reached: ["site"] },
      "POST /api/session": { username: "maria", password: PASSWORD },
      ...factors.bodies,
      "POST /api/blog": { ...post, slug: "another-title" },
      "PUT /api/blog/id/:id": { ...post, updatedAt },
      "POST /api/desk/queue/search": { q: "lopez", cursor: "7" },
      "POST /api/desk/intake": byPhone(),
      "POST /api/desk/claims": { ids: [twin] },
      "POST /api/desk/case/:id/merge": { other: twin },
      "POST /api/desk/case/:id/split": { other: merged },
      "POST /api/desk/case/:id/assign": { ownerId: colleague.id },
      "POST /api/desk/case/:id/reopen": { to: "contacted", reason: "They called back" },
      "POST /api/desk/case/:id/status": { from: "submitted", to: "in_review", outcome: null, papers: ["payStub"] },
      "POST /api/desk/case/:id/calls": {
        ...exampleCall("askedToCallAt"),
        ...{ callAt: nextNoon(), next, note: "Works nights" },
      },
      "POST /api/desk/case/:id/calls/undo": { call: await noted(manager, id) },
      "PUT /api/desk/case/:id/next": next,
      "POST /api/desk/case/:id/stop": { how: "phone" },
      "POST /api/desk/case/:id/notes": { text: "Called, no answer" },
      "POST /api/desk/case/:id/correct": {
        phone: "210 555 0177",
        email: "maria.lopez@example.com",
        ground: "askedByPhone",
        reason: "She called about it",
      },
      "PUT /api/desk/call-capacity": { places: presetPlaces, version: 1 },
      "POST /api/desk/case/:id/permissions": { ...unasked },
      "POST /api/desk/case/:id/permissions/phone": {
        ...called,
        decision: "yes",
        words: introductionWords("dealer", "Called"),
      },
      "POST /api/desk/case/:id/send": another,
      "POST /api/desk/case/:id/referrals/:referralId/answer": { answer: "approved" },
      "POST /api/desk/case/:id/papers": { paper: "payStub", received: false, reason: "Too dark" },
      "POST /api/desk/case/:id/papers/ask": { papers: ["insurance"] },
      "POST /api/desk/case/:id/letters": {
        templateId: await idIn("letter_templates"),
        version: 1,
        body: "Hello from us",
      },
      "POST /api/desk/letters": { ...letter, name: "Another letter" },
      "PUT /api/desk/letters/:id": { ...letter, version: 1 },
      "POST /api/desk/stories": story,
      "PUT /api/desk/stories/:id": { ...story, version: 1 },
      "POST /api/desk/directory/lenders": { ...lender, name: "Another lender" },
      "PUT /api/desk/directory/lenders/:id": { ...lender, version: 1 },
      "POST /api/desk/directory/dealers": { ...newDealer, name: "Another dealer" },
      "PUT /api/desk/directory/dealers/:id": { ...newDealer, version: 1 },
      "POST /api/desk/import": { csv },
      "POST /api/desk/members": { username: "noor", role: "specialist" },
      "PUT /api/desk/members/:id": { role: "manager" },
      "POST /api/desk/members/:id/deactivate": { handTo: manager.id },
      "POST /api/desk/messages/:id/status": { status: "answered" },
      "POST /api/desk/messages/:id/reply": { text: "Yes, we do." },
    },
  };
}

/** Asks the applicant for a pay stub, and makes the application new again, so that its status can be changed. */
async function askForPayStub(manager: Colleague, id: string) {
  const steps = ["submitted", "in_review", "contacted", "docs_requested"];
  for (const [index, to] of steps.entries()) {
    if (index === 0) continue;
    await manager.post(`/api/desk/case/${id}/status`, { from: steps[index - 1], to, papers: ["payStub"] });
  }
  await env.DB.prepare("update applications set status = 'submitted' where id = ?").bind(id).run();
}

/** Sends the pay stub, and gives the manager the cookie of whoever entered the code; asks for another code. */
async function sendPayStub(manager: Colleague, ref: string, code: string) {
  const papers = `/api/applications/${ref}/papers`;
  const confirmed = await manager.post(`${papers}/confirm`, { code });
  manager.headers.cookie += `; ${confirmed.headers.get("set-cookie")?.split(";")[0]}`;
  const { send, list } = sender(ref, "", manager.headers.cookie);
  await send("payStub", pdf());
  await manager.post(papers);
  return (await list()).files?.[0]?.id ?? "";
}

/** The event of a call that the manager has just noted. */
async function noted(manager: Colleague, id: string) {
  const response = await manager.post(`/api/desk/case/${id}/calls`, exampleCall("noAnswer"));
  return (await response.json<{ call: number }>()).call;
}

/** A time tomorrow or the day after when anybody in Texas may be called. */
function nextNoon() {
  return new Date(Math.ceil(Date.now() / DAY_MS) * DAY_MS + 19 * 60 * 60 * 1000).toISOString();
}

/** Another sign-in of the member, besides the one that a test uses. */
async function signInOf(userId: string) {
  const id = crypto.randomUUID().replaceAll("-", "");
  const now = Date.now();
  await env.DB.prepare("insert into sessions (tokenHash, userId, createdAt, lastUsedAt) values (?, ?, ?, ?)")
    .bind(id, userId, now, now)
    .run();
  return id;
}

/** Gives the manager a passkey and an app. The bodies answer the session's requests, and work until one is used. */
async function setUpSecondFactors(manager: Colleague) {
  const [passkey, another] = [await newAuthenticator(), await newAuthenticator()];
  const ask = async (path: string) => (await manager.post(`/api/second-factor/${path}`)).json<Record<string, string>>();
  const { challenge: first = "" } = await ask("new-passkey/options");
  await manager.post("/api/second-factor/new-passkey", await passkey.make(first));
  const { secret = "" } = await ask("new-app");
  await manager.post("/api/second-factor/new-app/code", { code: codeOf(secret) });
  // The line above has used it up.
  await env.DB.exec("update users set appStep = 0");
  const { secret: newSecret = "" } = await ask("new-app");
  const challenge = "0123456789abcdef";
  await env.DB.prepare("update sessions set challenge = ? where newAppSecret is not null").bind(challenge).run();
  return {
    passkeyId: passkey.id,
    bodies: {
      "POST /api/second-factor/passkey": await passkey.sign(challenge),
      "POST /api/second-factor/code": { code: codeOf(secret) },
      "POST /api/second-factor/new-passkey": await another.make(challenge),
      "POST /api/second-factor/new-app/code": { code: codeOf(newSecret) },
    },
  };
}

/** What else a route's good request needs: a member who signs in, or a closed case. */
export async function makeReady(route: Route, { stored }: GoodRequests, manager: Colleague) {
  if (nameOf(route) === "POST /api/session") await storeMaria();
  if (nameOf(route) !== "POST /api/desk/case/:id/reopen") return;
  const close = { from: "submitted", to: "withdrawn", outcome: "undecided" };
  await manager.post(`/api/desk/case/${stored["/api/desk/case/"]}/status`, close);
}

/** Adds the member of the good sign-in. Hashing a password takes a tenth of a second. */
export function storeMaria() {
  return addMember("maria");
}

/** The ids or slugs for the parameters of a good request's address. */
export function existing({ pattern }: Route, { stored }: GoodRequests) {
  return [...pattern.matchAll(/:/g)].map(({ index }) => stored[pattern.slice(0, index)] ?? "");
}

/** The good request to a route, sent by the manager. */
export function goodRequest(
  route: Route,
  requests: GoodRequests,
  manager: Colleague,
): [path: string, init: RequestInit] {
  const body = bodyOf(route, requests);
  const headers = { "content-type": mediaType(route), ...manager.headers };
  const { method } = route;
  return [addressOf(route, existing(route, requests)), { method, headers, ...(hasBody(route) && { body }) }];
}

function bodyOf(route: Route, { bodies }: GoodRequests) {
  if (route.pattern === UPLOAD) return upload();
  return route.pattern.endsWith("/file") ? pdf({ pages: 2 }) : JSON.stringify(bodies[nameOf(route)] ?? {});
}

export function nameOf({ method, pattern }: Route) {
  return `${method} ${pattern}`;
}

export function hasBody({ method }: Route) {
  return method === "POST" || method === "PUT";
}

export function mediaType({ pattern }: Route) {
  if (pattern.endsWith("/file")) return "application/octet-stream";
  return pattern === UPLOAD ? `multipart/form-data; boundary=${BOUNDARY}` : "application/json";
}

function upload() {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`;
  const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
  return bytes(`${head}${atob(PICTURE)}\r\n--${BOUNDARY}--`);
}
