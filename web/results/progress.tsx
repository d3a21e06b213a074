import { Check, Circle, CircleDot } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router-dom";
import { paperWords } from "../../db/model/case/papers.ts";
import { byDayAndHour, dayAndHour } from "../../db/model/time/promised-time.ts";
import { dateAndTime } from "../../db/model/time/time-in-words.ts";
import { locale, t } from "../../db/model/words.ts";
import type { Guidance } from "../api.ts";
import { Card } from "../ui/card.tsx";
import { BookedCall } from "./calls/booked-call.tsx";

type Progress = Guidance["progress"];
type Step = Progress["steps"][number];
type Standing = Progress["now"];

const stepLabels: Record<Step["name"], () => string> = {
  received: () => t`We have it`,
  reading: () => t`A specialist reviews it`,
  talk: () => t`We talk with you`,
  papers: () => t`Your documents`,
  lender: () => t`With a lender`,
  introduced: () => t`You are introduced`,
  closed: () => t.as("an application")`Closed`,
};

const tryWords: Record<Progress["tries"][number]["outcome"], (when: string) => string> = {
  voicemail: (when) => t`We called you on ${when} and left a voicemail.`,
  noAnswer: (when) => t`We called you on ${when} and nobody answered.`,
  wrongNumber: (when) => t`We called you on ${when}, but the number didn't reach you.`,
};

