import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { postWith } from "../calls/call.ts";
import { countingRows } from "../counting-rows.ts";
import { freshDatabase } from "../database.ts";
import { COPIED_COLUMNS, manyApplications } from "../form/many-applications.ts";
import { apply, type Colleague, signedIn } from "../staff/staff.ts";

/** What is done to all cases of a person or of a member happens at once, and D1 takes a thousand queries in one call. */

freshDatabase();

const MANY = 1200;
const MOST_QUERIES = 100;

/** Somebody's many open cases of one owner; the id of one of them. */
async function storeMany(ownerId: string | null) {
  const id = await apply();
  const columns = (await env.DB.prepare(COPIED_COLUMNS).first<string>("names")) ?? "";
  await env.DB.prepare(manyApplications(columns, 1, MANY - 1)).run();
  await env.DB.prepare(
    `update applications set status = 'in_review', outcome = null, ownerId = ?1, nextKind = null, nextAt = null,
      (phoneDigits, emailFolded, dueAt, queueAt) = (select phoneDigits, emailFolded, dueAt, queueAt from applications where id = ?2)`,
  )
    .bind(ownerId, id)
    .run();
  return id;
}

async function queriesOf(member: Colleague, path: string, body: object) {
  const counter = countingRows();
  const { status } = await postWith({ ...env, DB: counter.DB }, path, body, member.headers);
  expect(status).toBeLessThan(300);
  return counter.queries;
}

function count(where: string) {
  return env.DB.prepare(`select count(*) n from ${where}`).first<number>("n");
}

test("a stop holds at once for all of a person's many applications", async () => {
  const manager = await signedIn("manager");
  const id = await storeMany(null);
  expect(await queriesOf(manager, `/api/desk/case/${id}/stop`, { how: "phone" })).toBeLessThan(MOST_QUERIES);
  expect(await count("applications where contactStoppedAt is not null")).toBe(MANY);
  expect(await count("case_events where event ->> '$.kind' = 'contactStopped' and version > 0")).toBe(MANY);
  expect(await count("case_events where event ->> '$.elsewhere'")).toBe(MANY - 1);
});

test("a member who leaves hands many open cases to a colleague", async () => {
  const manager = await signedIn("manager");
  const dana = await signedIn("specialist", "dana");
  await storeMany(dana.id);
  const leave = { handTo: manager.id };
  expect(await queriesOf(manager, `/api/desk/members/${dana.id}/deactivate`, leave)).toBeLessThan(MOST_QUERIES);
  expect(await count(`applications where ownerId = '${manager.id}'`)).toBe(MANY);
  expect(await count("case_events where event ->> '$.kind' = 'owner'")).toBe(MANY);
});
