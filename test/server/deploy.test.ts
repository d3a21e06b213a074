import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { unstable_readConfig } from "wrangler";
import { openClaims, readClaims } from "../../worker/run/deploy/claims.ts";
import { asking } from "../../worker/run/deploy/cloudflare.ts";
import { type Deployment, deploy, NotDeployed } from "../../worker/run/deploy/deploy-steps.ts";
import { resourcesOf } from "../../worker/run/deploy/deployable.ts";
import type { Check } from "../../worker/run/deploy/live-site.ts";
import { ACCOUNT, cloudflareApi, problemsIn, serve } from "./cloudflare-api.ts";

/**
 * `npm run deploy` with stand-ins for Cloudflare and wrangler (real ones: rehearsal.test.ts). Tests build on each
 * other.
 */

const SITE = "bluebonnet-auto-prequal";
/** What a person has to decide, and no command can. */
const DECIDED = ["SITE_URL", "MAIL_FROM", "OFFICE_EMAIL", "ALERT_EMAIL", "CLAIMS_SIGNED"];
const { app, state } = cloudflareApi();
/** What has to be made before the first deployment. */
const first = resourcesOf(unstable_readConfig({ config: "wrangler.toml" })).filter(({ command }) => command);
const folder = mkdtempSync(join(tmpdir(), "deployment-"));
const config = join(folder, "wrangler.toml");
writeFileSync(config, readFileSync("wrangler.toml"));
/** The command that fails in wrangler, by its first two words. */
let failing = "";
const did: string[] = [];
/** What becomes of the test mail when the cron runs, as SQL. */
let mailEnds = "status = 'sent'";
/** What the site answers to `npm run verify`. */
let checks: Check[];
const WELL: Check = { name: "cron", expected: "ran within the last 10 minutes", state: "fine", why: "" };

const ask = asking(async (path, init) =>
  app.request(`/client/v4${path}`, { ...init, headers: { ...init?.headers, Authorization: "Bearer stand-in" } }),
);

const usual: Deployment = {
  config,
  isStaging: false,
  brand: {
    ...{ name: "Bluebonnet", legalEntity: "Bluebonnet LLC", phone: "(210) 555-0100", email: null },
    postalAddress: "1 Main Street, San Antonio, TX 78205",
  },
  ask,
  isSchemaMigrated: true,
  build: (environment) => {
    did.push(`build ${environment}`);
  },
  wrangler: async (environment, ...args) => {
    const name = environment ? `${SITE}-${environment}` : SITE;
    const command = args.slice(0, 2).join(" ");
    did.push(`${command} ${name}`);
    const worker = state.scripts.get(name) ?? {
      ...{ secrets: [], versions: [], metadata: {}, crons: [], domains: [], isOnWorkersDev: false },
    };
    // A failed upload publishes no version. Settings of a version come after it.
    if (command === "deploy" && failing !== "upload") worker.versions.unshift({ id: crypto.randomUUID(), etag: "" });
    state.scripts.set(name, worker);
    if (command === "d1 migrations" && failing !== command) migrate(environment ? "bluebonnet-staging" : "bluebonnet");
    return !(failing === command || (command === "deploy" && failing !== ""));
  },
  verify: async (address) => {
    did.push(`verify ${address}`);
    return checks;
  },
  // The cron runs meanwhile.
  pause: async () => {
    for (const { sqlite } of state.databases) sqlite.exec(`update outbox set ${mailEnds}`);
  },
  say: () => undefined,
};

beforeEach(() => {
  failing = "";
  mailEnds = "status = 'sent'";
  checks = [WELL];
  did.length = 0;
  state.changes.length = 0;
});
afterAll(() => rmSync(folder, { recursive: true }));

test("whoever is not signed in is told so, and nothing is asked", async () => {
  expect(await refusal({ ask: null })).toContain("You are not signed in to Cloudflare: run `npx wrangler login`.");
  expect(state.calls).toEqual([]);
});

test("somebody who may use two accounts has to choose one", async () => {
  state.accounts.push({ id: "0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b", name: "Somebody else" });
  expect(await refusal()).toMatch(/account_id of the right one.*"0a0a.*" is Bluebonnet, "0b0b.*" is Somebody else/);
  expect([state.changes, did]).toEqual([[], []]);
  edit(/^/, `account_id = "${ACCOUNT.id}"\n`);
});

test("where R2 is not enabled that is said once", async () => {
  state.hasR2 = false;
  expect((await refusal()).match(/R2 is not enabled/g)).toHaveLength(1);
  state.hasR2 = true;
  expect([state.changes, did]).toEqual([[], []]);
});

