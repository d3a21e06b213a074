import { execFileSync, spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { cloudflareApi, problemsIn, serve } from "./cloudflare-api.ts";

/** `npm run deploy` from a clone to a published site, with real builds and wrangler. Tests build on each other. */

vi.setConfig({ testTimeout: 600_000 });
const HOST = "prequal.test-site.com";

const { app, state } = cloudflareApi();
const clone = realpathSync(mkdtempSync(join(tmpdir(), "bluebonnet-deploy-")));
let api: Awaited<ReturnType<typeof serve>>;
let cron: ReturnType<typeof setInterval>;
/** Nothing serves the published site here, which the end of a deployment says. */
const UNSERVED = {
  code: 1,
  said: expect.stringMatching(/✓ test mail.*✗ health: There was no answer.*Published, but/s),
};

describe.runIf(process.env.LONG)("a rehearsal", () => {
  beforeAll(async () => {
    const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
      encoding: "utf8",
    });
    for (const file of files.split("\0").filter(existsSync)) {
      mkdirSync(dirname(join(clone, file)), { recursive: true });
      cpSync(file, join(clone, file));
    }
    symlinkSync(realpathSync("node_modules"), join(clone, "node_modules"), "junction");
    api = await serve(app);
    cron = setInterval(sendMails, 1000);
  });

  afterAll(() => {
    clearInterval(cron);
    api.close();
    rmSync(clone, { recursive: true });
  });

  test("once the named commands have run, only a person's decisions are left", async () => {
    const { said } = await deploy();
    const commands = [...said.matchAll(/`npx wrangler (.*?)`/g)].map(([, command = ""]) => command);
    expect(commands).toEqual([
      "d1 create bluebonnet --location enam",
      "queues create bluebonnet-outbox-dead",
      "queues create bluebonnet-mail-events",
      "secret put HASH_KEY",
    ]);
    for (const command of commands) await wrangler(...command.split(" "));
    expect(state.databases).toMatchObject([{ name: "bluebonnet", location: "enam" }]);
    const { code, said: then } = await deploy();
    expect(code).toBe(1);
    const decided = [
      "SITE_URL",
      "MAIL_FROM",
      "OFFICE_EMAIL",
      "ALERT_EMAIL",
      "CLAIMS_SIGNED",
      "legalEntity in db/model/site/brand.ts",
      "phone in",
      "postalAddress in",
    ];
    expect(problemsIn(then)).toEqual(decided.map((each) => expect.stringContaining(each)));
  });

  test("a version that is published without its crons is reported as published", async () => {
    for (const [field, value] of [
      ["legalEntity", "Bluebonnet LLC"],
      ["phone", "(210) 555-0100"],
      ["postalAddress", "1 Main Street, San Antonio, TX 78205"],
    ] as const) {
      edit("db/model/site/brand.ts", new RegExp(`${field}: null`), `${field}: "${value}"`);
    }
    edit("wrangler.toml", /SITE_URL = ".*"/, `SITE_URL = "https://${HOST}"`);
    edit("wrangler.toml", /MAIL_FROM = ".*"/, 'MAIL_FROM = "hello@test-site.com"');
    edit("wrangler.toml", /OFFICE_EMAIL = ".*"/, 'OFFICE_EMAIL = "office@test-site.com"');
    edit("wrangler.toml", /ALERT_EMAIL = ".*"/, 'ALERT_EMAIL = "owner@test-site.com"');
    edit("wrangler.toml", /CLAIMS_SIGNED = ".*"/, 'CLAIMS_SIGNED = "2026-11-29 Ana Ruiz"');
    edit("wrangler.toml", /(?<=allowed_sender_addresses = \[)"no-reply.*?"/, '"hello@test-site.com"');
    edit("wrangler.toml", /\n\n\[assets\]/, `\nroutes = [{ pattern = "${HOST}", custom_domain = true }]\n\n[assets]`);
    state.changes.length = 0;
    state.refuses = /\/schedules$/;
    const { code, said } = await deploy();
    state.refuses = undefined;
    expect(code).toBe(1);
    expect(said).toContain("Published, but something that belongs to the site could not be set");
    expect(state.changes).toEqual(
      expect.arrayContaining([
        "tables of bluebonnet",
        "R2 bucket bluebonnet-media",
        "queue bluebonnet-outbox",
        "new version bluebonnet-auto-prequal",
        `domain ${HOST}`,
      ]),
    );
  });

  test("the next run sets what was missing, and the site is there", async () => {
    state.changes.length = 0;
    const deployed = await deploy();
    expect(deployed).toEqual(UNSERVED);
    expect(deployed.said).toContain(`Published: https://${HOST}`);
    expect(state.changes).toEqual([expect.stringMatching(/^crons \* \* \* \* \*/)]);
    const script = state.scripts.get("bluebonnet-auto-prequal");
    expect(script).toMatchObject({ domains: [HOST], isOnWorkersDev: false });
    expect(script?.metadata.bindings).toContainEqual(
      expect.objectContaining({ name: "SITE_URL", text: `https://${HOST}` }),
    );
    expect(state.queues.every(({ consumers }) => consumers.length === 1)).toBe(true);
    const home = readFileSync(join(clone, "dist/client/index.html"), "utf8");
    expect(home).toContain("How often it is right, we count and publish.");
    expect(home).not.toMatch(/91%|300\+|since 1997|Demo:/);
    expect(tablesOf("bluebonnet")).toEqual(
      expect.arrayContaining(["applications", "applications_insert", "counters_over_limit"]),
    );
  });

  test("a further run changes nothing", async () => {
    state.changes.length = 0;
    expect(await deploy()).toEqual(UNSERVED);
    expect(state.changes).toEqual([]);
  });

  test("staging is a second site, with everything of its own", async () => {
    state.changes.length = 0;
    const site = JSON.stringify(state.scripts.get("bluebonnet-auto-prequal"));
    const staging = "https://bluebonnet-auto-prequal-staging.bluebonnet.workers.dev";
    edit("wrangler.toml", /SITE_URL = "http:.*"/, `SITE_URL = "${staging}"`);
    edit("wrangler.toml", /MAIL_FROM = ".*@example\.com"/, 'MAIL_FROM = "staging@test-site.com"');
    edit("wrangler.toml", /(?<=allowed_sender_addresses = \[)"no-reply.*?"/, '"staging@test-site.com"');
    for (const queue of ["outbox-dead", "mail-events"])
      await wrangler("queues", "create", `bluebonnet-staging-${queue}`);
    await wrangler("d1", "create", "bluebonnet-staging");
    await wrangler("secret", "put", "HASH_KEY", "--env", "staging");
    const { said } = await deploy("--staging");
    expect(said).toContain(`Published: ${staging}`);
    expect(JSON.stringify(state.scripts.get("bluebonnet-auto-prequal"))).toBe(site);
    expect(state.scripts.get("bluebonnet-auto-prequal-staging")).toMatchObject({ domains: [], isOnWorkersDev: true });
    expect(readFileSync(join(clone, "dist/client/_headers"), "utf8")).toContain("X-Robots-Tag: noindex");
    expect(readFileSync(join(clone, "dist/client/index.html"), "utf8")).toContain(
      `<link rel="canonical" href="${staging}/`,
    );
    expect(readFileSync(join(clone, "dist/client/index.html"), "utf8")).toMatch(/about 91%.*Demo:/s);
    expect(tablesOf("bluebonnet-staging")).toEqual(tablesOf("bluebonnet"));
  });

  test("wrangler asked nothing that the stand-in does not know", () => {
    expect(state.unknown).toEqual([]);
  });
});

/** What the site's cron would do. */
function sendMails() {
  for (const { sqlite } of state.databases) {
    if (sqlite.prepare("select name from sqlite_master where name = 'outbox'").get())
      sqlite.exec("update outbox set status = 'sent'");
  }
}

function tablesOf(name: string) {
  const database = state.databases.find((each) => each.name === name);
  return database?.sqlite
    .prepare("select name from sqlite_master order by name")
    .all()
    .map((row) => row.name);
}

function edit(file: string, find: RegExp, replacement: string) {
  const before = readFileSync(join(clone, file), "utf8");
  const after = before.replace(find, () => replacement);
  expect(after).not.toBe(before);
  writeFileSync(join(clone, file), after);
}

/** Runs `npm run deploy` in the clone, and prints its output. */
function deploy(...options: string[]) {
  return run("npm", "run", "--silent", "deploy", ...(options.length > 0 ? ["--", ...options] : []));
}

/** Runs wrangler in the clone, as somebody who types a secret. */
async function wrangler(...args: string[]) {
  expect(await run(process.execPath, "node_modules/wrangler/wrangler-dist/cli.js", ...args)).toMatchObject({ code: 0 });
}

/** Runs a command in the clone without this machine's sign-in. */
async function run(command: string, ...args: string[]) {
  const child = spawn(command, args, {
    cwd: clone,
    env: {
      PATH: process.env.PATH,
      HOME: join(clone, ".home"),
      npm_config_update_notifier: "false",
      ...api.env,
    },
  });
  child.stdin.end("k".repeat(44));
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  console.log(`$ ${command} ${args.join(" ")}\n${said}`);
  return { code, said };
}
