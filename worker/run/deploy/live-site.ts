import { CRON_SILENT, CRON_SILENT_MINUTES } from "../../../db/model/site/alarms.ts";
import { MINUTE_MS } from "../../../db/model/time/clock.ts";
import { isOnThisMachine } from "../../env.ts";
import { SPECULATION_RULES, securityHeaders } from "../../http/headers.ts";

/** What a published site shows to a stranger of how it was set up: in wrangler.toml, in Cloudflare's dashboard, and by Cloudflare itself. */

export interface Check {
  name: string;
  /** What should be so. */
  expected: string;
  state: "fine" | "wrong" | "unknown";
  /** What is wrong, and what helps; or why it is unknown. */
  why: string;
}

interface Answer {
  /** 0: there was no answer in time. */
  status: number;
  headers: Headers;
  text: string;
}

/** Says of a domain, as JSON, which servers take its mail. */
const NAME_SERVER = "https://cloudflare-dns.com/dns-query?type=MX&ct=application/dns-json&name=";

/** A post is null if there is none. */
type Asked = Record<keyof typeof PATHS | "file" | "http" | "www" | "mx", Answer> &
  Record<"post" | "postAgain", Answer | null>;

/** All is well; or what to do; or why this cannot be looked at. */
type Verdict = true | string | { unknown: string };

interface Looking {
  name: string;
  expected: string;
  /** Only Cloudflare does this, or only for a site that is not the demonstration of `npm start`. */
  isOnlyLive?: true;
  judge: (asked: Asked, site: URL) => Verdict;
}

const NO_ANSWER: Answer = { status: 0, headers: new Headers(), text: "" };
/** One call of the Worker may wait 30 seconds for D1. No reader does. */
const LONGEST_ANSWER_MS = 15_000;
/** What the edge keeps it keeps just after its first answer. */
const READINGS = 3;

const PATHS = {
  home: "/",
  spanish: "/es",
  blog: "/blog",
  health: "/api/health",
  session: "/api/session",
  robots: "/robots.txt",
  missingPage: "/there-is-no-such-page",
  missingScript: "/assets/there-is-no-such-script.js",
};

