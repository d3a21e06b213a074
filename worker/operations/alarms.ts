import { and, eq, isNull, not, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { type Database, database, hasRow, isOneOf, namedLists, retried } from "../../db/database.ts";
import {
  type AlarmName,
  CODES_GUESSED_HOURS,
  CRON_SILENT_MINUTES,
  DIGEST_HOUR,
  MAIL_DEAD_HOURS,
  NOTICE_MINUTES,
} from "../../db/model/site/alarms.ts";
import { latestAt } from "../../db/model/site/statistics.ts";
import { HOUR_MS, MINUTE_MS } from "../../db/model/time/clock.ts";
import { fileDay } from "../../db/model/time/time-for-staff.ts";
import { alarms, applications, audit, jobs, outbox } from "../../db/schema.ts";
import { type Env, settingTroubles } from "../env.ts";
import { sweep } from "../mail/outbox.ts";
import { sendAlarm } from "../mail/send.ts";
import { owedMail, sendSoon } from "../owed-mail.ts";
import { isUntold } from "../queue/due.ts";
import { noticeOfNew } from "./alert.ts";
import { isKeyChanged } from "./key.ts";
import { isStuck } from "./nightly.ts";
import { isQuiet, notifyStatements } from "./notify.ts";

/**
 * Tells the firm about problems, and each morning how the day before went. An alarm has a row while its problem lasts.
 * Its mail is owed in the transaction that writes the row, so each problem sends one.
 */

type Statement = BatchItem<"sqlite">;
type Statements = [Statement, ...Statement[]];

/** SQL for whether there is a problem, and since when. */
interface Trouble {
  is: SQL;
  since: SQL;
}

function troublesAt(env: Env, now: number): Record<Exclude<AlarmName, "databaseRefusing">, Trouble> {
  const lastSweep = sql`(select startedAt from ${jobs} where name = 'sweep')`;
  const lastGuesses = sql`(select max(at) from ${audit} where action = 'guessCodes')`;
  const lastDeath = sql`(select max(nextAttemptAt) from ${outbox} where status = 'dead')`;
  return {
    cronSilent: { is: sql`${lastSweep} < ${now - CRON_SILENT_MINUTES * MINUTE_MS}`, since: lastSweep },
    mailDead: { is: sql`ifnull(${lastDeath} >= ${now - MAIL_DEAD_HOURS * HOUR_MS}, 0)`, since: lastDeath },
    jobStuck: {
      is: hasRow(jobs, isStuck(now)),
      since: sql`(select min(startedAt) from ${jobs} where ${isStuck(now)})`,
    },
    codesGuessed: { is: sql`ifnull(${lastGuesses} >= ${now - CODES_GUESSED_HOURS * HOUR_MS}, 0)`, since: lastGuesses },
    setUpWrongly: {
      is: settingTroubles(env).length > 0 ? sql`1` : hasRow(jobs, isKeyChanged),
      since: sql`${now}`,
    },
  };
}

/** The cron job of every minute: sends mail, and owes new mails to the firm. Throws if D1 fails. */
export async function everyMinute(env: Env, clock: () => number = Date.now) {
  const now = new Date(clock());
  const db = database(env.DB);
  const { begin, end } = edges(db, env, now);
  const begun = db
    .insert(jobs)
    .values({ name: "sweep", startedAt: now })
    .onConflictDoUpdate({ target: jobs.name, set: { startedAt: now } });
  const all = [noticeOfNew(db, now), noticeOfOverdue(db, now), digest(db, now)];
  const news = env.ALERT_EMAIL ? all.flatMap((statements) => Object.values(statements)) : [];
  try {
    // After a break, cron first checks how long it was silent, and then records that it runs again.
    await retried(() => db.batch([...begin, begun, ...end, ...news] as Statements));
    await sweep(env, clock);
    await retried(() => db.update(jobs).set({ endedAt: now }).where(eq(jobs.name, "sweep")));
  } catch (error) {
    await databaseRefused(env, now.getTime());
    throw error;
  }
  await databaseAnswered(env, now.getTime());
}

/** Looks for problems while cron does not run, and sends mails about them now. Throws if D1 fails. */
export async function watch(env: Env, now = new Date()) {
  const db = database(env.DB);
  const { ids, begin, end } = edges(db, env, now);
  const owed = db.select({ id: outbox.id }).from(outbox).where(isOneOf(outbox.id, ids));
  const found = await retried(() => namedLists(db, { begin, end, owed: [owed] }));
  for (const { id } of found.owed.flat()) await sendSoon(env, id);
}

/** Statements that start alarms for new problems, with their mails, and end alarms for problems that are over. */
function edges(db: Database, env: Env, now: Date) {
  const troubles = Object.entries(troublesAt(env, now.getTime())).map(([name, trouble]) => ({
    name: name as AlarmName,
    id: crypto.randomUUID(),
    ...trouble,
  }));
  const owed = (id: string) =>
    db
      .insert(outbox)
      .select(
        db
          .select(owedMail({ id, kind: "alarm", subjectId: alarms.id, createdAt: now }))
          .from(alarms)
          .where(eq(alarms.id, id)),
      )
      .onConflictDoNothing();
  return {
    ids: troubles.map(({ id }) => id),
    begin: troubles.flatMap<Statement>(({ name, id, is, since }) => [
      db.insert(alarms).select(sql`select ${id}, ${name}, ${since}, null where ${is}`).onConflictDoNothing(),
      ...(env.ALERT_EMAIL ? [owed(id)] : []),
    ]),
    end: troubles.map<Statement>(({ name, is }) =>
      db
        .update(alarms)
        .set({ endedAt: now })
        .where(and(eq(alarms.name, name), isNull(alarms.endedAt), not(is))),
    ),
  };
}

/** Statements that owe the firm a mail about newly overdue applications. Each is reported once. */
function noticeOfOverdue(db: Database, now: Date) {
  return {
    ...notifyStatements(db, now, {
      kind: "overdue",
      job: "overdue",
      detail: sql`json_object('count', (select count(*) from ${applications} where ${isUntold(now)}))`,
      subject: sql`(detail ->> '$.count') || '-' || startedAt`,
      when: sql`exists (select 1 from ${applications} where ${isUntold(now)}) and ${isQuiet("overdue", NOTICE_MINUTES, now)}`,
    }),
    marked: db
      .update(applications)
      .set({ overdueToldAt: now })
      .where(
        and(isUntold(now), sql`exists (select 1 from ${jobs} where name = 'overdue' and startedAt = ${now.getTime()})`),
      ),
  };
}

/** Statements that owe this morning's digest, once. */
function digest(db: Database, now: Date) {
  const morning = latestAt(DIGEST_HOUR, now);
  const day = fileDay(morning);
  return notifyStatements(db, now, {
    kind: "digest",
    job: "digest",
    detail: sql`json_object('day', ${day})`,
    subject: sql`detail ->> '$.day'`,
    when: sql`not exists (select 1 from ${jobs} where name = 'digest' and startedAt >= ${morning.getTime()})`,
  });
}

/** Facts about a failing database, stored outside of it. Times are milliseconds since the epoch. */
interface Refusing {
  since: number;
  lastAt: number;
  isTold: boolean;
}

/** An object in the bucket PAPERS, which no page reads. */
const REFUSING = "alarms/database.json";
/** In memory, for when R2 fails, too. */
let remembered: Refusing | null = null;

/** The database failed. The second time in an hour sends a mail; then none until it has worked for an hour. */
async function databaseRefused(env: Env, now: number) {
  const before = await readRefusing(env);
  const since = before?.since ?? now;
  const isTold = before !== null && (before.isTold || (await sendAlarm(env, "databaseRefusing", new Date(since))));
  await keepRefusing(env, { since, lastAt: now, isTold });
}

async function databaseAnswered(env: Env, now: number) {
  const trouble = await readRefusing(env);
  if (!trouble) return;
  const { since, lastAt, isTold } = trouble;
  const row = { id: `database-${since}`, since: new Date(since), endedAt: new Date(lastAt) };
  if (isTold) {
    await database(env.DB)
      .insert(alarms)
      .values({ name: "databaseRefusing", ...row })
      .onConflictDoUpdate({ target: alarms.id, set: row });
  }
  if (now - lastAt >= HOUR_MS) await keepRefusing(env, null);
}

async function readRefusing(env: Env): Promise<Refusing | null> {
  try {
    const stored = await env.PAPERS.get(REFUSING);
    if (stored) return await stored.json<Refusing>();
  } catch {
    // If R2 cannot be read, use what this isolate remembers.
  }
  return remembered;
}

async function keepRefusing(env: Env, trouble: Refusing | null) {
  const kept = trouble ? env.PAPERS.put(REFUSING, JSON.stringify(trouble)) : env.PAPERS.delete(REFUSING);
  remembered = await Promise.resolve(kept).then(
    () => null,
    () => trouble,
  );
}
