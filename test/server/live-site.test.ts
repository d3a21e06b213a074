import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { CRON_SILENT } from "../../db/model/site/alarms.ts";
import { securityHeaders } from "../../worker/http/headers.ts";
import { verify, verifyLines } from "../../worker/run/deploy/live-site.ts";

/** `npm run verify` against a small site with each fault built in, over real HTTP. */

const SITE = "https://test-site.com";
const HEADERS = securityHeaders({});

interface Reply {
  status: number;
  headers: Record<string, string | string[]>;
  body: string;
}

/** What the site answers at an address, the first time and again; null: nothing, ever. */
type Site = Record<string, Reply | Reply[] | null>;

const server = createServer(async (request, response) => {
  const address = String(request.headers["x-asked"]);
  const replies = [site[address] === undefined ? site.missing : site[address]].flat();
  const reply =
    replies.length > 1 ? (replies[asked.filter((each) => each === address).length] ?? replies.at(-1)) : replies[0];
  asked.push(address);
  if (!reply) return timeUp(address);
  response.writeHead(reply.status, reply.headers);
  response.end(reply.body);
});
let local: string;
let site: Site;
let asked: string[];
let timeouts: Map<string, AbortController>;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  local = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => server.close());

test("a site that is set up well has nothing to mend", async () => {
  const checks = await look(goodSite());
  expect(checks.filter(({ state }) => state !== "fine")).toEqual([]);
  expect(verifyLines(checks).at(-1)).toBe(`${checks.length} fine, 0 to be mended, 0 not looked at`);
});

test.each<[fault: string, line: string, says: RegExp, build: (good: Site) => Site]>([
  [
    "the database refuses",
    "health",
    /It says: The database does not answer/,
    (good) => ({
      ...good,
      ...at(
        "/api/health",
        health({ ok: false, error: "The database does not answer.", database: "refuses", lastSweepAt: null }, 503),
      ),
    }),
  ],
  [
    "the cron stopped an hour ago",
    "cron",
    /ran last at 2026.*Trigger events/,
    (good) => ({
      ...good,
      ...at("/api/health", health({ ok: false, error: CRON_SILENT, lastSweepAt: "2026-11-29T11:00:00.000Z" }, 503)),
    }),
  ],
  [
    "the home page fails",
    "home page",
    /Status 500 was the answer to \/, /,
    (good) => ({ ...good, ...at("/", reply("", {}, 500)) }),
  ],
  [
    "it was built for another address",
    "address",
    /Pages name https:\/\/other\.com\/.*SITE_URL/,
    (good) => ({ ...good, ...at("/", home("https://other.com")) }),
  ],
  [
    "the blog calls itself without end",
    "blog",
    /no answer within 15 seconds.*\[placement\]/,
    (good) => ({ ...good, ...at("/blog", null) }),
  ],
  [
    "no post is kept by the cache",
    "cache",
    /cf-cache-status is MISS/,
    (good) => ({ ...good, ...at("/blog/newest", post("MISS")) }),
  ],
  [
    "the Worker runs somewhere else",
    "placement",
    /delete \[placement\]/,
    (good) => ({
      ...good,
      ...at("/blog/newest", [
        post("MISS"),
        { ...post("HIT"), headers: { ...post("HIT").headers, "cf-placement": "remote-IAD" } },
      ]),
    }),
  ],
  [
    "a missing page is answered with another page",
    "missing page",
    /Status 200/,
    (good) => ({ ...good, ...at("/there-is-no-such-page", page()) }),
  ],
  [
    "a missing script may be kept",
    "missing script",
    /max-age=14400/,
    (good) => ({
      ...good,
      ...at("/assets/there-is-no-such-script.js", reply("no", { "cache-control": "max-age=14400" }, 404)),
    }),
  ],
  [
    "the Worker answers for static files",
    "static files",
    /run_worker_first/,
    (good) => ({ ...good, ...at("/assets/main-1.js", worker("code")) }),
  ],
  [
    "a header is gone from the Worker's answers",
    "security headers",
    /^\/blog has Referrer-Policy: null/,
    (good) => ({
      ...good,
      ...at("/blog", without(blog(), "Referrer-Policy")),
    }),
  ],
  [
    "the dashboard sends HSTS as well",
    "HSTS",
    /max-age=15552000.*switch HSTS off/,
    (good) => ({
      ...good,
      ...at("/", twice(home(), "Strict-Transport-Security", "max-age=15552000")),
    }),
  ],
  [
    "Speed Brain is on",
    "speculation rules",
    /cdn-cgi\/speculation.*Speed Brain/,
    (good) => ({
      ...good,
      ...at("/", twice(home(), "Speculation-Rules", '"/cdn-cgi/speculation"')),
    }),
  ],
  [
    "pages carry Cloudflare's script",
    "pages",
    /cdn-cgi\/scripts.*Rocket Loader/,
    (good) => ({
      ...good,
      ...at(
        "/blog/newest",
        [post("MISS"), post("HIT")].map((each) => ({ ...each, body: '<script src="/cdn-cgi/scripts/x.js">' })),
      ),
    }),
  ],
  [
    "Cloudflare writes robots.txt",
    "robots.txt",
    /managed robots\.txt/,
    (good) => ({
      ...good,
      ...at("/robots.txt", worker(`# BEGIN Cloudflare Managed content\n${ROBOTS}`)),
    }),
  ],
  [
    "http stays http",
    "https",
    /Status 200.*Always Use HTTPS/,
    (good) => ({ ...good, "http://test-site.com/": home() }),
  ],
  [
    "www is not there",
    "www",
    /no answer.*AAAA record www/,
    (good) => ({ ...good, "https://www.test-site.com/": null }),
  ],
  [
    "a password alone opens the desk",
    "second factor",
    /SECOND_FACTOR = "required"/,
    (good) => ({
      ...good,
      ...at("/api/health", health({ secondFactor: "optional" })),
    }),
  ],
  [
    "another server takes the mail that answers ours",
    "answers to mails",
    /does not take mail for mail\.test-site\.com: switch Email Routing on/,
    (good) => ({ ...good, [MX]: reply(mxRecords("mx.other.example.")) }),
  ],
  [
    "anybody may write",
    "writing",
    /AUTHORING = "staff"/,
    (good) => ({
      ...good,
      ...at("/api/session", worker(JSON.stringify({ ok: true, member: null, isOpenForWriting: true }))),
    }),
  ],
])("where %s, the line '%s' alone says so", async (_, line, says, build) => {
  const checks = await look(build(goodSite()));
  const wrong = checks.filter(({ state }) => state === "wrong");
  expect(wrong.map(({ name }) => name)).toEqual([line]);
  expect(wrong[0]?.why).toMatch(says);
  expect(verifyLines(checks)).toContain(`✗ ${line}: ${wrong[0]?.why}`);
});

