import { and, desc, eq, or, sql } from "drizzle-orm";
import { type Database, database } from "../../db/database.ts";
import { mayCall, mayEmail } from "../../db/model/calls/contact-hours.ts";
import { openCall, refusedSending, refusedWork } from "../../db/model/case/case.ts";
import { type CaseEvent, shownAtDesk } from "../../db/model/case/case-event.ts";
import { refusedMerge } from "../../db/model/case/merge.ts";
import { statusesIn } from "../../db/model/case/move.ts";
import { nextActionOf } from "../../db/model/case/next-action.ts";
import { isClosed, nextStatusesOf, reopenedStatuses } from "../../db/model/case/status.ts";
import { hasBounced, hasComplained } from "../../db/model/contact/correct.ts";
import { hiddenEmail, hiddenPhone } from "../../db/model/contact/hidden.ts";
import { spokenReference } from "../../db/model/form/spoken-reference.ts";
import { neverLeft } from "../../db/model/introductions/introduction.ts";
import { areSentToday } from "../../db/model/introductions/permission.ts";
import { isNo } from "../../db/model/introductions/recipient.ts";
import { type Directory, route, versionInWords } from "../../db/model/introductions/routing.ts";
import { askedPapers } from "../../db/model/papers/asked-papers.ts";
import type { Colleague, Member } from "../../db/model/staff/member.ts";
import { applications, dealers, lenders, permissions, suggestions } from "../../db/schema.ts";
import { wantedCall } from "../calls/appointment.ts";
import { type Duplicate, duplicatesOf, mainOf } from "../case/duplicates.ts";
import { readCases, type StoredCase } from "../case/store.ts";
import { checkedEvidence, tickedTitles } from "../consent/consent-evidence.ts";
import type { DeskContext } from "../env.ts";
import { suggestedAtDesk } from "../introductions/recipients.ts";
import { directoryIn, directoryStatements } from "../introductions/routing.ts";
import { filesAtDesk, shownFile } from "../papers/show.ts";
import { colleagues } from "../staff/members.ts";

/** What this member may see of an application; null if the id is unknown. */
export async function readCase(c: DeskContext, id: string) {
  const db = database(c.env.DB);
  const member = c.var.member;
  const [duplicates, main] = [duplicatesOf(db, id), mainOf(db, id)];
  const { cases, also } = await readCases(db, or(eq(applications.id, id), eq(applications.mergedInto, id)), {
    duplicates,
    main,
    staff: colleagues(db),
    names: namesToday(db, id),
    kept: suggestionsOf(db, id),
    files: filesAtDesk(db, id),
    ...directoryStatements(db),
  });
  const kase = cases.find(({ application }) => application.id === id);
  if (!kase) return null;
  const {
    duplicates: others,
    main: [goesOn],
    staff,
    names,
    kept,
    files,
    ...directory
  } = also;
  const working = staff.filter(({ deactivatedAt }) => deactivatedAt === null);
  return {
    id,
    ...standingOf(kase, member),
    ...factsOf(kase),
    ...suggestedFor(kase, directoryIn(directory)),
    /** Since when this was suggested, and what before, the newest first. */
    suggestions: kept.map(({ at, version }) => ({ at, version: versionInWords(version) })),
    ...workOf(kase, staff),
    /** What the applicant sent, also of applications that were merged into this one. */
    files: files.map(shownFile),
    consent: await consentIn(kase, staff),
    duplicates: others.map((other) => duplicateOf(kase, other, member)),
    /** The application that this one is merged into. */
    mergedInto: goesOn
      ? { id: goesOn.id, fullName: goesOn.fullName, spokenReference: spokenReference(goesOn.number) }
      : null,
    merged: await Promise.all(cases.filter((other) => other !== kase).map((other) => mergedIn(other, staff))),
    permissions: permissionsToday(kase, names),
    staff: working.filter(({ role }) => role !== "author").map(({ id, username }) => ({ id, username })),
  };
}

