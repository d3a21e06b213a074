import { and, eq, isNull } from "drizzle-orm";
import type { Context } from "hono";
import { database, isOneOf } from "../../db/database.ts";
import { whyNoCalls } from "../../db/model/calls/appointment.ts";
import { endOf } from "../../db/model/calls/call-slots.ts";
import { answerWay } from "../../db/model/calls/contact-hours.ts";
import { isByPhone, openCall } from "../../db/model/case/case.ts";
import { withoutUndone } from "../../db/model/case/case-event.ts";
import { wasCorrectedByMember } from "../../db/model/contact/correct.ts";
import { forecast, improvementsFor, strengthsOf } from "../../db/model/forecast/forecast.ts";
import { meaningOf } from "../../db/model/forecast/meaning.ts";
import type { Answers } from "../../db/model/form/application.ts";
import { spokenReference } from "../../db/model/form/spoken-reference.ts";
import { answerTo, hasArrived, receivedIn, wasSent } from "../../db/model/introductions/introduction.ts";
import { acceptedPapers } from "../../db/model/introductions/named-papers.ts";
import type { MailStatus } from "../../db/model/mail/mail.ts";
import { carBudgetOf } from "../../db/model/money/car-budget.ts";
import { askedPapers } from "../../db/model/papers/asked-papers.ts";
import { filesOf, papersFor } from "../../db/model/papers/papers.ts";
import { progressOf } from "../../db/model/queue/progress.ts";
import { promisedBy } from "../../db/model/time/business-hours.ts";
import { outbox, applications as table } from "../../db/schema.ts";
import { bookedCall } from "../calls/appointment.ts";
import { readCases, type StoredCase } from "../case/store.ts";
import { isJustSent } from "../contact/just-sent.ts";
import type { Env } from "../env.ts";
import { TOO_MANY_MAILS } from "../form/receive.ts";
import { countUnknownStatements } from "../http/limits.ts";
import { papersQuestion } from "../introductions/answer.ts";
import { lenderStatements, lendersFor } from "../introductions/routing.ts";
import { hasReference } from "../reference.ts";

/** Everything on the results page besides the application itself; null if the reference is unknown. */
export async function readGuidance(c: Context<{ Bindings: Env }>, ref: string) {
  const db = database(c.env.DB);
  const isThisCase = await hasReference(ref);
  const mergedInto = db.select({ id: table.mergedInto }).from(table).where(isThisCase);
  const whatGoesOn = db
    .select({ appliedAt: table.createdAt, confirmation: outbox.status })
    .from(table)
    .leftJoin(outbox, and(eq(outbox.subjectId, table.id), eq(outbox.kind, "confirmation")))
    .where(and(isOneOf(table.id, mergedInto), isNull(table.outcome)));
  const {
    cases: [kase],
    also: {
      whatGoesOn: [other],
      ...lenders
    },
  } = await readCases(
    db,
    isThisCase,
    { whatGoesOn, ...lenderStatements(db) },
    await countUnknownStatements(c, db, ref),
  );
  if (!kase) return null;
  const { application, answers } = kase;
  const { number, zip, scoresForecast, forecastPoints, contactStoppedAt, contactResumedAt } = application;
  const call = openCall(kase);
  const isOver = contactStoppedAt !== null || application.outcome !== null;
  return {
    spokenReference: spokenReference(number),
    /** Whether a member entered the e-mail address, and the applicant has not confirmed it yet. */
    isEmailToConfirm: application.emailSetBy !== null,
    /** Whether this browser may correct phone and e-mail without a code. */
    correctsWithoutCode: contactStoppedAt === null && !wasCorrectedByMember(kase) && (await isJustSent(c, ref)),
    /** Whether they applied by phone: then the page takes no yes. */
    isByPhone: isByPhone(kase),
    meaning: scoresForecast === null ? null : meaningOf(scoresForecast, forecastPoints),
    strengths: strengthsOf(forecast(answers)),
    improvements: improvementsFor(answers),
    /** Which kinds of lenders fit; null after a stop and once it is closed. */
    lenders: isOver ? null : lendersFor(answers, scoresForecast, lenders),
    papers: papersFor(answers),
    /** The papers that we asked for by name, and how many files each has at least. */
    askedPapers: askedPapers(kase.events).map((asked) => ({ ...asked, files: filesOf(asked.paper, answers) })),
    carBudget: carBudgetOf(answers),
    confirmation: confirmationOf(kase),
    sharedWith: receivedIn(kase).map(({ name, kind, fields, at }) => ({ name, kind, fields, at })),
    permissions: permissionsIn(kase, isOver),
    contactStoppedAt,
    contactResumedAt,
    progress: progressIn(kase, other),
    answerWay: answerWay(application),
    appointment: { refused: whyNoCalls(application), booked: call && bookedCall(call.startsAt, zip) },
  };
}