test("a post that is cached only at the third reading is fine", async () => {
  const checks = await look({ ...goodSite(), ...at("/blog/newest", [post("MISS"), post("MISS"), post("HIT")]) });
  expect(checks.filter(({ state }) => state !== "fine")).toEqual([]);
});

test("staging turns crawlers away in its headers and in robots.txt", async () => {
  const closed = {
    ...at("/", { ...home(), headers: { ...home().headers, "x-robots-tag": "noindex" } }),
    ...at("/robots.txt", worker("User-agent: *\nDisallow: /\n")),
  };
  expect((await look({ ...goodSite(), ...closed })).filter(({ state }) => state !== "fine")).toEqual([]);
});

test("without a reply address, nobody is asked for its mail servers", async () => {
  const { [MX]: _, ...others } = goodSite();
  const checks = await look({ ...others, ...at("/api/health", health({ replyDomain: null })) });
  expect(checks.filter(({ state }) => state !== "fine")).toEqual([
    expect.objectContaining({ name: "answers to mails", state: "unknown" }),
  ]);
  expect(asked).not.toContain(MX);
});

test("before the first post, the cache is not looked at", async () => {
  const checks = await look({ ...goodSite(), ...at("/blog", { ...blog(), body: '<html><a href="/blog/new">' }) });
  expect(checks.filter(({ state }) => state !== "fine")).toEqual([
    expect.objectContaining({ name: "cache", state: "unknown", why: "there is no post" }),
  ]);
});

test("of a local site nothing is asked that only Cloudflare shows", async () => {
  const here = "http://localhost:8787";
  const good = JSON.parse(JSON.stringify(goodSite()).replaceAll(SITE, here));
  const checks = await look(good, here);
  const unknown = checks.filter(({ state }) => state !== "fine");
  expect(unknown.map(({ name }) => name)).toEqual([
    "answers to mails",
    ...["cache", "placement", "https", "www", "second factor", "writing"],
  ]);
  expect(verifyLines(unknown)).toContain("- www: not looked at, only a published site shows it");
  expect(asked.every((address) => address.startsWith(here))).toBe(true);
});

