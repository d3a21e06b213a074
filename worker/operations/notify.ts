import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import type { MailKind } from "../../db/model/mail/mail.ts";
import type { JobName } from "../../db/model/site/alarms.ts";
import { MINUTE_MS } from "../../db/model/time/clock.ts";
import { jobs, outbox } from "../../db/schema.ts";
import { owedMail } from "../owed-mail.ts";

interface News {
  kind: MailKind;
  /** The job whose row remembers what was looked at last. */
  job: JobName;
  detail: SQL;
  /** Whether there is anything new to look at. */
  when: SQL;
  /** The mail's subject, read from the job's new row. */
  subject: SQL;
  /** A condition on the job's new row; without it what is new is always worth a mail. */
  isWorthIt?: SQL;
}

/** If there is news: statements that remember it, and owe the firm a mail about it. */
export function notifyStatements(db: Database, now: Date, { kind, job, detail, when, subject, isWorthIt }: News) {
  const time = now.getTime();
  return {
    noted: db
      .insert(jobs)
      .select(sql`select ${job}, ${time}, ${time}, ${detail} where ${when}`)
      .onConflictDoUpdate({
        target: jobs.name,
        set: { startedAt: now, endedAt: now, detail: sql`excluded.detail` },
      }),
    owed: db
      .insert(outbox)
      .select(
        db
          .select(owedMail({ id: sql`lower(hex(randomblob(16)))`, kind, subjectId: subject, createdAt: now }))
          .from(jobs)
          .where(and(eq(jobs.name, job), eq(jobs.startedAt, now), isWorthIt)),
      )
      .onConflictDoNothing()
      .returning({ id: outbox.id }),
  };
}

/** The condition that this job had no news for so long. */
export function isQuiet(job: JobName, minutes: number, now: Date) {
  return sql`not exists (select 1 from ${jobs} where name = ${job} and startedAt > ${now.getTime() - minutes * MINUTE_MS})`;
}
