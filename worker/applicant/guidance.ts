import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { Context } from "hono";
import { database } from "../../db/database.ts";
import type { Answers } from "../../db/model/application.ts";
import { promisedBy } from "../../db/model/business-hours.ts";
import { endOf } from "../../db/model/call-slots.ts";
import { carBudgetOf } from "../../db/model/car-budget.ts";
import { whyNoCalls } from "../../db/model/case/appointment.ts";
import { type CaseEvent, withoutUndone } from "../../db/model/case-event.ts";
import { forecast, improvementsFor, strengthsOf } from "../../db/model/forecast.ts";
import type { MailStatus } from "../../db/model/mail.ts";
import { meaningOf } from "../../db/model/meaning.ts";
import { papersFor } from "../../db/model/papers.ts";
import { progressOf } from "../../db/model/progress.ts";
import { spokenReference } from "../../db/model/spoken-reference.ts";
import { appointments, caseEvents, outbox, permissions, referrals, applications as table } from "../../db/schema.ts";
import { answersOf } from "../answers.ts";
import type { Env } from "../env.ts";
import { countUnknownStatements } from "../limits.ts";
import { hasReference } from "../reference.ts";
import { bookedCall, isOpenCall } from "./appointment.ts";
import { isLead, isOfThisYes, permissionsOf } from "./permission.ts";
import { TOO_MANY_MAILS } from "./receive.ts";