test("where nothing answers, one line says so, and nothing is called fine", async () => {
  const checks = await look(Object.fromEntries(Object.keys(goodSite()).map((address) => [address, null])));
  expect(checks.filter(({ state }) => state !== "unknown").map(({ name, state }) => [name, state])).toEqual([
    ["health", "wrong"],
  ]);
});

test("only addresses that everybody may read are asked for", async () => {
  await look(goodSite());
  expect(new Set(asked)).toEqual(new Set([...Object.keys(goodSite())].filter((address) => address !== "missing")));
});

/** What `npm run verify` finds at this site. */
async function look(built: Site, address = SITE) {
  site = built;
  asked = [];
  timeouts = new Map();
  let last = new AbortController();
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => {
    last = new AbortController();
    return last.signal;
  });
  const fetcher: typeof fetch = (url, init) => {
    timeouts.set(String(url), last);
    expect(init?.method ?? "GET").toBe("GET");
    return fetch(local, { ...init, headers: { "x-asked": String(url) } });
  };
  return verify(address, fetcher);
}

function timeUp(address: string) {
  timeouts.get(address)?.abort();
}

const MX = "https://cloudflare-dns.com/dns-query?type=MX&ct=application/dns-json&name=mail.test-site.com";
const ROBOTS = `User-agent: *\nDisallow: /api/\nDisallow: /desk\n\nSitemap: ${SITE}/sitemap.xml\n`;

function goodSite(): Site {
  return {
    ...at("/", home()),
    ...at("/es", page("es")),
    ...at("/blog", blog()),
    ...at("/blog/newest", [post("MISS"), post("UPDATING")]),
    ...at("/api/health", health()),
    ...at("/api/session", worker(JSON.stringify({ ok: true, member: null, isOpenForWriting: false }))),
    ...at("/robots.txt", worker(ROBOTS)),
    ...at("/assets/main-1.js", reply("code", { "cache-control": "public, max-age=31536000, immutable" })),
    ...at("/there-is-no-such-page", worker("<html>", 404)),
    ...at("/assets/there-is-no-such-script.js", worker("<html>", 404)),
    [MX]: reply(mxRecords("route1.mx.cloudflare.net.")),
    "http://test-site.com/": reply("", { location: `${SITE}/` }, 301),
    "https://www.test-site.com/": reply("", { location: `${SITE}/` }, 301),
  };
}

function mxRecords(server: string) {
  return JSON.stringify({ Status: 0, Answer: [{ name: "mail.test-site.com", type: 15, data: `10 ${server}` }] });
}

function at(path: string, answer: Site[string]): Site {
  return { [SITE + path]: answer };
}

function reply(body: string, headers: Reply["headers"] = {}, status = 200): Reply {
  return { status, headers: { ...HEADERS, ...headers }, body };
}

function page(lang = "en-US", head = "") {
  return reply(`<!doctype html><html lang="${lang}"><head>${head}</head>`, {
    "Speculation-Rules": '"/speculation-rules.json"',
  });
}

function home(address = SITE) {
  return page(
    "en-US",
    `<link rel="canonical" href="${address}/"><script type="module" src="/assets/main-1.js"></script>`,
  );
}

/** What the Worker answers. */
function worker(body: string, status = 200) {
  return reply(body, { "x-request-id": "1", "cache-control": "no-store" }, status);
}

function blog() {
  return worker('<html><a href="/blog/new"></a><a href="/blog/newest">');
}

function post(state: string): Reply {
  return { ...worker("<html>"), headers: { ...worker("").headers, "cf-cache-status": state } };
}

function health(facts = {}, status = 200): Reply {
  const usual = { ok: true, database: "answers", lastSweepAt: "2026-11-29T11:59:30.000Z", secondFactor: "required" };
  const replies = { replyDomain: "mail.test-site.com" };
  const { headers, body } = worker(JSON.stringify({ ...usual, ...replies, ...facts }));
  return { status, headers: { ...headers, Date: "Sun, 29 Nov 2026 12:00:00 GMT" }, body };
}

function without({ headers, ...rest }: Reply, name: string): Reply {
  return { ...rest, headers: Object.fromEntries(Object.entries(headers).filter(([each]) => each !== name)) };
}

function twice({ headers, ...rest }: Reply, name: string, value: string): Reply {
  return { ...rest, headers: { ...headers, [name]: [String(headers[name]), value] } };
}
