import { type AnswerWay, byDayAndHour, dayAndHour, weWillAnswer } from "../../../db/model/time/promised-time.ts";
import { locale, t } from "../../../db/model/words.ts";
import type { Guidance } from "../../api.ts";
import { TextLink } from "../../ui/text-link.tsx";
import { BookedCall } from "../calls/booked-call.tsx";
import { unbroken } from "../unbroken.ts";
import { ClosedStanding } from "./closed.tsx";
import { PlaceLink } from "./place-link.tsx";
import { Told } from "./told.tsx";

type Progress = Guidance["progress"];

const tryWords: Record<Progress["tries"][number]["outcome"], (when: string) => string> = {
  voicemail: (when) => t`We called you on ${when} and left a voicemail.`,
  noAnswer: (when) => t`We called you on ${when} and nobody answered.`,
  wrongNumber: (when) => t`We called you on ${when}, but the number didn’t reach you.`,
};

/** Where the application stands, whose turn it is and until when, in paragraphs. */
export function Standing({ guidance: { progress, answerWay, appointment, askedPapers } }: { guidance: Guidance }) {
  const { isAsked, reopenedAt } = progress;
  return (
    <>
      {isAsked && (
        <Told
          lead={
            <>
              Your turn: <PlaceLink hash="#permissions">say yes or no to an introduction</PlaceLink>.
            </>
          }
        />
      )}
      {reopenedAt && <p>We opened your application again on {dayAndHour(reopenedAt, new Date())}.</p>}
      <Now progress={progress} way={answerWay} asked={askedPapers} booked={appointment.booked} now={new Date()} />
    </>
  );
}

function Now({
  progress: { now: standing, tries, isAsked },
  way,
  asked,
  booked,
  now,
}: {
  progress: Progress;
  way: AnswerWay;
  asked: Guidance["askedPapers"];
  booked: Guidance["appointment"]["booked"];
  now: Date;
}) {
  const when = (time: string) => unbroken(dayAndHour(time, now));
  switch (standing.code) {
    case "stopped":
      return (
        <p>
          You asked us to stop on {when(standing.since)}. Nobody on our team will call or write to you about this
          application, and it’s on hold. Changed your mind? <PlaceLink hash="#stop-contact">Contact me again</PlaceLink>
        </p>
      );
    case "call":
      return <AnswerToCome standing={standing} way={way} lastTry={tries.at(-1)} now={now} />;
    case "bookedCall":
      return (
        <Told lead={booked && <BookedCall booked={booked} />}>
          <p>Have your ID and latest proof of income handy. Until then, a specialist will review your application.</p>
        </Told>
      );
    case "talked":
      return (
        <Told
          lead={
            standing.inCall
              ? t`We talked with you on ${when(standing.since)}.`
              : t`We got in touch with you on ${when(standing.since)}.`
          }
        >
          {!isAsked && (
            <p>
              Our turn: your specialist is looking for a lender that fits, and will tell you which documents you need.
              No lender or dealer gets your application before you say yes.
            </p>
          )}
        </Told>
      );
    case "papers":
      return (
        <Told
          lead={
            isComplete(asked)
              ? t`We have all the documents we asked for. Now it’s our turn.`
              : asked.length > 0
                ? t`Your turn. We’re waiting for your documents.`
                : t`Your turn. We’re waiting for the documents your specialist named.`
          }
        />
      );
    case "lender": {
      if (standing.recipients.length === 0) return <Arranging />;
      const holders = standing.recipients
        .map(({ name, at }) => t`${name} since ${when(at)}`)
        .reduce((first, second) => t`${first}; and with ${second}`);
      return (
        <Told lead={t`Your application has been with ${holders}.`}>
          <p>The lender will answer next, and then your specialist will call you. It can take a few business days.</p>
        </Told>
      );
    }
    case "introduced": {
      if (standing.recipients.length === 0) return <Arranging />;
      const introductions = new Intl.ListFormat(locale()).format(
        standing.recipients.map(({ name, at }) => t`${name} on ${when(at)}`),
      );
      return (
        <Told lead={t`We introduced you to ${introductions}.`}>
          <p>
            The next step is between you and them, at your pace. If you need your specialist,{" "}
            <TextLink to="/contact">contact us</TextLink>.
          </p>
        </Told>
      );
    }
    case "closed":
      return <ClosedStanding standing={standing} hasTries={tries.length > 0} />;
  }
}

/** When we will answer, what became of the last try, and an apology if we are late. */
function AnswerToCome({
  standing: { by, missed },
  way,
  lastTry,
  now,
}: {
  standing: Extract<Progress["now"], { code: "call" }>;
  way: AnswerWay;
  lastTry: Progress["tries"][number] | undefined;
  now: Date;
}) {
  const when = (time: string) => unbroken(dayAndHour(time, now));
  const promise = (time: string) => unbroken(byDayAndHour(time, now));
  const again = by ? t`We’ll try again ${promise(by)}.` : t`We’ll try again as soon as we can.`;
  return (
    <>
      {missed && (
        <p>
          {way === "call"
            ? t`We said we’d call you ${promise(missed)}, and we didn’t. We’re sorry.`
            : t`We said we’d email you ${promise(missed)}, and we didn’t. We’re sorry.`}
        </p>
      )}
      {lastTry && <p>{tryWords[lastTry.outcome](when(lastTry.at))}</p>}
      {lastTry?.outcome === "wrongNumber" ? (
        <Told
          lead={
            <>
              Please <PlaceLink hash="#correction">correct your phone number</PlaceLink>, and we’ll call you.
            </>
          }
        />
      ) : (
        <Told lead={lastTry ? again : unbroken(weWillAnswer(way, by, now))}>
          {!by && (
            <p>
              You don’t have to wait: <TextLink to="/contact">contact us</TextLink> any time.
            </p>
          )}
        </Told>
      )}
    </>
  );
}

/** Whether all papers that we asked for have arrived. */
function isComplete(asked: Guidance["askedPapers"]) {
  return asked.length > 0 && asked.every(({ receivedAt }) => receivedAt !== null);
}

/** Shown in these stages while nobody has the application and nobody may get it. */
function Arranging() {
  return <Told lead="Your specialist is arranging this. Nothing has gone to anybody without your yes." />;
}
