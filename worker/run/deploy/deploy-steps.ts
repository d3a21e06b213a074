import { globSync, readFileSync } from "node:fs";
import { unstable_readConfig } from "wrangler";
import { openClaims } from "./claims.ts";
import type { Ask } from "./cloudflare.ts";
import {
  breakingStatements,
  type Facts,
  mailEventsOf,
  problemsOf,
  resourcesOf,
  sharedWith,
  subscriptionHint,
  unsetFields,
} from "./deployable.ts";
import { type Check, verifyLines } from "./live-site.ts";
import { testMail } from "./test-mail.ts";

/** A run of `npm run deploy`, with the commands that it needs. */

const BRAND = "db/model/site/brand.ts";

export interface Deployment {
  /** The path of wrangler.toml. */
  config: string;
  isStaging: boolean;
  /** Null if nobody is signed in. */
  ask: Ask | null;
  /** Whether the migrations match the schema. */
  isSchemaMigrated: boolean;
  /** Who we are: db/model/site/brand.ts. */
  brand: Record<string, string | null>;
  /** Builds the site for this environment of wrangler.toml, or throws. Empty: the site itself. */
  build: (environment: string) => void;
  /** Runs wrangler, shows its errors, and returns whether it succeeded. */
  wrangler: (environment: string, ...args: string[]) => Promise<boolean>;
  /** Asks the published site whether all is set up. */
  verify: (address: string) => Promise<Check[]>;
  pause: (milliseconds: number) => Promise<void>;
  say: (line: string) => void;
}

/** The site was not published, or not completely. The message says why and what to do. */
export class NotDeployed extends Error {}

/** What we read about a database, bucket or queue. */
interface Found {
  name?: string;
  queue_name?: string;
  queue_id?: string;
  uuid?: string;
}

interface Subscription {
  enabled: boolean;
  source?: { type: string };
}

interface Deployments {
  deployments: { versions: { version_id: string }[] }[];
}

/** Names what is missing or, if nothing is, builds, migrates the deployed D1 and publishes. Throws `NotDeployed`. */
export async function deploy(deployment: Deployment) {
  const { isStaging, build, say, brand } = deployment;
  const environment = isStaging ? "staging" : "";
  const again = `npm run deploy${isStaging ? " -- --staging" : ""}`;
  const { others } = unsetFields(brand);
  if (others.length > 0) say(`Not set in ${BRAND}, so the site does without: ${others.join(", ")}.`);
  const facts = await gatherFacts(deployment, environment);
  if (!isStaging) for (const claim of openClaims(new Date())) say(claim);
  const problems = problemsOf(facts);
  if (problems.length > 0) fail(["Not deployed, because:", ...problems.map((problem) => `- ${problem}`)].join("\n"));

  try {
    build(environment);
  } catch {
    fail("Not deployed: the site could not be built, see above. Nothing has changed.");
  }
  say("Bringing the database up to date ...");
  const migrating = ["d1", "migrations", "apply", "DB", "--remote", "--config", deployment.config];
  if (!(await deployment.wrangler(environment, ...migrating))) {
    fail(
      "Not deployed: the database refused a migration, see above. Cloudflare takes back what a refused migration did, and",
      "nothing was published: visitors get what they got before. Correct the migration, then run this again:",
      again,
    );
  }
  say("Publishing ...");
  const before = await publishedVersion(deployment, environment, facts);
  if (!(await deployment.wrangler(environment, "deploy"))) {
    const now = await publishedVersion(deployment, environment, facts);
    if (now !== undefined && now !== before) {
      fail(
        "Published, but something that belongs to the site could not be set, see above: its addresses, crons or queues may",
        "still be as before, and mail may wait until they are set. Run this again:",
        again,
      );
    }
    fail(
      "Not published: the upload failed, see above. The database is up to date already. Visitors get what they got before, and",
      "it works with this database, because migrations only add. Run this again; it goes on where it stopped:",
      again,
    );
  }
  say(`Published: ${facts.vars.SITE_URL}`);
  const config = unstable_readConfig({ config: deployment.config, env: environment });
  if (!facts.hearsBounces) say(subscriptionHint(mailEventsOf(config), facts.vars.MAIL_FROM));
  await verifyPublished(deployment, config, facts);
}

/** Has the site send a mail, asks it whether all is set up, and says both. */
async function verifyPublished(
  { ask, verify, pause, say }: Deployment,
  config: ReturnType<typeof unstable_readConfig>,
  { accounts, vars, databaseId }: Facts,
) {
  const account = accountOf(ask, config, accounts);
  if (!account || !databaseId) return;
  say("Waiting for a test mail, and asking the site whether all is set up, which takes a minute or two ...");
  const mail = await testMail({ ask: account, databaseId, to: vars.ALERT_EMAIL, pause });
  const checks = [mail, ...(await verify(String(vars.SITE_URL)))];
  for (const line of verifyLines(checks)) say(line);
  if (checks.some(({ state }) => state === "wrong")) {
    fail(
      "Published, but not all is as it should be, see above. A new address may take some minutes. This asks again:",
      `npm run verify -- ${vars.SITE_URL}`,
    );
  }
}