/** What the applicant reads on /results beside the application itself; null when no application has this reference. */
export async function readGuidance(c: Context<{ Bindings: Env }>, ref: string) {
  const db = database(c.env.DB);
  const isThis = await hasReference(ref);
  const lookUp = db
    // Within a batch two columns of one name lose one of them: hence the alias.
    .select({
      application: table,
      confirmation: sql<MailStatus | null>`${outbox.status}`.as("confirmation"),
      confirmedAt: outbox.sentAt,
      whyNoConfirmation: outbox.lastError,
      appointmentId: sql<string | null>`${appointments.id}`.as("appointmentId"),
      startsAt: appointments.startsAt,
    })
    .from(table)
    .leftJoin(appointments, and(eq(appointments.applicationId, table.id), isOpenCall))
    .leftJoin(outbox, and(eq(outbox.subjectId, table.id), eq(outbox.kind, "confirmation")))
    .where(isThis);
  const whoReceivedIt = db
    .select({
      name: referrals.recipientName,
      kind: referrals.kind,
      fields: referrals.fields,
      at: referrals.createdAt,
      hasYes:
        sql<number>`exists (select 1 from ${permissions} where ${isOfThisYes} and ${eq(permissions.state, "yes")})`.as(
          "hasYes",
        ),
    })
    .from(referrals)
    .innerJoin(table, eq(table.id, referrals.applicationId))
    .leftJoin(outbox, and(eq(outbox.subjectId, referrals.id), isLead))
    // A lead that is still on its way, or never went out, was received by nobody. Records of mail that was sent go in time.
    .where(and(isThis, or(isNull(outbox.id), eq(outbox.status, "sent"))))
    .orderBy(referrals.createdAt);
  const whatHappened = db
    .select({ id: caseEvents.id, at: caseEvents.at, event: caseEvents.event })
    .from(caseEvents)
    .innerJoin(table, eq(table.id, caseEvents.applicationId))
    .where(
      and(
        isThis,
        sql`${caseEvents.event} ->> '$.kind' in ('status', 'reopened', 'call', 'callUndone', 'corrected', 'callBooked', 'callCancelled', 'paperReceived', 'paperNotReceived')`,
      ),
    )
    .orderBy(caseEvents.id);
  const mergedInto = db.select({ id: table.mergedInto }).from(table).where(isThis);
  const whatGoesOn = db
    .select({ appliedAt: table.createdAt, confirmation: outbox.status })
    .from(table)
    .leftJoin(outbox, and(eq(outbox.subjectId, table.id), eq(outbox.kind, "confirmation")))
    .where(and(inArray(table.id, mergedInto), isNull(table.outcome)));
  const [[found], received, asked, stored, [other]] = await db.batch([
    lookUp,
    whoReceivedIt,
    permissionsOf(db, isThis),
    whatHappened,
    whatGoesOn,
    ...(await countUnknownStatements(c, db, ref)),
  ]);
  if (!found) return null;
  const { application } = found;
  const events = withoutUndone(stored);
  const answers = answersOf(application);
  const { number, zip, scoresForecast, forecastPoints } = application;
  const promisedSince = application.contactResumedAt ?? application.createdAt;
  const facts = {
    status: application.status,
    appliedAt: application.createdAt,
    contactStoppedAt: application.contactStoppedAt,
    promisedSince,
    promisedBy: promisedBy(promisedSince),
    hasBookedTime: found.startsAt !== null && endOf(found.startsAt.getTime()) > new Date(),
    isAsked: asked.some(({ state }) => state === "asked"),
    events,
    recipients: received.filter(({ hasYes }) => hasYes).map(({ name, kind, at }) => ({ name, kind, at })),
    // The records of mails that were sent go in time.
    other: other ? { appliedAt: other.appliedAt, isConfirmed: (other.confirmation ?? "sent") === "sent" } : null,
  };
  return {
    spokenReference: spokenReference(number),
    /** A member put the e-mail address on file, and the applicant has not said that it is theirs. */
    isEmailToConfirm: application.emailSetBy !== null,
    meaning: scoresForecast === null ? null : meaningOf(scoresForecast, forecastPoints),
    strengths: strengthsOf(forecast(answers)),
    improvements: improvementsFor(answers),
    papers: papersFor(answers),
    carBudget: carBudgetOf(answers),
    confirmation: confirmationOf(found, events),
    sharedWith: received.map(({ hasYes, ...each }) => each),
    permissions: asked.map(({ wasSent, hasArrived, ...permission }) => ({
      ...permission,
      /** On the yes that counts; `wasSent`: as far as we cannot rule it out, on whichever yes. */
      hasArrived: Boolean(hasArrived),
      wasSent: Boolean(wasSent),
      answers: Object.fromEntries(permission.fields.map((field) => [field, answers[field]])) as Partial<Answers>,
    })),
    contactStoppedAt: application.contactStoppedAt,
    contactResumedAt: application.contactResumedAt,
    progress: progressOf(facts, new Date()),
    appointment: {
      refused: whyNoCalls(application),
      booked: found.appointmentId === null ? null : bookedCall(found.startsAt, zip),
    },
  };
}

/** Whether the confirmation reached the applicant: `formerAddress` is where it went before the address was corrected. */
export type Confirmation = "sent" | "formerAddress" | "owed" | "dead" | "stopped" | "tooManyMails";

/** Null when there is nothing to tell of it. */
function confirmationOf(
  {
    application,
    confirmation,
    confirmedAt,
    whyNoConfirmation,
  }: {
    application: Pick<typeof table.$inferSelect, "contactStoppedAt" | "contactResumedAt">;
    confirmation: MailStatus | null;
    confirmedAt: Date | null;
    whyNoConfirmation: string | null;
  },
  events: { at: Date; event: CaseEvent }[],
): Confirmation | null {
  switch (confirmation) {
    case "sent": {
      const isCorrected = events.some(
        ({ at, event }) => event.kind === "corrected" && event.field === "email" && confirmedAt && at > confirmedAt,
      );
      return isCorrected ? "formerAddress" : "sent";
    }
    case "owed":
      return application.contactStoppedAt ? "stopped" : "owed";
    case "dropped":
      if (whyNoConfirmation === TOO_MANY_MAILS) return "tooManyMails";
      return application.contactStoppedAt || application.contactResumedAt ? "stopped" : null;
    default:
      return confirmation;
  }
}