/** A possible duplicate, and why this member may not merge it into this one, if so. */
function duplicateOf(kase: StoredCase, other: Duplicate, member: Member) {
  const { ownerId, ownerName, hasMerged, contactStoppedAt, ...shown } = other;
  const application = { status: shown.status, contactStoppedAt, ownerId };
  const standing = { application, ownerName, hasMerged: Boolean(hasMerged) };
  return { ...shown, mergeRefusal: refusedMerge(kase, standing, member) };
}

/** An application that was merged into this case, with its history. */
async function mergedIn(other: StoredCase, staff: Colleague[]) {
  const { id, number, createdAt } = other.application;
  return {
    ...{ id, spokenReference: spokenReference(number), createdAt },
    ...happenedIn(other, staff),
    consent: await consentIn(other, staff),
  };
}

/** The applicant's answers that count today. A no counts for any fields and under any name of the recipient. */
function permissionsToday(kase: StoredCase, names: { id: string; name: string | null }[]) {
  const isSame = (each: StoredCase["permissions"][number]) =>
    areSentToday(each.fields, each.kind) && names.some(({ id, name }) => id === each.id && name === each.recipientName);
  return kase.permissions
    .filter((each) => isNo(each) || isSame(each))
    .map(({ id, recipientId, recipientName, askedAt, state, decidedAt, how }) => ({
      ...{ id, recipientId, recipientName, askedAt, state, decidedAt, how },
    }));
}

/** Where the case stands, and what this member may do with it. */
function standingOf(kase: StoredCase, member: Member) {
  const { application, events, ownerName } = kase;
  const { status, ownerId, number } = application;
  return {
    spokenReference: spokenReference(number),
    language: application.language,
    createdAt: application.createdAt,
    promisedSince: application.contactResumedAt ?? application.createdAt,
    dueAt: application.dueAt,
    firstContactAt: application.firstContactAt,
    status,
    outcome: application.outcome,
    nextStatuses: nextStatusesOf(status),
    /** The statuses it may be reopened with; empty while it is open. */
    reopenedStatuses: isClosed(status) ? reopenedStatuses(statusesIn(events)) : [],
    owner: ownerId === null ? null : { id: ownerId, username: ownerName },
    /** Why this member may not work on the case; null if they may. */
    workRefusal: refusedWork(kase, member),
    sendRefusal: refusedSending(kase),
    contactStoppedAt: application.contactStoppedAt,
    next: nextIn(application),
  };
}

/** What the applicant told us and we may still use, and what follows from it. */
function factsOf(kase: StoredCase) {
  const { application, answers, events } = kase;
  const stop = events.map(({ event }) => event).findLast((event) => event.kind === "contactStopped");
  const person = { ...application, isStoppedElsewhere: stop?.elsewhere };
  const contact = {
    call: mayCall(person, new Date()),
    email: mayEmail({ ...person, hasComplained: hasComplained(kase) }),
  };
  return {
    answers: {
      ...answers,
      phone: contact.call.allowed ? answers.phone : hiddenPhone(answers.phone),
      email: contact.email.allowed ? answers.email : hiddenEmail(answers.email),
    },
    contact,
    attribution: application.attribution,
    /** False while the address is a member's entry: mails to it have no link that opens the application. */
    isEmailConfirmed: application.emailSetBy === null,
    /** A mail to the applicant could not be delivered, or was marked as spam, so the address may be wrong. */
    hasBounced: hasBounced(kase),
    forecast: forecastIn(kase),
    flags: application.flagsJson ?? [],
  };
}

/** Every lender, and how many dealers fit. The dealers themselves are among the recipients. */
function suggestedFor({ application, answers }: StoredCase, directory: Directory) {
  const suggested = route(directory, answers, application.scoresForecast ?? 0);
  return {
    lenders: suggested.filter(({ entry }) => entry.kind === "lender").map(suggestedAtDesk),
    dealersThatFit: suggested.filter(({ entry, isSuitable }) => entry.kind === "dealer" && isSuitable).length,
  };
}

