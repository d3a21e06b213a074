import { type Application, type Case, type Changes, type Press, UNCHANGED } from "../case/case.ts";
import type { CaseEvent } from "../case/case-event.ts";
import type { ConsentEvidence } from "../consent/consent.ts";
import type { Flag } from "../forecast/forecast.ts";
import { takenBackByStop } from "../introductions/introduction.ts";
import { NO_PROMISE } from "../queue/queue.ts";
import { promisedBy } from "../time/business-hours.ts";

/** Somebody asked us to stop contacting them, and may want to hear from us again. */

type How = Extract<CaseEvent, { kind: "contactStopped" }>["how"];
type Which = (kase: Case) => boolean;

const STOP_ASKED_ELSEWHERE: Flag = {
  code: "STOP_ASKED_ELSEWHERE",
  level: "attention",
  note: "Another application with this phone or email asked us to stop. If it is the same person, merge the two before any contact",
};

/**
 * Stops contact about this case: its promise, what is planned, booked or owed, and introductions that have not reached their recipient.
 * Again is as good as once. `elsewhere`: the wish was stated in another application, or in a message.
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
 * Cases of whoever has the phone number or the e-mail of these, or of those that are merged with them, among all that were read.
 * What a member hears is about the person.
 */
export function casesOfPerson(cases: Case[], isOwn: Which) {
  const own = withMerged(cases, isOwn).map(({ application }) => application);
  return cases.filter(({ application }) =>
    own.some((each) => each.id === application.id || isSamePerson(each, application)),
  );
}

/**
 * Whom a press on Stop on the results page covers: this case, those merged with it, and others with an address whose mail was
 * read. Whoever applies can name somebody else's phone and e-mail, so those that only look like the same person's are `unsure`.
 */
export function casesStoppedOnPage(cases: Case[], isOwn: Which) {
  const own = withMerged(cases, isOwn);
  const addresses = own.filter(wasRead).map(({ application }) => application.emailFolded);
  const covered = cases.filter((kase) => own.includes(kase) || addresses.includes(kase.application.emailFolded));
  const unsure = casesOfPerson(cases, isOwn).filter((kase) => !covered.includes(kase));
  return { covered, unsure, addresses };
}

/** Flags the case once, so that a specialist checks whether the stop comes from this applicant, too. */
export function flagStopElsewhere({ application: { contactStoppedAt, flagsJson } }: Case): Changes {
  const flags = flagsJson ?? [];
  if (contactStoppedAt || flags.some(({ code }) => code === STOP_ASKED_ELSEWHERE.code)) return UNCHANGED;
  return { events: [{ kind: "stopHeardElsewhere" }], application: { flagsJson: [...flags, STOP_ASKED_ELSEWHERE] } };
}

/**
 * The applicant wants to be contacted again, about this application alone, and agreed to the text that says so. Our promise
 * begins anew. Does nothing when contact is not stopped.
 */
export function resume(kase: Case, consent: ConsentEvidence, press: Press): Changes {
  if (!kase.application.contactStoppedAt) return UNCHANGED;
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

/** These cases and those that are merged with them. */
export function withMerged(cases: Case[], isOwn: Which) {
  const mains = cases.filter(isOwn).map(({ application }) => application.mergedInto ?? application.id);
  return cases.filter(({ application }) => mains.includes(application.mergedInto ?? application.id));
}

/** The link in our mail to the address on file was opened: whoever applied reads what is sent there. */
export function wasRead({ application, events }: Case) {
  return events.some(({ event }) => event.kind === "linkOpened" && event.email === application.email);
}

/** Two applications name the same phone number or the same e-mail address. */
export function isSamePerson(
  one: Pick<Application, "phoneDigits" | "emailFolded">,
  other: Pick<Application, "phoneDigits" | "emailFolded">,
) {
  return (one.phoneDigits !== "" && one.phoneDigits === other.phoneDigits) || one.emailFolded === other.emailFolded;
}

/** Since when consent counts: a stop from before says nothing about this application. */
export function agreedAt({ application: { createdAt, contactResumedAt } }: Case) {
  return contactResumedAt ?? createdAt;
}

/** The times at which a stop was stated in this case. */
export function stopsIn({ events }: Case) {
  return events.flatMap(({ at, event }) => (event.kind === "contactStopped" ? [{ at, how: event.how }] : []));
}

/** The senders under which this person's contact messages are found. */
export function sendersOf(cases: Case[]) {
  return cases.flatMap(({ application }) => [application.phoneDigits, application.emailFolded]).filter(Boolean);
}