const LOOKINGS: Looking[] = [
  {
    name: "health",
    expected: "the database answers, no mail waits for an hour, and all else is well",
    judge: ({ health }) => {
      const facts = factsIn(health);
      if (!facts) return `${said(health)} to ${PATHS.health}, so nobody can watch the site.`;
      // The next line is about that.
      const trouble = String(facts.error ?? "")
        .replace(CRON_SILENT, "")
        .trim();
      return trouble === "" || `It says: ${trouble}`;
    },
  },
  {
    name: "cron",
    expected: `ran within the last ${CRON_SILENT_MINUTES} minutes`,
    judge: ({ health }) => {
      const facts = factsIn(health);
      if (facts?.database !== "answers") return { unknown: "the site does not know" };
      if (!isCronSilent(health)) return true;
      return facts.lastSweepAt
        ? `It ran last at ${facts.lastSweepAt}: in the dashboard, look at the Worker's Settings, Trigger events.`
        : "It has not run yet, which may take a quarter of an hour after the first deployment. If it stays so, look in the dashboard at the Worker's Settings, Trigger events.";
    },
  },
  {
    name: "answers to mails",
    expected: "reach the site",
    isOnlyLive: true,
    judge: ({ health, mx }) => {
      const domain = factsIn(health)?.replyDomain;
      if (!domain) return { unknown: "REPLY_ADDRESS of wrangler.toml is empty, so they reach no case" };
      if (mx.status !== 200) return { unknown: "the servers for its mail could not be asked for" };
      return (
        /\.mx\.cloudflare\.net\b/.test(mx.text) ||
        `Cloudflare does not take mail for ${domain}: switch Email Routing on, and send REPLY_ADDRESS to the Worker there (worker/operations.md, The first day).`
      );
    },
  },
  {
    name: "home page",
    expected: "is there, in both languages",
    judge: ({ home, spanish }) =>
      shows(home, PATHS.home, /<html[^>]* lang="en/) ?? shows(spanish, PATHS.spanish, /<html[^>]* lang="es/) ?? true,
  },
  {
    name: "address",
    expected: "is the one that pages, mails and passkeys name",
    judge: ({ home }, site) => {
      const [, named] = /<link rel="canonical" href="([^"]*)"/.exec(home.text) ?? [];
      if (!named) return { unknown: "the home page is not there" };
      return (
        URL.parse(named)?.origin === site.origin ||
        `Pages name ${named}: put ${site.origin} into SITE_URL of wrangler.toml, and deploy.`
      );
    },
  },
  {
    name: "blog",
    expected: "its list and its newest post are there",
    judge: ({ blog, post }) => {
      const bad = [blog, post].find((answer) => answer && answer.status !== 200);
      if (!bad) return true;
      const path = bad === blog ? PATHS.blog : "a post";
      return bad.status > 0
        ? `${said(bad)} to ${path}: look at the Worker's logs in the dashboard.`
        : `${said(bad)} to ${path}. If other pages answer, the Worker calls itself: make sure that wrangler.toml has no [placement].`;
    },
  },
  {
    name: "cache",
    expected: "a post that is read again comes from Cloudflare's cache",
    isOnlyLive: true,
    judge: ({ post, postAgain }) => {
      if (!post) return { unknown: "there is no post" };
      if (post.status !== 200) return { unknown: "posts do not answer" };
      return (
        isKept(postAgain) ||
        `cf-cache-status is ${postAgain?.headers.get("cf-cache-status") ?? "absent"}: compare [cache] and [exports] in wrangler.toml with Cloudflare's page on Workers Cache.`
      );
    },
  },
  {
    name: "placement",
    expected: "the Worker runs near its readers",
    isOnlyLive: true,
    judge: (asked) =>
      !answersOf(asked).some(({ headers }) => headers.has("cf-placement")) ||
      "Answers have the header cf-placement: delete [placement] from wrangler.toml, or switch it off in the Worker's Settings. With it Cloudflare may lead readers of the blog in a circle.",
  },
  {
    name: "missing page",
    expected: "is answered with our page and status 404",
    judge: ({ missingPage }) =>
      (missingPage.status === 404 && /<html/.test(missingPage.text)) ||
      `${said(missingPage)} to ${PATHS.missingPage}: not_found_handling must not be set in wrangler.toml.`,
  },
  {
    name: "missing script",
    expected: "is answered with status 404, which nobody keeps",
    judge: ({ missingScript: { status, headers } }) =>
      (status === 404 && headers.get("cache-control") === "no-store") ||
      `Status ${status}, Cache-Control: ${headers.get("cache-control")}. Browsers that ask while a new version is being published would keep it: look at Caching, Cache Rules in the dashboard, and delete those for this domain.`,
  },
  {
    name: "static files",
    expected: "come without the Worker, and browsers keep those with a hash in their name",
    judge: ({ home, file }) => {
      if (home.status !== 200) return { unknown: "the home page is not there" };
      // The Worker gives each of its answers an id.
      if ([home, file].some(({ headers }) => headers.has("x-request-id")))
        return "The Worker answers for them, which costs money and time: compare run_worker_first in wrangler.toml with the repository.";
      return (
        (file.status === 200 && /immutable/.test(file.headers.get("cache-control") ?? "")) ||
        `A script of the home page has status ${file.status}, Cache-Control: ${file.headers.get("cache-control")}: deploy again, and delete rules for this domain under Caching in the dashboard.`
      );
    },
  },
  {
    name: "security headers",
    expected: "are there once, on pages, files and calls",
    judge: ({ home, blog, health, file }) => {
      const { "Strict-Transport-Security": _, ...usual } = securityHeaders({});
      for (const [path, answer] of Object.entries({
        [PATHS.home]: home,
        [PATHS.blog]: blog,
        [PATHS.health]: health,
        "a script": file,
      })) {
        if (answer.status === 0) continue;
        for (const [header, value] of Object.entries(usual)) {
          const sent = answer.headers.get(header);
          // A page's policy also names its own styles, or the widget of Turnstile.
          const isFine =
            header === "Content-Security-Policy" ? /^default-src 'none'; [^,]*$/.test(sent ?? "") : sent === value;
          if (!isFine)
            return `${path} has ${header}: ${sent}, in place of ${value}. Delete what changes it in the dashboard, under Rules, Transform Rules.`;
        }
      }
      return true;
    },
  },
  {
    name: "HSTS",
    expected: "is sent once, by the site itself",
    judge: ({ home, blog }) => {
      const usual = securityHeaders({})["Strict-Transport-Security"];
      const other = [home, blog]
        .map(({ status, headers }) => (status ? headers.get("strict-transport-security") : usual))
        .find((sent) => sent !== usual);
      return (
        other === undefined ||
        `It is ${other}, in place of ${usual}: switch HSTS off in the dashboard, under SSL/TLS, Edge Certificates.`
      );
    },
  },
  {
    name: "speculation rules",
    expected: "are our own alone",
    judge: ({ home }) => {
      if (home.status !== 200) return { unknown: "the home page is not there" };
      const rules = home.headers.get("speculation-rules");
      return (
        rules === `"${SPECULATION_RULES}"` ||
        `The header is ${rules}: switch Speed Brain off in the dashboard, under Speed, Settings.`
      );
    },
  },
  {
    name: "pages",
    expected: "are sent as we wrote them",
    judge: ({ home, blog, post }) => {
      const [added] =
        /\/cdn-cgi\/[\w/-]*|cloudflareinsights\.com/.exec([home, blog, post].map((page) => page?.text).join()) ?? [];
      return (
        !added ||
        `Cloudflare puts ${added} into them, which our policy forbids browsers to run: switch off Rocket Loader, Email Address Obfuscation, Bot Fight Mode's JavaScript and the automatic setup of Web Analytics in the dashboard.`
      );
    },
  },
  {
    name: "robots.txt",
    expected: "says the same as the pages' headers",
    judge: ({ home, robots }, site) => {
      if (robots.status !== 200) return `${said(robots)} to ${PATHS.robots}.`;
      const isClosed = /noindex/.test(home.headers.get("x-robots-tag") ?? "");
      const isOurs =
        robots.text.startsWith("User-agent: *\nDisallow: /") &&
        isClosed === !robots.text.includes(`\nSitemap: ${site.origin}/sitemap.xml`);
      return (
        isOurs ||
        "It is not as we wrote it: switch off the managed robots.txt in the dashboard, under AI Crawl Control, and deploy again."
      );
    },
  },
  {
    name: "https",
    expected: "is where http leads",
    isOnlyLive: true,
    judge: ({ http }, site) => {
      // Browsers never ask an address under .dev over http.
      if (site.hostname.endsWith(".dev")) return { unknown: "browsers know that all of .dev is https" };
      return (
        leadsTo(http, site) ||
        `${said(http)} over http: switch on Always Use HTTPS in the dashboard, under SSL/TLS, Edge Certificates.`
      );
    },
  },
  {
    name: "www",
    expected: "leads to the address without it",
    isOnlyLive: true,
    judge: ({ www }, site) => {
      if (site.hostname.split(".").length !== 2) return { unknown: "nobody expects one here" };
      return (
        leadsTo(www, site) ||
        `${said(www)} to www.${site.hostname}: under Rules, Redirect Rules use the template 'Redirect from WWW to root', and under DNS add a proxied AAAA record www with the content 100::.`
      );
    },
  },
  {
    name: "second factor",
    expected: "is required of everybody at the desk",
    isOnlyLive: true,
    judge: ({ health }) => {
      const facts = factsIn(health);
      if (!facts) return { unknown: "the site does not say" };
      return (
        facts.secondFactor === "required" ||
        'A stolen password opens the desk: set SECOND_FACTOR = "required" in wrangler.toml, and deploy with `npm run deploy`.'
      );
    },
  },
  {
    name: "writing",
    expected: "is for our authors only",
    isOnlyLive: true,
    judge: ({ session }) =>
      session.status !== 200
        ? `${said(session)} to ${PATHS.session}.`
        : jsonIn(session)?.isOpenForWriting === false ||
          'Anybody may write posts: set AUTHORING = "staff" in wrangler.toml, and deploy with `npm run deploy`.',
  },
];

