import { and, eq, isNotNull, isNull, or } from "drizzle-orm";
import { applications } from "../../db/schema.ts";

/** The condition on applications that we may write to their applicants, who agreed to email and have not asked us to stop: `mayEmail` in SQL. */
export const mayBeMailed = and(
  or(eq(applications.consentElectronic, true), isNotNull(applications.contactResumedAt)),
  isNull(applications.contactStoppedAt),
);

/** The condition on applications that our mail may bring their links to the address on file. */
export const mayGetLink = and(mayBeMailed, isNull(applications.emailSetBy), isNull(applications.outcome));
