import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Counted } from "../../../db/model/site/claim.ts";
import { DAY_MS } from "../../../db/model/time/clock.ts";
import { mondayOf } from "../../../worker/queue/first-contact.ts";
import { freshDatabase } from "../database.ts";
import { dealer, lender } from "../directory/directory.ts";
import { signedIn } from "../staff/staff.ts";

/** What the site counts about the claims of its public pages. */

freshDatabase();

async function counted() {
  const max = await signedIn("manager", "max");
  return (await max.get("/api/desk/claims")).json<Counted>();
}

test("where nothing is there, nothing is counted", async () => {
  expect(await counted()).toEqual({
    lenders: {},
    dealers: {},
    contacts: { count: 0, inTime: 0, businessMedian: null },
    satisfaction: { answered: 0, recommending: 0 },
    forecast: { outcomes: 0, needed: 350, measures: null },
  });
});

test("active lenders are counted by category, dealers by metro, first contacts of twelve weeks and outcomes of the forecast", async () => {
  await lender("Pecan Credit Union");
  await lender("Live Oak Credit Union");
  await dealer("Hill Country Motors");
  await dealer("Closed Motors", false);
  const monday = (weeksAgo: number) => mondayOf(new Date(), weeksAgo);
  const contacts = env.DB.prepare("insert into contact_totals values (?, ?, ?, ?, ?, '{}')");
  const answer = env.DB.prepare(
    "insert into surveys (id, applicationId, mailboxHash, appliedAt, answeredAt, recommends) values (?1, ?1, ?1, 0, ?2, ?3)",
  );
  await env.DB.batch([
    contacts.bind(monday(0), "ana", 3, 2, '{"60":2,"300":1}'),
    contacts.bind(monday(11), "ben", 2, 2, '{"120":2}'),
    contacts.bind(monday(12), "ben", 9, 0, '{"900":9}'),
    env.DB.prepare("insert into forecast_results values (80, 5, 4)"),
    ...[0, 1, 1].map((recommends, index) => answer.bind(`s${index}`, Date.now(), recommends)),
    answer.bind("long ago", Date.now() - 366 * DAY_MS, 0),
  ]);
  expect(await counted()).toMatchObject({
    lenders: { "Credit unions": 2 },
    dealers: { "San Antonio": 1 },
    contacts: { count: 5, inTime: 4, businessMedian: 120 },
    satisfaction: { answered: 3, recommending: 2 },
    forecast: { outcomes: 5, measures: null },
  });
});
