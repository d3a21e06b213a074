import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { exampleApplication } from "../../../db/model/form/example.ts";
import worker from "../../../worker/site/index.ts";
import { post } from "../calls/call.ts";
import { countingRows } from "../counting-rows.ts";
import { freshDatabase } from "../database.ts";

freshDatabase();

/** How many D1 allows in one call of the Worker. */
const QUERIES = 1000;
/** More than a sweep takes. */
const MAILS = 200;

test("a night's fullest minute takes half of D1's queries at most", async () => {
  for (let n = 0; n < MAILS; n++) {
    const person = { email: `visitor${n}@example.com`, phone: `210 555 ${1000 + n}` };
    await post("/api/applications/submit", exampleApplication(person));
  }
  // Old enough to be deleted tonight, with all that belongs to them.
  await env.DB.prepare("update applications set createdAt = 0 where number <= 20").run();
  const counter = countingRows();
  await worker.scheduled({} as ScheduledController, { ...env, ALERT_EMAIL: "firm@example.com", DB: counter.DB });
  const { results } = await env.DB.prepare("select name from jobs order by name").all<{ name: string }>();
  expect(results.map(({ name }) => name)).toEqual(expect.arrayContaining(["purge people", "sweep"]));
  expect(counter.queries).toBeGreaterThan(MAILS);
  expect(counter.queries).toBeLessThanOrEqual(QUERIES / 2);
});
