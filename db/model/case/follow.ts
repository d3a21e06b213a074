import { neverLeft } from "../introductions/introduction.ts";
import { isOurTurn } from "../introductions/referral.ts";
import { MAILS } from "../mail/mail.ts";
import { owedAnswer, plannedInstead } from "../mail/received.ts";
import { askedPapers } from "../papers/asked-papers.ts";
import { type Appointment, after, both, type Case, type Changes, openCall, type Press } from "./case.ts";
import { happenedAt, isContact } from "./case-event.ts";
import {
  ALL_ARRIVED,
  ASK_FOR_PAPERS,
  ASK_THEM,
  columnsOf,
  followUp,
  presetOf,
  RIGHT_NUMBER,
  SOME_ARRIVED,
} from "./next-action.ts";
import { queueTimeOf } from "./promise.ts";

/**
 * Adds what follows from any deed, so that no deed can forget it: notes first contact, ends a preset step that is done,
 * and clears plans, bookings and owed mail after a stop, or plans and bookings when a case ends. Then the case takes its
 * place in the queue.
 */
export function withConsequences(kase: Case, changes: Changes, press: Press): Changes {
  const all = consequences(kase, changes, press);
  const then = after(kase, all, press);
  const queueAt = queueTimeOf({ ...then.application, appointment: openCall(then) });
  return queueAt.getTime() === kase.application.queueAt.getTime()
    ? all
    : both(all, { events: [], application: { queueAt } });
}

function consequences(kase: Case, changes: Changes, press: Press): Changes {
  const whole = both(changes, firstContact(kase, changes, press));
  const then = after(kase, whole, press);
  const { contactStoppedAt, outcome, nextAt } = then.application;
  const closes = outcome !== null && kase.application.outcome === null;
  const reopens = outcome === null && kase.application.outcome !== null;
  const isOver = contactStoppedAt !== null || outcome !== null;
  const booked = isOver ? then.appointments.filter(({ endedAt }) => endedAt === null) : [];
  return both(whole, {
    events: [],
    application: {
      ...(isOver ? nextAt !== null && columnsOf(null) : isStepDone(then, changes) && stepAfter(then, changes, press)),
      ...(closes && { closedFrom: kase.application.status }),
      ...(reopens && { closedFrom: null }),
    },
    appointments: booked.map((call) => ({ ...call, endedAt: press.at })),
    mails: closes ? booked.filter(isAhead).map(({ id }) => ({ kind: "appointmentCancelled", subjectId: id })) : [],
    dropped: contactStoppedAt !== null && kase.application.contactStoppedAt === null ? endedByStop(kase) : [],
  });

  function isAhead({ startsAt }: Appointment) {
    return startsAt !== null && startsAt > press.at;
  }
}

/** First contact, as db/model/queue/first-contact.ts defines it. */
function firstContact({ application }: Case, { events }: Changes, press: Press): Changes {
  const isFirst = application.firstContactAt === null && application.contactStoppedAt === null && press.by !== null;
  const contact = events.find(isContact);
  if (!isFirst || !contact) return { events: [] };
  const firstContactAt = happenedAt({ at: press.at, event: contact });
  return { events: [], application: { firstContactAt, firstContactBy: press.by?.id ?? null } };
}

/** Whether this was the deed that the preset next step asks for. A step in a member's own words stays. */
function isStepDone(then: Case, { events }: Changes) {
  const { nextKind, nextNote } = then.application;
  const isAnswered = nextKind === "answer" && owedAnswer(then.events)?.note !== nextNote;
  return events.some((event) => {
    switch (event.kind) {
      case "letterSent":
        return nextNote === RIGHT_NUMBER || isAnswered;
      case "corrected":
        return nextNote === RIGHT_NUMBER && event.field === "phone";
      case "recipientAnswered":
        if (isAnswered) return true;
        return nextNote === ASK_THEM && then.referrals.every((each) => isOurTurn(each.answer) || neverLeft(then, each));
      case "paperReceived":
        return (
          (nextNote === ASK_FOR_PAPERS || nextNote === SOME_ARRIVED || nextNote === ALL_ARRIVED) &&
          askedPapers(then.events).every(
            ({ isAccepted, receivedAt }) => isAccepted || (nextNote === SOME_ARRIVED && receivedAt === null),
          )
        );
      default:
        return false;
    }
  });
}

/**
 * After an answer comes the next one that we owe, or what was planned before. A letter waits for an answer, a checked document for those
 * that are missing; what comes after any other step follows from the case.
 */
function stepAfter(then: Case, { events }: Changes, { at }: Press) {
  const next = then.application.nextKind === "answer" && (owedAnswer(then.events) ?? plannedInstead(then.events, at));
  if (next) return columnsOf(next);
  if (events.some(({ kind }) => kind === "letterSent")) return columnsOf(followUp(at));
  const isMissing =
    events.some(({ kind }) => kind === "paperReceived") &&
    askedPapers(then.events).some(({ receivedAt }) => receivedAt === null);
  return columnsOf(isMissing ? presetOf("docs_requested", at) : null);
}

/** Owed mails to the applicant that a stop ends (db/model/mail/mail.ts). */
function endedByStop({ mails }: Case) {
  return mails.filter(({ status, kind }) => status === "owed" && MAILS[kind].endsWithStop).map(({ id }) => id);
}
