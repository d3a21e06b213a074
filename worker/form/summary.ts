import type { Context } from "hono";
import { database, named } from "../../db/database.ts";
import { applications as table } from "../../db/schema.ts";
import type { Env } from "../env.ts";
import { countUnknownStatements } from "../http/limits.ts";
import { hasReference } from "../reference.ts";

/** What whoever has the reference is shown of an application; undefined if the reference is unknown. */
export async function readSummary(c: Context<{ Bindings: Env }>, ref: string) {
  const db = database(c.env.DB);
  const lookUp = db
    .select({
      fullName: table.fullName,
      phone: table.phone,
      email: table.email,
      city: table.city,
      zip: table.zip,
      employmentType: table.employmentType,
      grossMonthlyIncome: table.grossMonthlyIncome,
      cashDownPayment: table.cashDownPayment,
      purchaseTimeline: table.purchaseTimeline,
      scoresForecast: table.scoresForecast,
      createdAt: table.createdAt,
    })
    .from(table)
    .where(await hasReference(ref));
  const { found } = await named(db, { found: lookUp }, await countUnknownStatements(c, db, ref));
  return found[0];
}
