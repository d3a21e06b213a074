import { withoutUndone } from "../../../db/model/case/case-event.ts";
import { nextInWords, type Planned } from "../../../db/model/case/next-action.ts";
import { type Outcome, outcomeLabels, type Status, statusLabels } from "../../../db/model/case/status.ts";
import { namesOf } from "../../../db/model/introductions/named-fields.ts";
import { recipientAnswerLabels } from "../../../db/model/introductions/referral.ts";
import { languageNames } from "../../../db/model/language-names.ts";
import { MAILS, MARKED_AS_SPAM } from "../../../db/model/mail/mail.ts";
import { dollars } from "../../../db/model/money/amount.ts";
import { type Paper, paperWords } from "../../../db/model/papers/papers.ts";
import { phoneInWords } from "../../../db/model/phone.ts";
import { fullDate } from "../../../db/model/time/promised-time.ts";
import { clockTime, shortTime } from "../../../db/model/time/time-for-staff.ts";
import { Addresses } from "../../ui/page/addresses.tsx";
import type { Case } from "../api.ts";
import { LetterPreview } from "../letters/letter-preview.tsx";
import { ReceivedMail } from "../letters/received-mail.tsx";
import { callOutcomeLabels, correctionGroundLabels, mailStatusLabels, stopWayLabels } from "../words.ts";

type Told = Case["events"][number];
type Facts = Pick<Told, "event" | "by" | "ownerName" | "isClaim">;
type Happened<Kind> = Told["event"] & { kind: Kind };

/** As the server names who applied. */
const APPLICANT = "The applicant";

interface Entry {
  key: string;
  at: string;
  /** Null for a former member, absent if unknown. */
  by?: string | null;
  words: string;
  /** Its words after what it followed from. */
  tail?: string;
  look?: keyof typeof looks | undefined;
  /** The spoken reference of the application that was merged into this one, if the event is about that. */
  merged?: string;
  letter?: Case["letters"][number];
  mail?: Received;
}

export type Received = Happened<"mailReceived">;

const looks = {
  alert: "font-semibold text-alert",
  note: "-mx-2 rounded-card bg-tint px-2",
  /** What only follows from something else. */
  quiet: "text-quiet",
};