test("all that is missing is named, one sentence each, and nothing changes", async () => {
  const named = [...first.map(({ command }) => `run \`npx wrangler ${command}\``), "secret put HASH_KEY", ...DECIDED];
  expect(problemsIn(await refusal())).toEqual(named.map((each) => expect.stringContaining(each)));
  expect([state.changes, did]).toEqual([[], []]);
});

test("once that is made, only what a person decides is named", async () => {
  await make("");
  expect(problemsIn(await refusal())).toEqual(DECIDED.map((each) => expect.stringContaining(each)));
});

test("a migration that the database refuses publishes nothing", async () => {
  edit(/SITE_URL = ".*"/, 'SITE_URL = "https://prequal.test-site.com"');
  edit(/MAIL_FROM = ".*"/, 'MAIL_FROM = "hello@test-site.com"');
  edit(/OFFICE_EMAIL = ".*"/, 'OFFICE_EMAIL = "office@test-site.com"');
  edit(/ALERT_EMAIL = ".*"/, 'ALERT_EMAIL = "owner@test-site.com"');
  edit(/CLAIMS_SIGNED = ".*"/, 'CLAIMS_SIGNED = "2026-11-29 Ana Ruiz"');
  edit(/(?<=allowed_sender_addresses = \[)"no-reply.*?"/, '"hello@test-site.com"');
  edit(/\n\n\[assets\]/, '\nroutes = [{ pattern = "prequal.test-site.com", custom_domain = true }]\n\n[assets]');
  failing = "d1 migrations";
  expect(await refusal()).toMatch(/Not deployed: the database refused a migration.*nothing was published/s);
  expect(did).toEqual(["build ", `d1 migrations ${SITE}`]);
});

test("a site that cannot be built changes nothing", async () => {
  const build = () => {
    throw new Error();
  };
  expect(await refusal({ build })).toContain("Not deployed: the site could not be built");
  expect(did).toEqual([]);
});

test("an upload that fails says what is done already", async () => {
  failing = "upload";
  expect(await refusal()).toMatch(/Not published: the upload failed.*database is up to date already.*Run this again/s);
});

test("a version that is published without its crons is reported as published", async () => {
  failing = "crons";
  expect(await refusal()).toContain("Published, but something that belongs to the site could not be set");
});

test("what nothing is missing from is built, migrated and published", async () => {
  const said: string[] = [];
  await deploy({ ...usual, say: (line) => said.push(line) });
  expect(said).toContain("Published: https://prequal.test-site.com");
  expect(said).toContainEqual(
    expect.stringMatching(/when a mail bounces.*subscription create bluebonnet-mail-events.*--domain test-site.com/),
  );
  const steps = ["build ", `d1 migrations ${SITE}`, `deploy ${SITE}`, "verify https://prequal.test-site.com"];
  expect(did).toEqual(steps);
  expect(state.changes).toEqual([]);
});

test("a deployment ends with a mail and what the site answers", async () => {
  const said: string[] = [];
  await deploy({ ...usual, say: (line) => said.push(line) });
  expect(said.slice(-3)).toEqual([
    "✓ test mail: is on its way to owner@test-site.com: look whether it arrives",
    "✓ cron: ran within the last 10 minutes",
    "2 fine, 0 to be mended, 0 not looked at",
  ]);
  const mails = state.databases[0]?.sqlite.prepare("select kind, status, attempts, nextAttemptAt from outbox").all();
  expect(mails?.at(-1)).toEqual({ kind: "published", status: "sent", attempts: 0, nextAttemptAt: 0 });
});

test.each([
  ["refused", "status = 'dead', lastError = 'E_SENDER_NOT_VERIFIED'", /refused \(E_SENDER_NOT_VERIFIED\): see Mail in/],
  ["dropped", "status = 'dropped', lastError = 'not-on-mail-only-to'", /put ALERT_EMAIL into MAIL_ONLY_TO/],
  ["left behind", "status = status", /It still waits: the cron does not run/],
])("a deployment whose test mail is %s ends as failed", async (_, ends, says) => {
  mailEnds = `${ends} where kind = 'published' and status = 'owed'`;
  const said: string[] = [];
  expect(await refusal({ say: (line) => said.push(line) })).toMatch(/^Published, but.*npm run verify -- https:/s);
  expect(said.at(-3)).toMatch(/^✗ test mail: /);
  expect(said.at(-3)).toMatch(says);
});

test("a deployment whose site is not well ends as failed", async () => {
  checks = [{ ...WELL, state: "wrong", why: "It has not run yet." }];
  const said: string[] = [];
  expect(await refusal({ say: (line) => said.push(line) })).toMatch(/^Published, but/);
  expect(said.slice(-2)).toEqual(["✗ cron: It has not run yet.", "1 fine, 1 to be mended, 0 not looked at"]);
});

test("a command finds the deployed database by its name in wrangler.toml", async () => {
  const { env, close } = await serve(app);
  const child = spawn(process.execPath, ["db/admin/author.ts", "add", "max", "--role", "manager", "--remote"], {
    env: { ...process.env, ...env, CLOUDFLARE_ACCOUNT_ID: ACCOUNT.id },
  });
  expect(await once(child, "close")).toEqual([0, null]);
  close();
  const members = state.databases[0]?.sqlite.prepare("select username, role from users").all();
  expect(members).toEqual([{ username: "max", role: "manager" }]);
});

test("staging is a second site, with everything of its own", async () => {
  const staging = `https://${SITE}-staging.bluebonnet.workers.dev`;
  edit(/SITE_URL = "http:.*"/, `SITE_URL = "${staging}"`);
  edit(/MAIL_FROM = ".*@example\.com"/, 'MAIL_FROM = "staging@test-site.com"');
  edit(/(?<=allowed_sender_addresses = \[)"no-reply.*?"/, '"staging@test-site.com"');
  await make("staging");
  await deploy({ ...usual, isStaging: true });
  const name = `${SITE}-staging`;
  const steps = ["build staging", `d1 migrations ${name}`, `deploy ${name}`, `verify ${staging}`];
  expect(did).toEqual(steps);
});

test("a missing phone, entity or address is told with its line", async () => {
  const brand = { ...usual.brand, phone: null, legalEntity: " ", postalAddress: null, email: "hello@test-site.com" };
  const [legalEntity, phone, postalAddress] = problemsIn(await refusal({ brand }));
  expect(legalEntity).toMatch(/^- legalEntity in db\/model\/site\/brand.ts:4 is not set/);
  expect(phone).toMatch(/brand.ts:5 /);
  expect(postalAddress).toMatch(/brand.ts:7 /);
  expect(did).toEqual([]);
});

test("whatever nothing proves is said at each deployment", async () => {
  const said: string[] = [];
  await deploy({ ...usual, say: (line) => said.push(line) });
  expect(said.join("\n")).toMatch(/claims\.md\):\n(- .*\n)*- .*50\+ lender partners.*: none yet/);
});

test("each proof is said again after a year, and not before", () => {
  const dated = readClaims().filter(({ date }) => date);
  expect(dated.map(({ says }) => says)).toContainEqual(expect.stringMatching(/^Average rates, `/));
  for (const claim of dated) {
    const [year, monthAndDay] = [Number(claim.date.slice(0, 4)) + 1, claim.date.slice(4)];
    const yearLater = new Date(`${year}${monthAndDay}`);
    expect(openClaims(yearLater, [claim])).toEqual([]);
    const [, said] = openClaims(new Date(yearLater.getTime() + 1), [claim]);
    expect(said).toBe(`- ${claim.says.replaceAll("`", "")}: ${claim.proof}, ${claim.date}`);
  }
});

test("what nobody has signed for is not published", async () => {
  edit(/CLAIMS_SIGNED = ".+"/, 'CLAIMS_SIGNED = ""');
  expect(problemsIn(await refusal())).toEqual([
    expect.stringMatching(/CLAIMS_SIGNED must be a date and a name.*answers for what the pages claim without proof/),
  ]);
  expect(did).toEqual([]);
  await deploy({ ...usual, isStaging: true });
});

/** Makes what has to be there before the first deployment, as the commands do that a refusal names. */
async function make(environment: string) {
  const named = unstable_readConfig({ config: "wrangler.toml", env: environment });
  for (const { kind, name, command } of resourcesOf(named)) {
    const [path, body] = kind === "queue" ? ["/queues", { queue_name: name }] : ["/d1/database", { name }];
    if (command) await ask(`/accounts/${ACCOUNT.id}${path}`, body);
  }
  const secrets = ["HASH_KEY"];
  const metadata = {};
  state.scripts.set(named.name ?? "", {
    secrets,
    versions: [],
    metadata,
    crons: [],
    domains: [],
    isOnWorkersDev: false,
  });
  state.changes.length = 0;
}

/** Makes the tables of this database, unless it has them. */
function migrate(name: string) {
  const sqlite = state.databases.find((each) => each.name === name)?.sqlite;
  if (!sqlite || sqlite.prepare("select name from sqlite_master").get()) return;
  for (const file of globSync("migrations/*.sql").sort()) sqlite.exec(readFileSync(file, "utf8"));
}

/** The reason why it is not deployed. */
async function refusal(changes: Partial<Deployment> = {}) {
  const refused = await deploy({ ...usual, ...changes }).then(
    () => undefined,
    (error) => error,
  );
  expect(refused).toBeInstanceOf(NotDeployed);
  return refused.message as string;
}

function edit(find: RegExp, replacement: string) {
  const before = readFileSync(config, "utf8");
  const after = before.replace(find, () => replacement);
  expect(after).not.toBe(before);
  writeFileSync(config, after);
}