/** Where the application stands, whose turn it is, and until when. */
export function ProgressCard({ guidance: { progress, appointment } }: { guidance: Guidance }) {
  const { steps, isAsked, reopenedAt } = progress;
  const now = new Date();
  return (
    <Card id="status">
      <h2 className="text-h3">Where your application stands</h2>
      <div className="mt-3 grid gap-2">
        {isAsked && (
          <p className="font-semibold">
            Your turn: <PlaceLink hash="#permissions">say yes or no to an introduction</PlaceLink>.
          </p>
        )}
        {reopenedAt && <p>We opened your application again on {dayAndHour(reopenedAt, now)}.</p>}
        {sentences(progress, appointment.booked, now)}
      </div>
      <ol className="mt-5 grid gap-2.5 print:grid-cols-3">
        {steps.map(({ name, state, at }) => (
          <li key={name} className="flex gap-3" aria-current={state === "now" ? "step" : undefined}>
            <StepMark state={state} />
            <span className="min-w-0">
              <span className={state === "now" ? "font-semibold" : state === "ahead" ? "text-quiet" : ""}>
                {stepLabels[name]()}
              </span>
              {at && <span className="block text-quiet text-sm">{dayAndHour(at, now)}</span>}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** Whether all papers that we asked for have arrived. */
export function isComplete(papers: Extract<Standing, { code: "papers" }>["papers"]) {
  return papers.length > 0 && papers.every(({ receivedAt }) => receivedAt !== null);
}

function StepMark({ state }: { state: Step["state"] }) {
  switch (state) {
    case "done":
      return <Check aria-label="Done:" className="mt-1 size-4 shrink-0 text-leaf" />;
    case "now":
      return <CircleDot aria-label="Now:" className="mt-1 size-4 shrink-0 text-bluebonnet" />;
    case "ahead":
      return <Circle aria-label="Later:" className="mt-1 size-4 shrink-0 text-quiet" />;
  }
}

/** A paragraph each, the most important one first. */
function sentences(
  { now: standing, tries, isAsked }: Progress,
  booked: Guidance["appointment"]["booked"],
  now: Date,
): ReactNode {
  const when = (time: string) => dayAndHour(time, now);
  switch (standing.code) {
    case "stopped":
      return (
        <p>
          You asked us to stop on {when(standing.since)}. Nobody on our team will call or write to you about this
          application, and it's on hold. To go on, press 'Contact me again' on this page.
        </p>
      );
    case "call":
      return <CallSentences standing={standing} lastTry={tries.at(-1)} now={now} />;
    case "bookedCall":
      return (
        <>
          <p className="font-semibold">{booked && <BookedCall booked={booked} />}</p>
          <p>Until then, a specialist will review your application.</p>
        </>
      );
    case "talked":
      return (
        <>
          <p className="font-semibold">
            {standing.inCall
              ? t`We talked with you on ${when(standing.since)}.`
              : t`We got in touch with you on ${when(standing.since)}.`}
          </p>
          {!isAsked && (
            <p>
              Our turn: your specialist is looking for a lender that fits, and will tell you which documents you need.
              No lender or dealer gets your application before you say yes.
            </p>
          )}
        </>
      );
    case "papers":
      return (
        <>
          <p className="font-semibold">
            {isComplete(standing.papers)
              ? t`We have all the documents we asked for. Now it's our turn.`
              : standing.papers.length > 0
                ? t`Your turn. We're waiting for these documents:`
                : t`Your turn. We're waiting for the documents your specialist named.`}
          </p>
          {standing.papers.length > 0 && (
            <ul className="grid list-disc gap-1 pl-5">
              {standing.papers.map(({ paper, receivedAt }) => (
                <li key={paper} className={receivedAt ? "text-quiet" : ""}>
                  {paperWords(paper)}{" "}
                  {receivedAt && (
                    <span className="font-semibold text-leaf">
                      <Check aria-hidden="true" className="inline size-4" /> {t`Received on ${when(receivedAt)}`}
                    </span>
                  )}
                </li>
              ))}
            </ul>
          )}
          {!isComplete(standing.papers) && (
            <p>
              We asked on {when(standing.since)}. Your specialist will tell you how to get them to us. If one is hard to
              get, <ReachUs>contact us</ReachUs>.
            </p>
          )}
        </>
      );
    case "lender": {
      if (standing.recipients.length === 0) return <Arranging />;
      const holders = standing.recipients
        .map(({ name, at }) => t`${name} since ${when(at)}`)
        .reduce((first, second) => t`${first}; and with ${second}`);
      return (
        <>
          <p className="font-semibold">Your application has been with {holders}.</p>
          <p>The lender will answer next, and then your specialist will call you. It can take a few business days.</p>
        </>
      );
    }
    case "introduced": {
      if (standing.recipients.length === 0) return <Arranging />;
      const introductions = new Intl.ListFormat(locale()).format(
        standing.recipients.map(({ name, at }) => t`${name} on ${when(at)}`),
      );
      return (
        <>
          <p className="font-semibold">We introduced you to {introductions}.</p>
          <p>
            The next step is between you and them, at your pace. If you need your specialist,{" "}
            <ReachUs>contact us</ReachUs>.
          </p>
        </>
      );
    }
    case "closed":
      return <ClosedSentences standing={standing} hasTries={tries.length > 0} />;
  }
}

function CallSentences({
  standing: { by, missed },
  lastTry,
  now,
}: {
  standing: Extract<Standing, { code: "call" }>;
  lastTry: Progress["tries"][number] | undefined;
  now: Date;
}) {
  const when = (time: string) => dayAndHour(time, now);
  const promise = by && byDayAndHour(by, now);
  const isWrongNumber = lastTry?.outcome === "wrongNumber";
  const next = lastTry
    ? promise
      ? t`We'll try again ${promise}.`
      : t`We'll try again as soon as we can.`
    : promise
      ? t`We'll call you ${promise}.`
      : t`We'll call you as soon as we can.`;
  return (
    <>
      {missed && <p>We said we'd call you by {when(missed)}, and we didn't. We're sorry.</p>}
      {lastTry && <p>{tryWords[lastTry.outcome](when(lastTry.at))}</p>}
      {isWrongNumber ? (
        <p className="font-semibold">
          Please <PlaceLink hash="#correction">correct your phone number</PlaceLink>, and we'll call you.
        </p>
      ) : (
        <p className="font-semibold">
          {next}
          {!by && (
            <>
              {" "}
              You don't have to wait: <ReachUs>contact us</ReachUs> any time.
            </>
          )}
        </p>
      )}
    </>
  );
}

function ClosedSentences({
  standing: { ending, other },
  hasTries,
}: {
  standing: Extract<Standing, { code: "closed" }>;
  hasTries: boolean;
}) {
  switch (ending) {
    case "financed":
      return (
        <>
          <p className="font-semibold">A lender said yes, so our work on this application is done.</p>
          <p>
            Your contract is with the lender. If a question comes up later, <ReachUs>contact us</ReachUs>.
          </p>
        </>
      );
    case "noLenderYet":
      return (
        <>
          <p className="font-semibold">We couldn't find a lender for you this time.</p>
          <p>
            That can change: more money down or a lower price can make a difference. <ReachUs>Contact us</ReachUs> to
            talk it over, or <ApplyAgain>apply again</ApplyAgain> when something has changed.
          </p>
          <p>If a lender turned you down, you have the right to its reasons. Ask the lender within 60 days.</p>
        </>
      );
    case "asWished":
      return (
        <>
          <p className="font-semibold">We closed this application, as you asked.</p>
          <p>
            You're welcome back any time: <ApplyAgain>apply again</ApplyAgain>.
          </p>
        </>
      );
    case "notReached":
      return (
        <>
          <p className="font-semibold">
            {hasTries
              ? t`We called you and didn't get through, so we set this application aside.`
              : t`We couldn't get through to you, so we set this application aside.`}
          </p>
          <p>
            Nothing is lost. <ReachUs>Contact us</ReachUs> and say when we can talk, or{" "}
            <ApplyAgain>apply again</ApplyAgain> whenever you like.
          </p>
        </>
      );
    case "duplicate":
      return (
        <>
          <p className="font-semibold">
            {other
              ? t`We have another application that looks like yours, so we're working on that one instead. It came in on ${dateAndTime(other.appliedAt)}.`
              : t`We closed this application because we had another one that looked like yours. That one is closed, too.`}
          </p>
          {other?.isConfirmed && <p>The link to it is in the email that confirmed it.</p>}
          <p>
            Did you send only this one? Please <ReachUs>contact us</ReachUs>.
          </p>
        </>
      );
  }
}

/** Shown in these stages while nobody has the application and nobody may get it. */
function Arranging() {
  return (
    <p className="font-semibold">Your specialist is arranging this. Nothing has gone to anybody without your yes.</p>
  );
}

/** A link within this page. It adds nothing to the history, because the address contains the reference. */
function PlaceLink({ hash, children }: { hash: string; children: ReactNode }) {
  const { search } = useLocation();
  return (
    <Link to={{ search, hash }} replace className="link">
      {children}
    </Link>
  );
}

function ReachUs({ children }: { children: ReactNode }) {
  return (
    <Link to="/contact" className="link">
      {children}
    </Link>
  );
}

function ApplyAgain({ children }: { children: ReactNode }) {
  return (
    <Link to="/apply" className="link">
      {children}
    </Link>
  );
}
