import { outcomeLabels, statusLabels } from "../../../db/model/case/status.ts";
import { namesOf } from "../../../db/model/form/answer-words.ts";
import { recipientAnswerLabels } from "../../../db/model/introductions/referral.ts";
import { languageNames } from "../../../db/model/language-names.ts";
import { MAILS, MARKED_AS_SPAM } from "../../../db/model/mail/mail.ts";
import { dollars } from "../../../db/model/money/amount.ts";
import { type Paper, paperWords } from "../../../db/model/papers/papers.ts";
import { nextKindLabels, type Planned } from "../../../db/model/queue/next-action.ts";
import { shortTime } from "../../../db/model/time/time-for-staff.ts";
import type { Case } from "../api.ts";
import { LetterPreview } from "../letters/letter-preview.tsx";
import { callOutcomeLabels, correctionGroundLabels, mailStatusLabels, stopWayLabels } from "../words.ts";

interface Entry {
  key: string;
  at: string;
  /** Null for a former member, absent if unknown. */
  by?: string | null;
  words: string;
  isAlert?: boolean;
  /** The spoken reference of the application that was merged into this one, if the event is about that. */
  merged?: string;
  letter?: Case["letters"][number];
}

/** The history of an application and those merged with it, with letters and mails. It opens at its end, with the newest. */
export function Timeline({ application }: { application: Case }) {
  const entries = [
    ...entriesOf(application),
    ...application.merged.flatMap((other) => entriesOf(other, other.spokenReference)),
    ...application.mails.map(
      ({ kind, subjectId, status, createdAt, sentAt, lastError }): Entry => ({
        key: kind + subjectId,
        at: sentAt ?? createdAt,
        words: `${MAILS[kind].label}: ${mailStatusLabels[status]}${lastError ? ` (${lastError})` : ""}`,
        isAlert: status === "dead" || lastError === MARKED_AS_SPAM,
      }),
    ),
  ].sort((a, b) => a.at.localeCompare(b.at));
  return (
    <section
      aria-labelledby="timeline"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls takes focus, or the keyboard could not scroll it.
      tabIndex={0}
      className="flex min-h-40 grow flex-col-reverse overflow-y-auto p-4 max-lg:max-h-96"
    >
      <h2 id="timeline" className="sr-only">
        Timeline
      </h2>
      <ol className="grid list-none gap-2 text-sm">
        {entries.map(({ key, at, by, words, isAlert, merged, letter }) => (
          <li key={key} className="sm:grid sm:grid-cols-[8rem_1fr] sm:gap-x-3">
            <p className="text-quiet tabular-nums">
              {shortTime(at)}
              {merged && `, about ${merged}`}
            </p>
            <div className="min-w-0">
              <p className={`whitespace-pre-line ${isAlert ? "font-semibold text-alert" : ""}`}>
                {by !== undefined && <strong>{by ?? "A former member"}</strong>} {words}
              </p>
              {letter && (
                <details>
                  <summary className="link min-h-6 w-fit">
                    Read it<span className="sr-only">: {letter.name}</span>
                  </summary>
                  <LetterPreview letter={letter} />
                </details>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function entriesOf(
  { createdAt, events, referrals, letters = [] }: Pick<Case, "createdAt" | "events" | "referrals"> & Partial<Case>,
  merged?: string,
): Entry[] {
  return [
    { key: `applied-${merged}`, at: createdAt, by: "The applicant", words: "sent the application", merged },
    ...events.map((event) => ({
      key: `event-${event.id}`,
      at: event.at,
      by: namesNobody(event.event) ? undefined : event.by,
      words: wordsFor(event),
      merged,
      letter: letters.find(({ id }) => event.event.kind === "letterSent" && id === event.event.letterId),
    })),
    ...referrals.map(({ id, createdAt, by, recipientName, fields, isUnsent }) => ({
      key: id,
      at: createdAt,
      by,
      words: isUnsent
        ? `wanted to send it to ${recipientName}, but it was not sent`
        : `sent ${namesOf(fields)} to ${recipientName}`,
      merged,
    })),
  ];
}

/** Whether nobody here and no applicant did it. */
function namesNobody(event: Case["events"][number]["event"]) {
  return event.kind === "linkOpened" || event.kind === "stopHeardElsewhere" || ("how" in event && event.how === "link");
}

function wordsFor({ event, by, ownerName, isClaim }: Case["events"][number]) {
  const isByApplicant = by === "The applicant";
  switch (event.kind) {
    case "status":
      return `moved it from ${statusLabels[event.from].toLowerCase()} to ${statusLabels[event.to].toLowerCase()}${
        event.outcome ? ` (${outcomeLabels[event.outcome]})` : ""
      }${event.papers ? `. ${papersInWords(event.papers)}` : ""}`;
    case "reopened":
      return `reopened it as ${statusLabels[event.to].toLowerCase()}, after ${statusLabels[event.from].toLowerCase()}${
        event.outcome ? ` (${outcomeLabels[event.outcome]})` : ""
      }: ${event.reason}`;
    case "owner":
      if (event.ownerId === null) return "gave it back to the queue";
      return isClaim ? "claimed it" : `handed it to ${ownerName ?? "a former member"}`;
    case "note":
      return `noted: ${event.text}`;
    case "callBooked":
      return event.startsAt === null
        ? "asked for a call as soon as possible"
        : `asked for a call on ${shortTime(event.startsAt)}`;
    case "callCancelled":
      return "canceled the call";
    case "callDone":
      return "recorded that the call took place";
    case "merged":
      return event.before
        ? "merged it into another application of the same person"
        : "merged another application of the same person into it";
    case "split":
      return "split it from another application again";
    case "corrected":
      return correctionInWords(event);
    case "linkOpened":
      return `The link in our email to ${event.email} was opened`;
    case "emailConfirmed":
      return `said that ${event.email} is their address`;
    case "permissionAsked":
      return `asked the applicant for permission to send it to ${event.recipientName}`;
    case "permissionGiven":
    case "permissionRefused": {
      const answer = event.kind === "permissionGiven" ? "yes" : "no";
      return event.how === "phone"
        ? `recorded the applicant's ${answer} to ${event.recipientName} over the phone`
        : `said ${answer} to ${event.recipientName}`;
    }
    case "permissionWithdrawn":
      return event.how === "phone"
        ? `recorded over the phone that the applicant takes back the permission for ${event.recipientName}`
        : `took back the permission for ${event.recipientName}`;
    case "unsuitableChosen":
      return `chose ${event.recipientName}, which does not fit: ${event.reason}`;
    case "recipientAnswered":
      return `${event.how === "link" ? `${event.recipientName} answered` : `noted the answer of ${event.recipientName}`}: ${recipientAnswerLabels[event.answer].toLowerCase()}${
        event.amount ? `, ${dollars(event.amount)}` : ""
      }`;
    case "linkEnded":
      return `ended the link of ${event.recipientName}`;
    case "papersAsked":
      return `asked for:\n${listed(event.papers)}`;
    case "paperReceived":
      return `${isByApplicant ? "sent" : "noted as received"}: ${paperWords(event.paper)}`;
    case "paperNotReceived":
      if (isByApplicant) return `deleted: ${paperWords(event.paper)}`;
      return event.reason
        ? `asked to send again: ${paperWords(event.paper)} (${event.reason})`
        : `noted as not received after all: ${paperWords(event.paper)}`;
    case "letterSent":
      return `sent the letter '${event.name}' in ${languageNames[event.language]}`;
    case "call":
      return `called: ${callOutcomeLabels[event.outcome].toLowerCase()}${event.callAt ? `, ${shortTime(event.callAt)}` : ""}${
        event.next ? `. Next: ${nextInWords(event.next)}` : ""
      }`;
    case "callUndone":
      return "took that call back: everything is as it was before";
    case "nextAction":
      return `planned: ${nextInWords(event.next)}`;
    case "contactStopped": {
      const elsewhere = event.elsewhere ? ", in another application with the same phone or email" : "";
      return event.how === "page" || event.how === "correction" || event.how === "merge"
        ? `asked us to stop contacting them${elsewhere}`
        : `recorded that the applicant asked us to stop, ${stopWayLabels[event.how]}${elsewhere}`;
    }
    case "stopHeardElsewhere":
      return "Somebody with the same phone or email asked us to stop, in another application";
    case "contactResumed":
      return "agreed to be contacted again about this application";
  }
}

function correctionInWords({ field, old, grounds }: Extract<Case["events"][number]["event"], { kind: "corrected" }>) {
  const what = `corrected the ${field === "phone" ? "phone number" : "email address"}, which was ${old}`;
  return grounds ? `${what}. ${correctionGroundLabels[grounds.ground]}: ${grounds.reason}` : what;
}

function nextInWords({ kind, note, at }: Planned) {
  return `${nextKindLabels[kind].toLowerCase()}, ${shortTime(at)}${note ? ` (${note})` : ""}`;
}

function papersInWords(papers: Paper[]) {
  return papers.length > 0 ? `Asked for:\n${listed(papers)}` : "No documents named";
}

function listed(papers: Paper[]) {
  return papers.map((paper) => `- ${paperWords(paper)}`).join("\n");
}