/** The history of an application and those merged with it, with letters and mails. It opens at its end, with the newest. */
export function Timeline({ application }: { application: Case }) {
  const entries = [
    ...entriesOf(application),
    ...application.merged.flatMap((other) => entriesOf(other, other.spokenReference)),
    ...application.mails.filter(isTold).map(
      ({ kind, subjectId, status, createdAt, sentAt, lastError }): Entry => ({
        key: kind + subjectId,
        // Beside the deed that it tells of, if it went out at once.
        at: sentAt === null || shortTime(sentAt) === shortTime(createdAt) ? createdAt : sentAt,
        words: `${MAILS[kind].label}: ${mailStatusLabels[status]}${lastError ? ` (${lastError})` : ""}`,
        look: status === "dead" || lastError === MARKED_AS_SPAM ? "alert" : "quiet",
      }),
    ),
  ].sort((a, b) => a.at.localeCompare(b.at));
  return (
    <section
      aria-labelledby="timeline"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls takes focus, or the keyboard could not scroll it.
      tabIndex={0}
      className="flex grow shrink-[99] flex-col-reverse overflow-y-auto p-4"
    >
      <h2 id="timeline" className="sr-only">
        Timeline
      </h2>
      <ol className="mb-auto grid list-none gap-2">
        {linesOf(entries).map(([first, ...others], index, lines) => {
          const before = lines[index - 1]?.[0];
          const isSamePerson = first.by !== undefined && first.by === before?.by;
          return (
            <li key={first.key} className="sm:grid sm:grid-cols-[8rem_1fr] sm:gap-x-3">
              <p className="text-quiet tabular-nums sm:text-right">
                {timeAfter(before?.at, first.at)}
                {first.merged && <span className="block whitespace-nowrap">about {first.merged}</span>}
              </p>
              <div className="min-w-0">
                <p
                  className={`whitespace-pre-line ${isSamePerson ? "first-letter:uppercase" : ""} ${first.look ? looks[first.look] : ""}`}
                >
                  <span className={isSamePerson ? "sr-only" : first.look ? "" : "font-semibold"}>{nameIn(first)}</span>
                  <Addresses>{first.words}</Addresses>
                  <span className="text-quiet">{others.map(inTheSameLine)}</span>
                </p>
                {first.mail && <ReceivedMail mail={first.mail} application={application} />}
                {first.letter && (
                  <details>
                    <summary className="link min-h-6 w-fit">
                      Read it<span className="sr-only">: {first.letter.name}</span>
                    </summary>
                    <LetterPreview letter={first.letter} />
                  </details>
                )}
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** What the office is told of stands here itself. */
function isTold({ kind, status }: Case["mails"][number]) {
  return kind !== "mailReceived" || status === "dead";
}

/** What only followed from something within the same minute, by the same person or a machine, shares its line. */
function linesOf(entries: Entry[]) {
  const lines: [Entry, ...Entry[]][] = [];
  for (const entry of entries) {
    const line = lines.at(-1);
    if (line && mayFollow(line[0], entry)) line.push(entry);
    else lines.push([entry]);
  }
  return lines;
}

function mayFollow(first: Entry, entry: Entry) {
  const isText = first.look === "note" || first.mail || first.words.includes("\n");
  const isSameMinute = shortTime(first.at) === shortTime(entry.at) && first.merged === entry.merged;
  return entry.look === "quiet" && !isText && isSameMinute && (entry.by === undefined || entry.by === first.by);
}

function nameIn({ by }: Entry) {
  return by === undefined ? "" : `${by ?? "A former member"} `;
}

function inTheSameLine({ by, words, tail }: Entry) {
  if (by === undefined) return `. ${words}`;
  return tail ? ` ${tail}` : `, ${words}`;
}

/** What is new about this time: nothing for screens within the same minute. */
function timeAfter(before: string | undefined, at: string) {
  if (before === undefined || fullDate(at) !== fullDate(before)) return shortTime(at);
  const time = clockTime(at);
  return time === clockTime(before) ? <span className="sr-only">{time}</span> : time;
}

function entriesOf(
  {
    createdAt,
    consent,
    events,
    referrals,
    letters = [],
  }: Pick<Case, "createdAt" | "consent" | "events" | "referrals"> & Partial<Case>,
  merged?: string,
): Entry[] {
  const counting = withoutUndone(events);
  // A note whose call was undone is in its box again.
  const told = events.filter((each) => each.event.kind !== "note" || counting.includes(each));
  return [
    {
      key: `applied-${merged}`,
      at: createdAt,
      by: consent.isByPhone ? consent.readBy : APPLICANT,
      words: consent.isByPhone ? "took the application by phone" : "sent the application",
      merged,
    },
    // Before the status that sending leads to, which has the same time.
    ...referrals.map(({ id, createdAt, by, recipientName, fields, isUnsent }) => ({
      key: id,
      at: createdAt,
      by,
      words: isUnsent
        ? `wanted to send it to ${recipientName}, but it was not sent`
        : `sent ${namesOf(fields)} to ${recipientName}`,
      merged,
    })),
    ...told.map((event) => ({
      key: `event-${event.id}`,
      at: event.at,
      by: namesNobody(event.event) ? undefined : event.by,
      words: wordsFor(event),
      tail: tailOf(event.event),
      look: lookOf(event.event),
      merged,
      mail: event.event.kind === "mailReceived" ? event.event : undefined,
      letter: letters.find(({ id }) => event.event.kind === "letterSent" && id === event.event.letterId),
    })),
  ];
}

/** Whether nobody here and no applicant did it. */
function namesNobody(event: Told["event"]) {
  if (event.kind === "mailReceived") return !event.isKnown || event.recipient !== undefined;
  return event.kind === "linkOpened" || event.kind === "stopHeardElsewhere" || ("how" in event && event.how === "link");
}

function lookOf(event: Told["event"]): Entry["look"] {
  if (event.kind === "note") return "note";
  if (event.kind === "owner") return "quiet";
  return event.kind === "status" && !event.papers?.length && !event.outcome ? "quiet" : undefined;
}

function tailOf(event: Told["event"]) {
  return event.kind === "status" ? `→ ${stateInWords(event.to, event.outcome)}` : undefined;
}

/** What happened, in words that follow the name of who did it. */
export function wordsFor(told: Facts) {
  const { kind } = told.event;
  return (happened[kind] as (event: Happened<typeof kind>, told: Facts) => string)(told.event, told);
}

const happened: { [Kind in Told["event"]["kind"]]: (event: Happened<Kind>, told: Facts) => string } = {
  status: ({ to, outcome, papers }) =>
    `moved it to ${stateInWords(to, outcome)}${papers ? `. ${papersInWords(papers)}` : ""}`,
  reopened: ({ from, to, outcome, reason }) =>
    `reopened it as ${stateInWords(to)}, after ${stateInWords(from, outcome)}: ${reason}`,
  owner: ({ ownerId }, { ownerName, isClaim }) => {
    if (ownerId === null) return "gave it back to the queue";
    return isClaim ? "claimed it" : `handed it to ${ownerName ?? "a former member"}`;
  },
  note: ({ text }) => `noted: ${text}`,
  callBooked: ({ startsAt }) =>
    startsAt === null ? "asked for a call as soon as possible" : `asked for a call on ${shortTime(startsAt)}`,
  callCancelled: () => "canceled the call",
  callDone: () => "recorded that the call took place",
  merged: ({ before }) =>
    before
      ? "merged it into another application of the same person"
      : "merged another application of the same person into it",
  split: () => "split it from another application again",
  corrected: ({ field, old, grounds, isJustSent }) => {
    const was = field === "phone" ? `phone number, which was ${phoneInWords(old)}` : `email address, which was ${old}`;
    const what = `corrected the ${was}`;
    if (grounds) return `${what}. ${correctionGroundLabels[grounds.ground]}: ${grounds.reason}`;
    return isJustSent ? `${what}, right after sending and without a code` : what;
  },
  linkOpened: ({ email }) => `The link in our email to ${email} was opened`,
  emailConfirmed: ({ email }) => `said that ${email} is their address`,
  permissionAsked: ({ recipientName }) => `asked the applicant for permission to send it to ${recipientName}`,
  permissionGiven: (event) => decisionInWords("yes", event),
  permissionRefused: (event) => decisionInWords("no", event),
  permissionWithdrawn: ({ how, recipientName }) =>
    how === "phone"
      ? `recorded over the phone that the applicant takes back the permission for ${recipientName}`
      : `took back the permission for ${recipientName}`,
  papersNamed: ({ recipientName, words }) => `let ${recipientName} see documents: ${words}`,
  papersTakenBack: ({ recipientName }) => `no longer lets ${recipientName} see documents`,
  unsuitableChosen: ({ recipientName, reason }) => `chose ${recipientName}, which does not fit: ${reason}`,
  recipientAnswered: ({ how, recipientName, answer, amount }) => {
    const who = how === "link" ? `${recipientName} answered` : `noted the answer of ${recipientName}`;
    return `${who}: ${recipientAnswerLabels[answer].toLowerCase()}${amount ? `, ${dollars(amount)}` : ""}`;
  },
  linkEnded: ({ recipientName }) => `ended the link of ${recipientName}`,
  papersAsked: ({ papers }) => `asked for:\n${listed(papers)}`,
  paperReceived: ({ paper }, { by }) => `${by === APPLICANT ? "sent" : "noted as received"}: ${paperWords(paper)}`,
  paperNotReceived: ({ paper, reason }, { by }) => {
    if (by === APPLICANT) return `deleted: ${paperWords(paper)}`;
    return reason
      ? `asked to send again: ${paperWords(paper)} (${reason})`
      : `noted as not received after all: ${paperWords(paper)}`;
  },
  letterSent: ({ name, language }) => `sent the letter '${name}' in ${languageNames[language]}`,
  mailReceived: ({ from, isKnown, recipient, isAutomatic }) => {
    const wrote = isAutomatic ? "answered by an automatic email" : "wrote by email";
    if (isKnown) return recipient ? `${recipient.name} ${wrote}, from ${from}` : `${wrote}, from ${from}`;
    const whose = recipient ? `that ${recipient.name} did not give us` : "that is not the applicant's";
    return `Somebody ${wrote}, from an address ${whose}: ${from}`;
  },
  call: ({ outcome, calledAt, callAt, next }) => {
    const when = calledAt ? ` on ${shortTime(calledAt)}` : "";
    const what = `called${when}: ${callOutcomeLabels[outcome].toLowerCase()}${callAt ? `, ${shortTime(callAt)}` : ""}`;
    return next ? `${what}. Next: ${plannedInWords(next)}` : what;
  },
  callUndone: () => "took that call back, with what followed from it",
  nextAction: ({ next }) => `planned: ${plannedInWords(next)}`,
  contactStopped: ({ how, elsewhere }) => {
    const isOwn = how === "page" || how === "mailedLink" || how === "correction" || how === "merge";
    const what = isOwn
      ? "asked us to stop contacting them"
      : `recorded that the applicant asked us to stop, ${stopWayLabels[how]}`;
    return `${what}${elsewhere ? ", in another application with the same phone or email" : ""}`;
  },
  stopHeardElsewhere: () => "Somebody with the same phone or email asked us to stop, in another application",
  contactResumed: () => "agreed to be contacted again about this application",
};

/** 'closed (approved in time)'. */
function stateInWords(status: Status, outcome?: Outcome | null) {
  return `${statusLabels[status].toLowerCase()}${outcome ? ` (${outcomeLabels[outcome]})` : ""}`;
}

function decisionInWords(decision: string, { how, recipientName }: { how: string; recipientName: string }) {
  return how === "phone"
    ? `recorded the applicant’s ${decision} to ${recipientName} over the phone`
    : `said ${decision} to ${recipientName}`;
}

function plannedInWords({ at, ...next }: Planned) {
  const { what, more } = nextInWords(next);
  return `${what}, ${shortTime(at)}${more ? ` (${more})` : ""}`;
}

function papersInWords(papers: Paper[]) {
  return papers.length > 0 ? `Asked for:\n${listed(papers)}` : "No documents named";
}

function listed(papers: Paper[]) {
  return papers.map((paper) => `• ${paperWords(paper)}`).join("\n");
}
