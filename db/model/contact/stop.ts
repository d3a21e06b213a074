import { type Case, type Changes, isByPhone, type Press, type Refused, UNCHANGED } from "../case/case.ts";
import type { CaseEvent, StopOnPage } from "../case/case-event.ts";
import type { ConsentEvidence } from "../consent/consent.ts";
import type { Flag } from "../forecast/forecast.ts";
import { takenBackByStop } from "../introductions/introduction.ts";
import { NO_PROMISE } from "../queue/queue.ts";
import { promisedBy } from "../time/business-hours.ts";
import { isSamePerson } from "./person.ts";

type How = Extract<CaseEvent, { kind: "contactStopped" }>["how"];
type Which = (kase: Case) => boolean;

const STOP_ASKED_ELSEWHERE: Flag = {
  code: "STOP_ASKED_ELSEWHERE",
  level: "attention",
  note: "Another application with this phone or email asked us to stop. If it is the same person, merge the two before any contact",
};

/**
 * Stops contact about this case: ends its promise, plans, bookings, owed mail, and introductions that have not arrived.
 * Pressed twice, it counts once. `elsewhere`: they asked in another application or in a message.
 */
export function stop(kase: Case, { how, elsewhere }: { how: How; elsewhere: boolean }, press: Press): Changes {
  if (kase.application.contactStoppedAt) return UNCHANGED;
  return {
    events: [{ kind: "contactStopped", elsewhere, how }],
    application: { contactStoppedAt: press.at, dueAt: NO_PROMISE },
    ...takenBackByStop(kase, press),
  };
}

/** Stops all cases of `person`. The wish was stated in the cases that `isOwn` finds; for the others it counts as stated elsewhere. */
export function stopPerson(person: Case[], isOwn: Which, how: How, press: Press) {
  return person.map((kase) => ({ kase, changes: stop(kase, { how, elsewhere: !isOwn(kase) }, press) }));
}

/**
 * All cases with the same phone or e-mail as those that `isThis` selects, or as those merged with them. A stop that a
 * member hears is about the person.
 */
export function casesOfPerson(cases: Case[], isOwn: Which) {
  const own = withMerged(cases, isOwn).map(({ application }) => application);
  return cases.filter(({ application }) =>
    own.some((each) => each.id === application.id || isSamePerson(each, application)),
  );
}

/**
 * The cases that Stop on the results page covers: this one, those merged with it, and others with its e-mail if the link
 * in our mail opened the page. Anybody can apply with somebody else's phone and e-mail, so other cases of the person are `unsure`.
 */
export function casesStoppedOnPage(cases: Case[], isOwn: Which, how: StopOnPage) {
  const own = withMerged(cases, isOwn);
  const proven = how === "mailedLink" ? cases.filter(isOwn) : [];
  const addresses = proven.map(({ application }) => application.emailFolded);
  const covered = cases.filter((kase) => own.includes(kase) || addresses.includes(kase.application.emailFolded));
  const unsure = casesOfPerson(cases, isOwn).filter((kase) => !covered.includes(kase));
  return { covered, unsure, addresses };
}

/** Flags the case, so that a specialist checks whether this applicant asked us to stop, too. Flags it once only. */
export function flagStopElsewhere({ application: { contactStoppedAt, flagsJson } }: Case): Changes {
  const flags = flagsJson ?? [];
  if (contactStoppedAt || flags.some(({ code }) => code === STOP_ASKED_ELSEWHERE.code)) return UNCHANGED;
  return { events: [{ kind: "stopHeardElsewhere" }], application: { flagsJson: [...flags, STOP_ASKED_ELSEWHERE] } };
}

/** Allows contact about this application again, by a new consent: our promise starts anew. Only after a stop. Refused if they applied by phone. */
export function resume(kase: Case, consent: ConsentEvidence, press: Press): Changes | Refused<"byPhone"> {
  if (!kase.application.contactStoppedAt) return UNCHANGED;
  if (isByPhone(kase)) return { refused: "byPhone" };
  return {
    events: [{ kind: "contactResumed", consent }],
    application: {
      contactStoppedAt: null,
      contactResumedAt: press.at,
      dueAt: promisedBy(press.at),
      firstContactAt: null,
      firstContactBy: null,
      overdueToldAt: null,
    },
  };
}

/** The cases that `isThis` selects, and those merged with them. */
export function withMerged(cases: Case[], isOwn: Which) {
  const mains = cases.filter(isOwn).map(({ application }) => application.mergedInto ?? application.id);
  return cases.filter(({ application }) => mains.includes(application.mergedInto ?? application.id));
}

/** When the consent that counts was given. An older stop does not affect this application. */
export function agreedAt({ application: { createdAt, contactResumedAt } }: Case) {
  return contactResumedAt ?? createdAt;
}

/** When the applicant asked us to stop in this case. */
export function stopsIn({ events }: Case) {
  return events.flatMap(({ at, event }) => (event.kind === "contactStopped" ? [{ at, how: event.how }] : []));
}

/** The senders to look for among contact messages from this person. */
export function sendersOf(cases: Case[]) {
  return cases.flatMap(({ application }) => [application.phoneDigits, application.emailFolded]).filter(Boolean);
}
