import { and, eq, gt, gte, sql } from "drizzle-orm";
import { type Database, named } from "../../db/database.ts";
import { median } from "../../db/model/queue/first-contact.ts";
import type { Counted } from "../../db/model/site/claim.ts";
import { DAY_MS } from "../../db/model/time/clock.ts";
import { contactTotals, dealers, forecastResults, lenders } from "../../db/schema.ts";
import { mondayOf } from "../queue/first-contact.ts";
import { satisfactionSince } from "../stories/stories.ts";
import { measured } from "./measures.ts";

/** First contacts are counted over so many weeks. */
const WEEKS = 12;
/** Answers to our survey count so long. */
const YEAR_MS = 365 * DAY_MS;

/** What the site has counted about its claims: counts only, nothing about anybody. One round trip. */
export async function readCounted(db: Database, now: Date): Promise<Counted> {
  const count = sql<number>`count(*)`.as("count");
  const found = await named(db, {
    lenders: db
      .select({ category: lenders.category, count })
      .from(lenders)
      .where(eq(lenders.isActive, true))
      .groupBy(lenders.category),
    dealers: db
      .select({ metro: dealers.metro, count })
      .from(dealers)
      .where(eq(dealers.isActive, true))
      .groupBy(dealers.metro),
    contacts: db
      .select({
        contacted: contactTotals.contacted,
        inTime: contactTotals.inTime,
        businessMinutes: contactTotals.businessMinutes,
      })
      .from(contactTotals)
      .where(and(gte(contactTotals.week, mondayOf(now, WEEKS - 1)), gt(contactTotals.contacted, 0))),
    satisfaction: satisfactionSince(db, new Date(now.getTime() - YEAR_MS)),
    scores: db.select().from(forecastResults),
  });
  const { contacts, scores } = found;
  return {
    lenders: Object.fromEntries(found.lenders.map(({ category, count }) => [category, count])),
    dealers: Object.fromEntries(found.dealers.map(({ metro, count }) => [metro, count])),
    contacts: {
      count: contacts.reduce((sum, { contacted }) => sum + contacted, 0),
      inTime: contacts.reduce((sum, { inTime }) => sum + inTime, 0),
      businessMedian: median(contacts.map(({ businessMinutes }) => businessMinutes)),
    },
    satisfaction: found.satisfaction[0] ?? { answered: 0, recommending: 0 },
    forecast: measured(scores),
  };
}
