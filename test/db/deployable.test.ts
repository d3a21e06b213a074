import { expect, test } from "vitest";
import { unstable_readConfig } from "wrangler";
import {
  type Facts,
  problemsOf,
  type Resource,
  resourcesOf,
  sharedWith,
  unsetFields,
} from "../../worker/run/deploy/deployable.ts";

const vars = {
  SITE_URL: "https://prequal.test-site.com",
  MAIL_FROM: "hello@test-site.com",
  OFFICE_EMAIL: "office@test-site.com",
  ALERT_EMAIL: "owner@test-site.com",
  CLAIMS_SIGNED: "2026-11-29 Ana Ruiz",
  AUTHORING: "staff",
  LIMITS: "strict",
  SECOND_FACTOR: "required",
};
const ready: Facts = {
  isStaging: false,
  accounts: [{ id: "1a", name: "Bluebonnet" }],
  isAccountChosen: true,
  absent: [],
  databaseId: null,
  troubles: [],
  hasHashKey: true,
  hearsBounces: true,
  vars,
  senders: ["hello@test-site.com"],
  routes: ["prequal.test-site.com"],
  shared: [],
  previewUrls: false,
  observability: { redact_query_string: true, logs: { invocation_logs: false } },
  isSchemaMigrated: true,
  breaking: [],
  unset: [],
};
const [queue] = resourcesOf({ d1_databases: [], r2_buckets: [], queues: { consumers: [{ queue: "dead" }] } }) as [
  Resource,
];
const staging: Partial<Facts> = {
  isStaging: true,
  vars: { ...vars, OFFICE_EMAIL: "", ALERT_EMAIL: "", ROBOTS: "noindex", MAIL_ONLY_TO: "" },
};

test("a site with everything in place may be deployed", () => {
  expect(problemsOf(ready)).toEqual([]);
});

test("staging is not indexed, and mails only chosen addresses", () => {
  expect(problemsOf({ ...ready, ...staging })).toEqual([]);
});

const cases: [name: string, change: Partial<Facts>, says: RegExp][] = [
  ["nobody is signed in", { accounts: [] }, /wrangler login/],
  [
    "several accounts could be meant",
    { accounts: [...ready.accounts, { id: "2b", name: "Other" }], isAccountChosen: false },
    /account_id.*"1a" is Bluebonnet, "2b" is Other/,
  ],
  [
    "R2 is not enabled, whatever number of buckets asks for it",
    { troubles: ["Please enable R2. [code: 10042]", "Please enable R2. [code: 10042]"] },
    /R2 is not enabled/,
  ],
  ["something is missing", { absent: [queue] }, /no queue dead.*`npx wrangler queues create dead`/],
  ["nothing sends mail", { senders: null }, /no \[\[send_email\]\] named EMAIL/],
  ["any address could send", { senders: [] }, /allowed_sender_addresses = \["hello@test-site\.com"\]/],
  [
    "another address could send, too",
    { senders: ["hello@test-site.com", "ceo@test-site.com"] },
    /must send from MAIL_FROM alone/,
  ],
  ["addresses cannot be hashed", { hasHashKey: false }, /secret put HASH_KEY/],
  ["no address leads to the site", { routes: ["other.test-site.com"] }, /pattern = "prequal\.test-site\.com"/],
  ["nobody would find the site", { vars: { ...vars, ROBOTS: "noindex" } }, /ROBOTS/],
  ["applicants would get no mail", { vars: { ...vars, MAIL_ONLY_TO: "" } }, /MAIL_ONLY_TO/],
  ["staging would be found", { ...staging, vars: { ...staging.vars, ROBOTS: undefined } }, /ROBOTS/],
  [
    "staging would send mail to anybody",
    { ...staging, vars: { ...staging.vars, MAIL_ONLY_TO: undefined } },
    /MAIL_ONLY_TO/,
  ],
  ["staging would use what is the site's", { ...staging, shared: ["the queue outbox"] }, /Staging.*the queue outbox/],
  ["the address is this machine", { vars: { ...vars, SITE_URL: "http://localhost:8787" } }, /SITE_URL/],
  ["the address ends in a slash", { vars: { ...vars, SITE_URL: "https://prequal.test-site.com/" } }, /SITE_URL/],
  ["the sender is an example", { vars: { ...vars, MAIL_FROM: "no-reply@example.com" } }, /MAIL_FROM/],
  ["nobody learns of messages", { vars: { ...vars, OFFICE_EMAIL: "" } }, /^In wrangler\.toml: OFFICE_EMAIL/],
  ["trouble is told to an example", { vars: { ...vars, ALERT_EMAIL: "owner@example.com" } }, /ALERT_EMAIL/],
  [
    "a secret stands in the file",
    { vars: { ...vars, HASH_KEY: "local" } },
    /HASH_KEY is a secret.*secret put HASH_KEY/,
  ],
  ["a name is misspelled", { vars: { ...vars, ALERT_MAIL: "owner@test-site.com" } }, /ALERT_MAIL is nothing that/],
  ["anybody could write posts", { vars: { ...vars, AUTHORING: "local" } }, /AUTHORING/],
  ["the limits are wide", { vars: { ...vars, LIMITS: "local" } }, /LIMITS/],
  ["nobody signed for the claims", { vars: { ...vars, CLAIMS_SIGNED: "Ana Ruiz" } }, /CLAIMS_SIGNED/],
  ["a password is enough", { vars: { ...vars, SECOND_FACTOR: "optional" } }, /SECOND_FACTOR/],
  ["old versions stay reachable", { previewUrls: true }, /preview_urls/],
  ["Cloudflare logs every request", { observability: { redact_query_string: true } }, /invocation_logs/],
  ["Cloudflare logs query strings", { observability: { logs: { invocation_logs: false } } }, /redact_query_string/],
  ["Cloudflare traces requests", { observability: { ...ready.observability, traces: { enabled: true } } }, /traces/],
  ["the migrations are behind the schema", { isSchemaMigrated: false }, /npm run migration/],
  [
    "nobody is told how to call us",
    { unset: ["phone in db/model/site/brand.ts:5"] },
    /^phone in .*brand\.ts:5 is not set/,
  ],
  ["a migration breaks the version before", { breaking: ["DROP TABLE dealers"] }, /DROP TABLE dealers.*contract/],
];

