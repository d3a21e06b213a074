import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { DAY_MS } from "../../../db/model/time/clock.ts";
import { countDecisions } from "../../../worker/figures/decisions.ts";
import { freshDatabase } from "../database.ts";
import { lender } from "../directory/directory.ts";
import { apply } from "../staff/staff.ts";
import { decided } from "./decided.ts";

freshDatabase();

const rowsOf = async (sql: string) => (await env.DB.prepare(sql).raw()).map((row) => row.join(" "));
const answers = () => rowsOf("select band, decided, approved, version from answer_totals order by decided desc, band");

async function scored(score: number, outcome: string | null = null) {
  const id = await apply({ email: `${crypto.randomUUID()}@example.com` });
  await env.DB.prepare("update applications set scoresForecast = ?, outcome = ? where id = ?")
    .bind(score, outcome, id)
    .run();
  return id;
}

test("a night counts decisions by lender and band, each once", async () => {
  const { recipientId } = await lender();
  const [low, high] = [await scored(39), await scored(70)];
  await decided(low, recipientId, "declined");
  await decided(high, recipientId, "approved");
  await decided(high, recipientId, "contacted");
  await decided(high, recipientId, "approved", Date.now() - 800 * DAY_MS);
  await countDecisions(env, new Date());
  expect(await answers()).toEqual(["high 1 1 1", "low 1 0 1", "middle 0 0 0"]);
  await env.DB.prepare("update referrals set answer = 'contacted' where applicationId = ?").bind(low).run();
  for (let night = 0; night < 2; night++) await countDecisions(env, new Date());
  expect(await answers()).toEqual(["high 1 1 1", "low 0 0 2", "middle 0 0 0"]);
});

test("a night counts outcomes that a lender decided, by band", async () => {
  await scored(40, "approved_in_30_days");
  await scored(69, "approved_later");
  await scored(97, "declined");
  await scored(97, "undecided");
  await scored(97);
  for (let night = 0; night < 2; night++) await countDecisions(env, new Date());
  expect(await rowsOf("select * from forecast_results order by band")).toEqual(["high 1 0", "middle 2 1"]);
});
