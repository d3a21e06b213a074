import { expect, test } from "vitest";
import { unstable_readConfig } from "wrangler";
import { type Facts, problemsOf, unsetFields } from "../../worker/run/deployable.ts";

const vars = {
  SITE_URL: "https://prequal.test-site.com",
  MAIL_FROM: "hello@test-site.com",
  AUTHORING: "staff",
  LIMITS: "strict",
  SECOND_FACTOR: "required",
};
const ready: Facts = {
  vars,
  databaseId: "0a1b2c3d-0000-4000-8000-000000000000",
  isSignedIn: true,
  hasSender: true,
  hasHashKey: true,
  absent: [],
  previewUrls: false,
  observability: { redact_query_string: true, logs: { invocation_logs: false } },
  isSchemaMigrated: true,
};

test("a site with everything in place may be deployed", () => {
  expect(problemsOf(ready)).toEqual([]);
});

const cases: [name: string, change: Partial<Facts>, says: RegExp][] = [
  ["nobody is signed in", { isSignedIn: false }, /wrangler login/],
  ["the database's id is still zeros", { databaseId: "00000000-0000-0000-0000-000000000000" }, /d1 create/],
  ["there is no database", { databaseId: undefined }, /d1 create/],
  ["a queue is missing", { absent: ["queues info bluebonnet-outbox"] }, /npx wrangler queues create bluebonnet-outbox/],
  ["nothing sends mail", { hasSender: false }, /send_email/],
  ["addresses cannot be hashed", { hasHashKey: false }, /secret put HASH_KEY/],
  ["a bucket is missing", { absent: ["r2 bucket info media"] }, /npx wrangler r2 bucket create media/],
  ["the address is this machine", { vars: { ...vars, SITE_URL: "http://localhost:8787" } }, /SITE_URL/],
  ["the address is not safe", { vars: { ...vars, SITE_URL: "http://prequal.test-site.com" } }, /SITE_URL/],
  ["the address ends in a slash", { vars: { ...vars, SITE_URL: "https://prequal.test-site.com/" } }, /SITE_URL/],
  ["the sender is an example", { vars: { ...vars, MAIL_FROM: "no-reply@example.com" } }, /MAIL_FROM/],
  ["anybody could write posts", { vars: { ...vars, AUTHORING: "local" } }, /AUTHORING/],
  ["nobody said who may write posts", { vars: { ...vars, AUTHORING: undefined } }, /AUTHORING/],
  ["the limits are wide", { vars: { ...vars, LIMITS: "local" } }, /LIMITS/],
  ["a password is enough", { vars: { ...vars, SECOND_FACTOR: "optional" } }, /SECOND_FACTOR/],
  ["old versions stay reachable", { previewUrls: true }, /preview_urls/],
  ["nobody said that they shall not", { previewUrls: undefined }, /preview_urls/],
  ["Cloudflare logs every request", { observability: { redact_query_string: true } }, /invocation_logs/],
  ["Cloudflare logs query strings", { observability: { logs: { invocation_logs: false } } }, /redact_query_string/],
  ["Cloudflare traces requests", { observability: { ...ready.observability, traces: { enabled: true } } }, /traces/],
  ["nobody said what is logged", { observability: undefined }, /invocation_logs/],
  ["the migrations are behind the schema", { isSchemaMigrated: false }, /npm run migration/],
];

for (const [name, change, says] of cases) {
  test(`it is refused with one sentence when ${name}`, () => {
    expect(problemsOf({ ...ready, ...change })).toEqual([expect.stringMatching(says)]);
  });
}

test("as it is published, the site has no old versions and no addresses in Cloudflare's log", () => {
  const { preview_urls, observability } = unstable_readConfig({ config: "wrangler.toml" });
  expect(problemsOf({ ...ready, previewUrls: preview_urls, observability })).toEqual([]);
});

test("what the brand lacks is named", () => {
  expect(unsetFields({ name: "Bluebonnet", phone: null, email: null })).toEqual(["phone", "email"]);
});
