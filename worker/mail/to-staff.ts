import { and, between, count, eq, min, sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import { outcomeLabels } from "../../db/model/case/status.ts";
import type { MailKind } from "../../db/model/mail/mail.ts";
import { phoneInWords } from "../../db/model/phone.ts";
import { type AlarmName, alarmWords } from "../../db/model/site/alarms.ts";
import { countInWords, daysAgo, OVERDUE_UP_TO } from "../../db/model/site/statistics.ts";
import { isEmail } from "../../db/model/text.ts";
import { promisedBy } from "../../db/model/time/business-hours.ts";
import { replyDay } from "../../db/model/time/our-answer.ts";
import { centralWithWeekday, longDay } from "../../db/model/time/time-for-staff.ts";
import { alarms, applications, caseEvents, contactMessages, isUnclaimed, users } from "../../db/schema.ts";
import { isOwner } from "../case/store.ts";
import type { Env } from "../env.ts";
import { readDay } from "../figures/day.ts";
import { readSiteHealth } from "../figures/site-health.ts";
import { compose, type Writer } from "./compose.ts";

export const toStaff = {
  contactNotice: async (db, messageId, env) => {
    const [message] = await db.select().from(contactMessages).where(eq(contactMessages.id, messageId));
    if (!message) return null;
    const [subject, what] = message.continues
      ? ["An answer to a reply of ours", "Somebody answered our reply to their message."]
      : ["A message from the contact form", "Somebody wrote to us through the contact form."];
    return compose(env.OFFICE_EMAIL, subject, [
      `${what} We promise an answer ${replyDay()}.`,
      { heading: "Name" },
      { quote: message.name },
      { heading: "Message" },
      { quote: message.message },
      { heading: "Email or phone" },
      message.replyTo === null
        ? "None was given."
        : { quote: isEmail(message.replyTo) ? message.replyTo : phoneInWords(message.replyTo) },
    ]);
  },
  /** To the owner, if the name they sign in with is an address; else to the office. */
  mailReceived: async (db, eventId, env) => {
    const [found] = await db
      .select({
        id: caseEvents.applicationId,
        at: caseEvents.at,
        owner: sql<string | null>`${users.username}`.as("owner"),
      })
      .from(caseEvents)
      .innerJoin(applications, eq(applications.id, caseEvents.applicationId))
      .leftJoin(users, isOwner(applications.ownerId))
      .where(eq(caseEvents.id, Number(eventId)));
    const to = [found?.owner ?? "", env.ALERT_EMAIL].find(isEmail);
    if (!found || !to) return null;
    return compose(to, "An email has come in an application", [
      `${found.owner ?? "Nobody yet"} works on it. We promise an answer by ${centralWithWeekday(promisedBy(found.at))}.`,
      { link: "Read and answer it", href: `${env.SITE_URL}/desk/case/${found.id}` },
    ]);
  },
  /** About new applications, see `unclaimed`. */
  newApplications: async (db, numbers, env) => {
    const found = await unclaimed(db, numbers);
    return (
      found &&
      compose(env.ALERT_EMAIL, "New applications", [
        found.count === 1
          ? `One more application is waiting, due by ${found.due}.`
          : `${found.count} more applications are waiting. The first is due by ${found.due}.`,
        { link: "Open the queue", href: `${env.SITE_URL}/desk/queue` },
      ])
    );
  },
  /** About overdue applications. Its subject `count-time` says how many there are, and when we noticed. */
  overdue: async (_, told, env) => {
    const count = Number(told.split("-")[0]);
    return compose(env.ALERT_EMAIL, "Overdue first calls", [
      count === 1
        ? `Nobody has reached one more applicant ${replyDay()}, as we promise.`
        : `Nobody has reached ${count} more applicants ${replyDay()}, as we promise.`,
      "The queue shows them first.",
      { link: "Open the queue", href: `${env.SITE_URL}/desk/queue` },
    ]);
  },
  alarm: async (db, alarmId, env) => {
    const [alarm] = await db.select().from(alarms).where(eq(alarms.id, alarmId));
    return alarm ? alarmMail(env, alarm) : null;
  },
  /** The digest of yesterday. */
  digest: async (db, day, env) => {
    const reported = daysAgo(new Date(`${day}T18:00:00Z`), 1);
    const then = await readDay(db, reported);
    const { now, oldestOwedAt, alarms } = await readSiteHealth(db, new Date());
    const trouble = alarms.filter(({ endedAt }) => endedAt === null).map(({ name }) => alarmWords[name].title);
    return compose(env.ALERT_EMAIL, "Daily digest", [
      { heading: `${longDay(reported.day)}, midnight to midnight in Texas` },
      {
        answers: [
          ["Applications received", String(then.applications)],
          ["First contacts in time", String(then.contactedInTime)],
          ["First contacts late", String(then.contactedLate)],
          ...then.outcomes.map(({ outcome, count }): [string, string] => [outcomeLabels[outcome], String(count)]),
          ["Messages received", String(then.messages)],
          ["Emails sent", String(then.mailsSent)],
          ["Emails we gave up on", String(then.mailsDead)],
        ],
      },
      { heading: "Now" },
      {
        answers: [
          ["Applications waiting for a first call", countInWords(now.waiting)],
          ["Of these, overdue", countInWords(now.overdue, OVERDUE_UP_TO)],
          ["Messages open", countInWords(now.messages)],
          [
            "Emails on their way",
            countInWords(now.mailsOwed) +
              (oldestOwedAt ? `, the oldest since ${centralWithWeekday(oldestOwedAt)}` : ""),
          ],
          ["Emails we gave up on that nobody has tried again", countInWords(now.mailsDead)],
          ["Trouble", trouble.join("; ") || "none"],
        ],
      },
      "This email comes every morning. If it doesn’t come, you may not be told of trouble either, so please check the site.",
      { link: "See how the site is doing", href: `${env.SITE_URL}/desk/status` },
    ]);
  },
  /** Owed by `npm run deploy` (worker/run/deploy/test-mail.ts). Its subject is the time. */
  published: async (_, time, env) =>
    compose(env.ALERT_EMAIL, "A version of the site was published", [
      `It was published on ${centralWithWeekday(new Date(time))}. This email shows that the site’s clock runs and that its mail arrives.`,
      { link: "See how the site is doing", href: `${env.SITE_URL}/desk/status` },
    ]),
} satisfies Partial<Record<MailKind, Writer>>;

/** How many applications of these numbers are unclaimed, and when the first is due; null if none is. `after-upTo`: the last number of the mail before, and of this one. */
async function unclaimed(db: Database, numbers: string) {
  const [after = 0, upTo = 0] = numbers.split("-").map(Number);
  const [found] = await db
    .select({ count: count(), dueAt: min(applications.dueAt) })
    .from(applications)
    .where(and(between(applications.number, after + 1, upTo), isUnclaimed));
  return found?.dueAt ? { count: found.count, due: centralWithWeekday(found.dueAt) } : null;
}

export function alarmMail(env: Env, { name, since, endedAt }: { name: AlarmName; since: Date; endedAt: Date | null }) {
  const { title, meaning } = alarmWords[name];
  const ended = endedAt ? ` It was over by ${centralWithWeekday(endedAt)}.` : "";
  return compose(env.ALERT_EMAIL, `Alarm: ${title}`, [
    meaning,
    `Since ${centralWithWeekday(since)}.${ended}`,
    { link: "See how the site is doing", href: `${env.SITE_URL}/desk/status` },
    "We send one email each time this begins.",
  ]);
}