/** Asks a site for what anybody may read, and judges the answers. Changes nothing there. */
export async function verify(address: string, fetcher: typeof fetch = fetch) {
  const site = new URL(address);
  const isHere = isOnThisMachine(site);
  const asked = await askSite(site, isHere, fetcher);
  const isSilent = answersOf(asked).every(({ status }) => status === 0);
  return LOOKINGS.map(({ name, expected, isOnlyLive, judge }, index): Check => {
    const unknown =
      (isHere && isOnlyLive && "only a published site shows it") ||
      (isSilent && index > 0 && "the site does not answer at all");
    const verdict = unknown ? { unknown } : judge(asked, site);
    if (verdict === true) return { name, expected, state: "fine", why: "" };
    return typeof verdict === "string"
      ? { name, expected, state: "wrong", why: verdict }
      : { name, expected, state: "unknown", why: verdict.unknown };
  });
}

/** A line for each check, and one that counts them. */
export function verifyLines(checks: Check[]) {
  const count = (state: Check["state"]) => checks.filter((check) => check.state === state).length;
  return [
    ...checks.map(({ name, expected, state, why }) => {
      if (state === "fine") return `✓ ${name}: ${expected}`;
      return state === "wrong" ? `✗ ${name}: ${why}` : `- ${name}: not looked at, ${why}`;
    }),
    `${count("fine")} fine, ${count("wrong")} to be mended, ${count("unknown")} not looked at`,
  ];
}