/** The work on the case. */
function workOf(kase: StoredCase, staff: Colleague[]) {
  const { application, events, letters, mails } = kase;
  const call = openCall(kase);
  return {
    firstContact: application.firstContactAt && {
      at: application.firstContactAt,
      by: nameIn(staff, application.firstContactBy),
    },
    /** The call that the applicant asked for. */
    appointment: call ? wantedCall(call, application.zip) : null,
    /** The papers we asked for, and which have arrived. */
    papers: askedPapers(events),
    letters: letters.map(({ userId, ...letter }) => ({ ...letter, by: nameIn(staff, userId) })),
    mails: mails.map(({ kind, subjectId, status, createdAt, revivedAt, sentAt, lastError }) => ({
      kind,
      subjectId,
      status,
      createdAt,
      revivedAt,
      sentAt,
      lastError,
    })),
    ...happenedIn(kase, staff),
  };
}

/** The events of the timeline, and who got the application. */
function happenedIn(kase: StoredCase, staff: Colleague[]) {
  return {
    events: kase.events.flatMap(({ id, at, userId, event }) => {
      // The referrals tell who got the application.
      if (event.kind === "sent") return [];
      return {
        id,
        at,
        by: userId === null ? "The applicant" : nameIn(staff, userId),
        event: shownAtDesk(withoutAddress(kase, event)),
        ownerName: event.kind === "owner" ? nameIn(staff, event.ownerId) : null,
        isClaim: event.kind === "owner" && event.ownerId === userId,
      };
    }),
    referrals: kase.referrals.map((referral) => ({
      id: referral.id,
      kind: referral.kind,
      recipientId: referral.recipientId,
      recipientName: referral.recipientName,
      fields: referral.fields,
      createdAt: referral.createdAt,
      permittedAt: referral.permittedAt,
      by: nameIn(staff, referral.userId),
      /** Its lead was dropped and never left. */
      isUnsent: Boolean(neverLeft(kase, referral)),
      answer: referral.answer,
      answeredAt: referral.answeredAt,
      answerBy: referral.answerBy === null ? referral.recipientName : nameIn(staff, referral.answerBy),
      hasLink: referral.linkEndedAt === null,
    })),
  };
}

/** After a stop nobody writes to whoever wrote. */
function withoutAddress<Event extends CaseEvent>({ application }: StoredCase, event: Event): Event {
  const isHidden = event.kind === "mailReceived" && application.contactStoppedAt !== null;
  return isHidden ? { ...event, from: hiddenEmail(event.from) } : event;
}

function nameIn(staff: Colleague[], userId: string | null) {
  return staff.find(({ id }) => id === userId)?.username ?? null;
}

function suggestionsOf(db: Database, id: string) {
  return db
    .select({ at: suggestions.at, version: sql<number>`${suggestions.version}`.as("suggestionVersion") })
    .from(suggestions)
    .where(eq(suggestions.applicationId, id))
    .orderBy(desc(suggestions.id));
}

/** The present name of each recipient of a permission; null if they are not in the directory today. */
function namesToday(db: Database, id: string) {
  return db
    .select({
      id: permissions.id,
      name: sql<string | null>`coalesce(${lenders.name}, ${dealers.name})`.as("nameToday"),
    })
    .from(permissions)
    .leftJoin(lenders, and(eq(lenders.id, permissions.recipientId), eq(lenders.isActive, true)))
    .leftJoin(dealers, and(eq(dealers.id, permissions.recipientId), eq(dealers.isActive, true)))
    .where(eq(permissions.applicationId, id));
}

function nextIn(application: StoredCase["application"]) {
  const next = nextActionOf(application, new Date());
  return next && { ...next, at: new Date(next.at) };
}

function forecastIn({ application }: StoredCase) {
  const { scoresForecast: score, forecastVersion: version, forecastPoints: points } = application;
  return { score, version, points };
}

async function consentIn({ application }: StoredCase, staff: Colleague[]) {
  return {
    /** Who read the texts out on the phone; null if nobody did, or nobody knows them. */
    readBy: nameIn(staff, application.consentRecord.readBy ?? null),
    ...(await checkedEvidence(application.consentRecord)),
    ticked: tickedTitles(application, application.consentRecord),
  };
}