for (const [name, change, says] of cases) {
  test(`it is refused with one sentence when ${name}`, () => {
    expect(problemsOf({ ...ready, ...change })).toEqual([expect.stringMatching(says)]);
  });
}

test("staging needs no phone number", () => {
  expect(problemsOf({ ...ready, ...staging, unset: ["phone"] })).toEqual([]);
});

test("the published site has no old versions, and no addresses logged", () => {
  const { preview_urls, observability } = unstable_readConfig({ config: "wrangler.toml" });
  expect(problemsOf({ ...ready, previewUrls: preview_urls, observability })).toEqual([]);
});

test.each(["", "staging"])("'%s' sends from MAIL_FROM alone, which the binding names once more", (env) => {
  const { send_email, vars } = unstable_readConfig({ config: "wrangler.toml", env });
  expect(send_email).toEqual([{ name: "EMAIL", allowed_sender_addresses: [vars.MAIL_FROM] }]);
});

const environments = ["", "staging"].map((env) => unstable_readConfig({ config: "wrangler.toml", env }));

test("staging has all that the site has, but none of its data", () => {
  const [site, staged] = environments;
  const variables = Object.keys(site.vars);
  expect(Object.keys(staged.vars)).toEqual(expect.arrayContaining(variables));
  const namesIn = (config: unknown): unknown[] =>
    Object.entries(config ?? {}).flatMap(([key, value]) =>
      key === "binding" || key === "name" ? [value] : typeof value === "object" ? namesIn(value) : [],
    );
  const { name, vars: _, ...bindings } = site;
  expect(namesIn(staged)).toEqual(expect.arrayContaining(namesIn(bindings)));
  expect(staged.name).toBe(`${name}-staging`);
  expect(staged.queues.consumers).toHaveLength(site.queues.consumers.length);
  expect(staged.triggers).toEqual(site.triggers);
  expect(sharedWith(site, staged)).toEqual([]);
});

test("what staging shares with the site is named", () => {
  const [site] = environments;
  const withRoute = { ...site, routes: [{ pattern: "prequal.test-site.com", custom_domain: true }] };
  expect(sharedWith(withRoute, withRoute)).toEqual(
    expect.arrayContaining([
      "the D1 database bluebonnet",
      "the R2 bucket bluebonnet-media",
      "the address prequal.test-site.com",
    ]),
  );
});

test("the database and queues that nothing feeds have to be made", () => {
  const [site] = environments;
  const resources = resourcesOf({
    ...site,
    r2_buckets: [{ bucket_name: "media" }],
    queues: { producers: [{ queue: "outbox" }], consumers: [{ queue: "outbox", dead_letter_queue: "dead" }] },
  });
  expect(resources.map(({ name, command }) => [name, command])).toEqual([
    ["bluebonnet", "d1 create bluebonnet --location enam"],
    ["media", undefined],
    ["outbox", undefined],
    ["dead", "queues create dead"],
  ]);
});

test("what the brand lacks is named", () => {
  expect(unsetFields({ name: "Bluebonnet", phone: null, email: null })).toEqual({
    required: ["phone"],
    others: ["email"],
  });
});