/** Our questions to the applicant: open ones first, then newest first. */
function permissionsIn(kase: StoredCase, isOver: boolean) {
  const accepted = acceptedPapers(kase.events);
  const isAnswered = ({ state }: StoredCase["permissions"][number]) => Number(state !== "asked");
  return kase.permissions
    .toSorted((one, other) => isAnswered(one) - isAnswered(other) || other.askedAt.getTime() - one.askedAt.getTime())
    .map((permission) => {
      const { id, kind, recipientName, fields, papers, words, textId, askedAt, state, decidedAt, how } = permission;
      const isNews = accepted.length > 0 && accepted.join() !== papers.join();
      const mayName = !isOver && !isByPhone(kase) && (state === "asked" || state === "yes") && isNews;
      return {
        ...{ id, kind, recipientName, fields, papers, words, textId, askedAt, state, decidedAt, how },
        /** The documents that a yes may also name, and the question; null if there are none but those that it names. */
        offered: mayName ? { papers: accepted, ...papersQuestion(kase, recipientName, accepted) } : null,
        hasArrived: hasArrived(kase, permission),
        wasSent: wasSent(kase, permission),
        recipientAnswer: answerTo(kase, permission),
        answers: Object.fromEntries(fields.map((field) => [field, kase.answers[field]])) as Partial<Answers>,
      };
    });
}

/** `other`: the application that replaces this duplicate. */
function progressIn(kase: StoredCase, other: { appliedAt: Date; confirmation: MailStatus | null } | undefined) {
  const { status, createdAt: appliedAt, contactStoppedAt, contactResumedAt } = kase.application;
  const promisedSince = contactResumedAt ?? appliedAt;
  const startsAt = openCall(kase)?.startsAt;
  const facts = {
    ...{ status, appliedAt, contactStoppedAt, promisedSince },
    promisedBy: promisedBy(promisedSince),
    hasBookedTime: startsAt ? endOf(startsAt.getTime()) > new Date() : false,
    isAsked: kase.permissions.some(({ state }) => state === "asked"),
    events: withoutUndone(kase.events),
    recipients: receivedIn(kase).filter(({ hasYes }) => hasYes),
    // We delete records of sent mails after a while.
    other: other ? { appliedAt: other.appliedAt, isConfirmed: (other.confirmation ?? "sent") === "sent" } : null,
  };
  return progressOf(facts, new Date());
}

/** What happened to the confirmation. `formerAddress`: it went out before the address was corrected. */
export type Confirmation = "sent" | "formerAddress" | "owed" | "dead" | "stopped" | "tooManyMails";

/** What the results page shows about the confirmation; null for nothing. */
function confirmationOf({ application, events, mails }: StoredCase): Confirmation | null {
  const confirmation = mails.find(({ kind }) => kind === "confirmation");
  switch (confirmation?.status) {
    case "sent": {
      const { sentAt } = confirmation;
      const isCorrected = events.some(
        ({ at, event }) => event.kind === "corrected" && event.field === "email" && sentAt && at > sentAt,
      );
      return isCorrected ? "formerAddress" : "sent";
    }
    case "owed":
      return application.contactStoppedAt ? "stopped" : "owed";
    case "dropped":
      if (confirmation.lastError === TOO_MANY_MAILS) return "tooManyMails";
      return application.contactStoppedAt || application.contactResumedAt ? "stopped" : null;
    default:
      return confirmation?.status ?? null;
  }
}