async function gatherFacts(
  { config: file, isStaging, ask, isSchemaMigrated, brand }: Deployment,
  environment: string,
): Promise<Facts> {
  const config = unstable_readConfig({ config: file, env: environment });
  const routes: (string | { pattern: string })[] = config.routes ?? [];
  const known = await askCloudflare(ask, config);
  return {
    isStaging,
    ...known,
    unset: unsetFields(brand).required.map((field) => `${field} in ${BRAND}:${lineOf(BRAND, `${field}:`)}`),
    vars: config.vars,
    senders: sendersOf(config.send_email),
    routes: routes.map((route) => (typeof route === "string" ? route : route.pattern)),
    shared: isStaging ? sharedWith(unstable_readConfig({ config: file, env: "" }), config) : [],
    previewUrls: config.preview_urls,
    observability: config.observability,
    isSchemaMigrated,
    // Nothing was published before the first migration, so that one cannot break anything.
    breaking: globSync("migrations/*.sql")
      .sort()
      .slice(1)
      .flatMap((file) => breakingStatements(readFileSync(file, "utf8"))),
  };
}

/** The addresses that the binding EMAIL may send from; null without it. */
function sendersOf(bindings: { name: string; allowed_sender_addresses?: string[] }[]) {
  const email = bindings.find(({ name }) => name === "EMAIL");
  return email ? (email.allowed_sender_addresses ?? []) : null;
}

/** Asks only for the accounts until it is clear which one is meant. */
async function askCloudflare(ask: Ask | null, config: ReturnType<typeof unstable_readConfig>) {
  const known = {
    ...{ accounts: [], isAccountChosen: false, absent: [], troubles: [] },
    ...{ hasHashKey: true, hearsBounces: true, databaseId: null },
  };
  const list = await ask?.<Facts["accounts"]>("/accounts");
  if (!list) return known;
  if (!list.isFine) return { ...known, troubles: [list.trouble] };
  const accounts = list.result;
  const account = accountOf(ask, config, accounts);
  if (!account) return { ...known, accounts };

  const resources = resourcesOf(config);
  const [secrets, ...states] = await Promise.all([
    account<{ name: string }[]>(`/workers/scripts/${config.name}/secrets`),
    ...resources.map(({ info }) => account<Found | Found[]>(info)),
  ]);
  const found = resources.map(({ name }, index) =>
    [states[index]?.result ?? []].flat().find((each) => each.name === name || each.queue_name === name),
  );
  const events = found.find((each) => each?.queue_name === mailEventsOf(config));
  const subscriptions =
    events && (await account<Subscription[]>(`/event_subscriptions/subscriptions?queue_id=${events.queue_id}`));
  const databaseId = found.find((each) => each?.uuid)?.uuid ?? null;
  return {
    accounts,
    isAccountChosen: true,
    hearsBounces:
      !subscriptions?.isFine ||
      subscriptions.result.some(({ enabled, source }) => enabled && source?.type === "email.sending"),
    databaseId,
    absent: resources.filter(({ command }, index) => command && !found[index] && states[index]?.isFine),
    // If the list cannot be read, a secret may exist, and it must not be replaced.
    hasHashKey: secrets.isFine ? secrets.result.some(({ name }) => name === "HASH_KEY") : !secrets.isAbsent,
    troubles: [secrets, ...states].flatMap(({ isFine, isAbsent, trouble }) => (isFine || isAbsent ? [] : [trouble])),
  };
}

/** The line of a file in which this stands first. */
function lineOf(file: string, text: string) {
  return (
    readFileSync(file, "utf8")
      .split("\n")
      .findIndex((line) => line.includes(text)) + 1
  );
}

/** The account that wrangler will use; undefined if there are several. */
function accountOf(
  ask: Ask | null,
  { account_id }: { account_id?: string },
  accounts: Facts["accounts"],
): Ask | undefined {
  const chosen = account_id || process.env.CLOUDFLARE_ACCOUNT_ID || (accounts.length === 1 && accounts[0]?.id);
  return chosen && ask ? (path, body) => ask(`/accounts/${chosen}${path}`, body) : undefined;
}

/** The id of the version that visitors get; undefined before the first. */
async function publishedVersion({ config: file, ask }: Deployment, environment: string, { accounts }: Facts) {
  const config = unstable_readConfig({ config: file, env: environment });
  const answer = await accountOf(ask, config, accounts)?.<Deployments>(`/workers/scripts/${config.name}/deployments`);
  return answer?.isFine ? answer.result.deployments[0]?.versions[0]?.version_id : undefined;
}

function fail(...lines: string[]): never {
  throw new NotDeployed(lines.join("\n"));
}
