import { and, eq, gt, gte, inArray, lte, max, min, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import type { Field } from "../../db/model/form/application.ts";
import {
  FTC_NOTICE_PEOPLE,
  messageList,
  namedInCase,
  oneCase,
  someList,
  TEXAS_NOTICE_PEOPLE,
  wholeExport,
} from "../../db/model/staff/incident.ts";
import { type applications, audit, caseEvents } from "../../db/schema.ts";
import { READ_NOTED_EVERY_MS } from "./member.ts";

/** Who was exposed in an incident, according to the audit log: what was shown in a period, to anybody or to one member. */
export interface Incident {
  from: Date;
  to: Date;
  userId?: string;
}

/** One application, or message from the contact form, that a member saw or may have seen. */
export interface Exposure {
  id: string;
  /** Null when it has been deleted since, at the applicant's request. */
  fullName: string | null;
  city: string | null;
  zip: string | null;
  username: string;
  action: Exposing;
  firstAt: Date;
  lastAt: Date;
  fields: readonly Field[];
}

const PAGE = 500;
const fieldsShown = { ...messageList, ...oneCase, ...namedInCase, ...wholeExport, ...someList };
type Exposing = keyof typeof fieldsShown;
const actionsOf = <Action extends Exposing>(shown: Record<Action, unknown>) => Object.keys(shown) as Action[];
const ONE: Exposing[] = actionsOf(oneCase);
const NAMED: Exposing[] = actionsOf(namedInCase);
const WHOLE: Exposing[] = actionsOf(wholeExport);
const LIST: Exposing[] = actionsOf(someList);
const MESSAGES: Exposing[] = actionsOf(messageList);
/** Noted only once an hour. */
const READ: Exposing[] = ["readCase", ...NAMED, ...LIST, ...MESSAGES];

/** Every application that exists, what was kept of those deleted at the applicant's request, and every message. */
const everyone = sql`(select id, fullName, city, zip, phoneDigits || '/' || emailFolded as person, createdAt, null as deletedAt,
  0 as isMessage from applications union all select applicationId, null, null, null, phone || '/' || email, appliedAt, deletedAt, 0
  from kept_consents union all select id, name, null, null, ifnull(sender, id), createdAt, null, 1 from contact_messages)`;

/** By which actions one of them counts as exposed: those that the audit log names, and lists of applications and of messages. */
interface Ways {
  one: Exposing[];
  broad: Exposing[];
  messages: Exposing[];
}
const CERTAIN: Ways = { one: ONE, broad: WHOLE, messages: [] };
const AT_MOST: Ways = { one: [...ONE, ...NAMED], broad: [...WHOLE, ...LIST], messages: MESSAGES };

/**
 * How many applications, messages and people were exposed, and by which members; `certain` leaves out those that may only have
 * been in a list or were named in another's case. Two applications with the same phone and e-mail count as one person, and so
 * do two messages of one sender; somebody who did both counts twice.
 */
export async function readIncident(db: Database, incident: Incident) {
  const counts = (ways: Ways) =>
    db
      .select({
        applications: sql<number>`count(iif(isMessage, null, 1))`,
        messages: sql<number>`count(iif(isMessage, 1, null))`.as("messages"),
        people: sql<number>`count(distinct person)`.as("people"),
      })
      .from(everyone)
      .where(isExposed(db, incident, ways));
  const [[certain], [atMost], members] = await db.batch([
    counts(CERTAIN),
    counts(AT_MOST),
    db
      .select({
        username: audit.username,
        opened: sql<number>`count(distinct iif(${inArray(audit.action, ONE)}, ${audit.subjectId}, null))`.as("opened"),
        exports: sql<number>`sum(${inArray(audit.action, WHOLE)})`.as("exports"),
        lists: sql<number>`sum(${inArray(audit.action, [...LIST, ...MESSAGES])})`.as("lists"),
      })
      .from(audit)
      .where(isSeen(incident, [...ONE, ...WHOLE, ...LIST, ...MESSAGES]))
      .groupBy(audit.username)
      .orderBy(audit.username),
  ]);
  return {
    certain: certain ?? { applications: 0, messages: 0, people: 0 },
    atMost: atMost ?? { applications: 0, messages: 0, people: 0 },
    members,
    noticePeople: { texas: TEXAS_NOTICE_PEOPLE, ftc: FTC_NOTICE_PEOPLE },
  };
}

/** Every exposure, by application or message, in pages. */
export async function* exposures(db: Database, incident: Incident): AsyncGenerator<Exposure[]> {
  const lists = (actions: Exposing[]) =>
    seen(db, incident, isSeen(incident, actions)).groupBy(audit.userId, audit.action);
  const [broad, messages] = await db.batch([lists(AT_MOST.broad), lists(AT_MOST.messages)]);
  const within = await seenWithin(db, incident);
  for (let after: string | undefined = ""; after !== undefined; ) {
    const page: Shown[] = await db.all<Shown>(
      sql`select id, fullName, city, zip, createdAt, isMessage from ${everyone}
        where id > ${after} and ${isExposed(db, incident, AT_MOST)} order by id limit ${PAGE}`,
    );
    const isOnPage = sql`${audit.subjectId} in (select value from json_each(${JSON.stringify(page.map(({ id }) => id))}))`;
    const one = await seen(db, incident, and(isSeen(incident, AT_MOST.one), isOnPage)).groupBy(
      audit.subjectId,
      audit.userId,
      audit.action,
    );
    yield page.flatMap(({ id, fullName, city, zip, createdAt, isMessage }) =>
      [
        ...[...one, ...within].filter(({ subjectId }) => subjectId === id),
        ...(isMessage ? messages : broad).filter(({ until }) => createdAt <= until),
      ].map(({ username, action, firstAt, lastAt }) => ({
        ...{ id, fullName, city, zip, username },
        ...{ action: action as Exposing, firstAt: firstAt as Date, lastAt: lastAt as Date },
        fields: fieldsShown[action as Exposing],
      })),
    );
    after = page.at(-1)?.id;
  }
}

type Shown = Pick<typeof applications.$inferSelect, "id" | "fullName" | "city" | "zip"> & {
  createdAt: number;
  isMessage: number;
};

/** Who opened a case in which an application was shown that had been merged into it, for each of these. */
function seenWithin(db: Database, incident: Incident) {
  const { userId, username, action, at } = audit;
  return db
    .select({ subjectId: mergedId, username, action, firstAt: min(at), lastAt: max(at) })
    .from(audit)
    .innerJoin(caseEvents, eq(caseEvents.applicationId, audit.subjectId))
    .where(isSeenWithin(incident))
    .groupBy(mergedId, userId, action);
}

/** In the timeline of the case that goes on, the application that was merged into it. */
const mergedId = sql<string>`${caseEvents.event} ->> '$.otherId'`;

/** An audit entry says that a case was opened, and an event that another application was merged into it by the end. */
function isSeenWithin(incident: Incident) {
  return and(
    isSeen(incident, ["readCase"]),
    lte(caseEvents.at, incident.to),
    sql`${caseEvents.event} ->> '$.kind' = 'merged' and ${caseEvents.event} ->> '$.before' is null`,
  );
}

function seen(db: Database, incident: Incident, condition: SQL | undefined) {
  return db
    .select({
      subjectId: audit.subjectId,
      username: audit.username,
      action: audit.action,
      firstAt: min(audit.at),
      lastAt: max(audit.at),
      until: shownUntil(incident),
    })
    .from(audit)
    .where(condition)
    .$dynamic();
}

/**
 * One of `everyone` was seen by itself or in the case that it was merged into, or was there when an action of `broad` may last
 * have shown applications, or of `messages` messages.
 */
function isExposed(db: Database, incident: Incident, { one: actions, broad, messages }: Ways) {
  const one = db.select({ id: audit.subjectId }).from(audit).where(isSeen(incident, actions));
  const within = db
    .select({ id: mergedId })
    .from(audit)
    .innerJoin(caseEvents, eq(caseEvents.applicationId, audit.subjectId))
    .where(isSeenWithin(incident));
  const last = (lists: Exposing[]) =>
    db
      .select({ at: shownUntil(incident) })
      .from(audit)
      .where(isSeen(incident, lists));
  const wasThere = sql`createdAt <= iif(isMessage, ${last(messages)}, ${last(broad)}) and (deletedAt is null or deletedAt >= ${incident.from.getTime()})`;
  return sql`(id in ${one} or id in ${within} or (${wasThere}))`;
}

/** The last moment at which the actions may have shown applications. For an hour after an entry a list is read without another one. */
function shownUntil({ to }: Incident) {
  const lastReading = sql`min(${audit.at} + ${READ_NOTED_EVERY_MS}, ${to.getTime()})`;
  return sql<number>`max(iif(${inArray(audit.action, READ)}, ${lastReading}, ${audit.at}))`;
}

/** An audit entry says that one of these actions was done in the period. Reading is noted once an hour, so the hour before counts too. */
function isSeen({ from, to, userId }: Incident, actions: Exposing[]) {
  const hourBefore = new Date(from.getTime() - READ_NOTED_EVERY_MS);
  const isRead = inArray(audit.action, READ);
  return and(
    eq(audit.isAllowed, true),
    inArray(audit.action, actions),
    or(gte(audit.at, from), and(isRead, gt(audit.at, hourBefore))),
    lte(audit.at, to),
    userId === undefined ? undefined : eq(audit.userId, userId),
  );
}