async function askSite(site: URL, isHere: boolean, fetcher: typeof fetch): Promise<Asked> {
  const ask = (address: string) => answerOf(address, site, fetcher);
  const entries = Object.entries(PATHS).map(async ([name, path]) => [name, await ask(path)]);
  const answers: Record<keyof typeof PATHS, Answer> = Object.fromEntries(await Promise.all(entries));
  const [, script] = /<script[^>]* src="(\/assets\/[^"]+)"/.exec(answers.home.text) ?? [];
  const [, newest] = /href="(\/blog\/(?!new")[\w-]+)"/.exec(answers.blog.text) ?? [];
  const { replyDomain } = factsIn(answers.health) ?? {};
  const post = newest ? await ask(newest) : null;
  let postAgain = null;
  for (let reading = 1; newest && reading < READINGS && !isKept(postAgain); reading++) postAgain = await ask(newest);
  return {
    ...answers,
    post,
    postAgain,
    file: script ? await ask(script) : NO_ANSWER,
    mx: replyDomain && !isHere ? await ask(NAME_SERVER + encodeURIComponent(replyDomain)) : NO_ANSWER,
    http: isHere ? NO_ANSWER : await ask(`http://${site.host}/`),
    www: isHere ? NO_ANSWER : await ask(`https://www.${site.host}/`),
  };
}

async function answerOf(address: string, site: URL, fetcher: typeof fetch): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(LONGEST_ANSWER_MS);
    const response = await fetcher(new URL(address, site), { redirect: "manual", signal });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch {
    return NO_ANSWER;
  }
}

function said({ status }: Answer) {
  return status === 0
    ? `There was no answer within ${LONGEST_ANSWER_MS / 1000} seconds`
    : `Status ${status} was the answer`;
}

function shows(answer: Answer, path: string, pattern: RegExp) {
  return answer.status === 200 && pattern.test(answer.text) ? null : `${said(answer)} to ${path}, and not our page.`;
}

function leadsTo({ status, headers }: Answer, site: URL) {
  return status >= 300 && status < 400 && URL.parse(headers.get("location") ?? "")?.origin === site.origin;
}

/** Whether Cloudflare's cache had the answer. */
function isKept(answer: Answer | null) {
  return /^(HIT|UPDATING|STALE|REVALIDATED|EXPIRED)$/.test(answer?.headers.get("cf-cache-status") ?? "");
}

/** What the health call tells; null if it does not answer as such. */
function factsIn(health: Answer) {
  const facts = jsonIn(health);
  return facts?.database ? facts : null;
}

function jsonIn({ text }: Answer) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Judged by the site's clock. */
function isCronSilent(health: Answer) {
  const now = Date.parse(health.headers.get("date") ?? "") || Date.now();
  const { database, lastSweepAt } = factsIn(health) ?? {};
  return database === "answers" && !(now - Date.parse(lastSweepAt) <= CRON_SILENT_MINUTES * MINUTE_MS);
}

function answersOf(asked: Asked) {
  return Object.values(asked).filter((answer) => answer !== null);
}
