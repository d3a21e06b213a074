import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import { askedPapers, type Paper } from "../../db/model/papers.ts";
import { applications } from "../../db/schema.ts";
import { eventStatement } from "../case-events.ts";
import type { Member } from "../session.ts";
import type { Attempt } from "./attempt.ts";
import { CLOSED, eventsOf, ownCase } from "./case.ts";

/**
 * Notes that a paper that was asked for has arrived, or has not after all; the same again changes nothing. Refused when the
 * member may not work on the application, when it is closed, and when the paper was not asked for.
 */
export async function recordPaper(
  db: Database,
  id: string,
  member: Member,
  { paper, received }: { paper: Paper; received: boolean },
): Promise<Attempt> {
  const application = await ownCase(db, id, member);
  if (!application || "refused" in application) return application;
  if (application.outcome) return { refused: CLOSED };
  const kind = received ? "paperReceived" : "paperNotReceived";
  const request = sql`(select max(id) from case_events where applicationId = ${id} and event -> '$.papers' is not null)`;
  const isAsked = sql`exists (select 1 from json_each((select event -> '$.papers' from case_events where id = ${request}))
    asked where asked.value = ${paper})`;
  const last = sql`coalesce((select event ->> '$.kind' from case_events where applicationId = ${id} and id > ${request}
    and event ->> '$.paper' = ${paper} order by id desc limit 1), 'paperNotReceived')`;
  const [, events] = await db.batch([
    eventStatement(
      db,
      { kind, paper },
      member.id,
      and(eq(applications.id, id), isNull(applications.outcome), isAsked, sql`${last} <> ${kind}`),
    ),
    eventsOf(db, id),
  ]);
  if (askedPapers(events).some((asked) => asked.paper === paper)) return "done";
  return { refused: "This paper was not asked for." };
}
