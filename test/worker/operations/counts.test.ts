import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { freshDatabase } from "../database.ts";
import { COPIED_COLUMNS, manyApplications, whatBelongsToThem } from "../form/many-applications.ts";
import { apply } from "../staff/staff.ts";

freshDatabase();

async function store(from: number, to: number) {
  const columns = (await env.DB.prepare(COPIED_COLUMNS).first<string>("names")) ?? "";
  await env.DB.batch(
    [manyApplications(columns, from, to), ...whatBelongsToThem(from, to)].map((sql) => env.DB.prepare(sql)),
  );
}

async function counts() {
  const { results: mails } = await env.DB.prepare(
    "select status, count from mail_counts where count > 0 order by status",
  ).all();
  const { results: scores } = await env.DB.prepare(
    "select * from forecast_results where count > 0 order by score",
  ).all();
  return { mails, scores };
}

async function counted() {
  const { results: mails } = await env.DB.prepare(
    "select status, count(*) count from outbox group by status order by status",
  ).all();
  const { results: scores } = await env.DB.prepare(
    `select scoresForecast score, count(*) count, sum(outcome = 'approved_in_30_days') approved from applications
     where outcome in ('approved_in_30_days', 'approved_later', 'declined') group by 1 order by 1`,
  ).all();
  return { mails, scores };
}

test("the counts that triggers keep are right, whatever happens to a row", async () => {
  await apply();
  await store(1, 500);
  expect(await counts()).toEqual(await counted());
  expect((await counts()).scores.length).toBeGreaterThan(10);
  for (const sql of [
    "update outbox set status = 'dead' where id like 'mail-1%'",
    "update applications set outcome = 'approved_later' where outcome = 'declined' and id like '%1-0000'",
    "update applications set outcome = 'withdrawn' where id like '%2-0000'",
    "update applications set outcome = 'declined' where outcome is null and id like '%3-0000'",
    "update applications set outcome = null where id like '%b-0000'",
    "delete from applications where id like '%5-0000'",
    "delete from outbox where id like 'mail-2%'",
    "insert into outbox (id, kind, subjectId) values ('a', 'confirmation', 'mine') on conflict do nothing",
    "insert into outbox (id, kind, subjectId) values ('b', 'confirmation', 'mine') on conflict do nothing",
  ]) {
    await env.DB.prepare(sql).run();
    expect(await counts(), sql).toEqual(await counted());
  }
});
