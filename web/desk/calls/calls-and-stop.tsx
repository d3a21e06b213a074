import { type ComponentProps, type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { CallOutcome } from "../../../db/model/calls/call-outcome.ts";
import { lawfulFrom } from "../../../db/model/calls/contact-hours.ts";
import { Call, type Note, STOP_WAYS, type StopWay } from "../../../db/model/case/case-event.ts";
import { isClosed } from "../../../db/model/case/status.ts";
import { call } from "../../api.ts";
import { Button, buttonLook } from "../../ui/button.tsx";
import type { Case } from "../api.ts";
import { NEXT_STEP, STANDING } from "../case/next-step.ts";
import { focusFirst, useDeskAction, useNow } from "../data.ts";
import { Failure, useMember } from "../desk-page.tsx";
import { callKeys } from "../keys.ts";
import { ActionForm, type Typing, useTyped } from "../parts/action-form.tsx";
import { TimeField, typedInstant } from "../parts/time-field.tsx";
import { callOutcomeLabels, stopWayLabels } from "../words.ts";
import { PlanForm } from "./plan-form.tsx";

const HEADING = "calls";
/** Of these folds one is open at a time. */
const MORE = "more-about-calls";
const CALLED_AT = "called-at";
/** How long Undo is offered after a call. */
const UNDO_MS = 30_000;
const USUAL: CallOutcome[] = ["reached", "voicemail", "noAnswer"];

/**
 * Buttons for how a call ended, and for a stop, after the note that goes with it. One press also plans what usually comes
 * next. While no call is allowed they are for one that was made before, and stand back; where none will be, they are folded. At an
 * hour at which no call is lawful they ask when it was.
 */
export function CallsAndStop({
  application,
  note,
  children,
}: {
  application: Case;
  note: Typing<Note>;
  children: ReactNode;
}) {
  const { id, status, owner, workRefusal, contactStoppedAt, events, next, answers, contact } = application;
  const willCall = !isClosed(status) && !contactStoppedAt;
  const isCallTime = contact.call.allowed;
  const [member, now] = [useMember(), useNow()];
  const recorded = undoableIn(events, member?.username, now);
  const more = useRef<HTMLDetailsElement>(null);
  const zip = answers.zip ?? "";
  const isLate = lawfulFrom(zip, now) !== null;
  /** How a call ended of which the time is asked. */
  const [late, setLate] = useState<CallOutcome | null>(null);
  const made = useTyped({ calledAt: "" });
  const asked = useTyped({ callAt: "", calledAt: "" });
  const record = ({ outcome, calledAt, callAt }: Call) =>
    call("POST /desk/case/:id/calls", {
      id,
      json: {
        outcome,
        calledAt: calledAt?.toISOString(),
        callAt: callAt?.toISOString(),
        note: note.typed.text.trim() || undefined,
      },
    });
  const recording = {
    words: ({ outcome }: Call) => `Recorded: ${callOutcomeLabels[outcome].toLowerCase()}.`,
    onDone() {
      note.clear?.();
      more.current?.removeAttribute("open");
    },
    goOn: [NEXT_STEP, HEADING, STANDING],
  };
  const calling = useDeskAction(record, recording);
  const undoing = useDeskAction(
    (last: Recorded) => call("POST /desk/case/:id/calls/undo", { id, json: { call: last.id } }),
    {
      words: "Undone, with what followed from that call.",
      // The note that was saved with it stands in its box again, before what was typed since.
      onDone: (_, last) => note.change({ text: [last.note, note.typed.text].filter(Boolean).join("\n") }),
      goOn: [HEADING],
    },
  );
  const stopping = useDeskAction((how: StopWay) => call("POST /desk/case/:id/stop", { id, json: { how } }), {
    words: "Recorded. Nobody will contact the applicant anymore.",
    goOn: [HEADING, STANDING],
  });
  const ended = (outcome: CallOutcome) => (
    <Button
      key={outcome}
      look={isCallTime ? "outline" : "quiet"}
      data-key={callKeys[outcome]}
      onClick={() => (isLate && outcome !== "askedToStop" ? askWhen(outcome) : calling.run({ outcome }))}
    >
      {callOutcomeLabels[outcome]}
    </Button>
  );
  const stops = !contactStoppedAt && (
    <AskedToStop name={MORE}>
      {!workRefusal && ended("askedToStop")}
      {STOP_WAYS.map((how) => (
        <Button key={how} look="quiet" onClick={() => stopping.run(how)}>
          Stop: asked {stopWayLabels[how]}
        </Button>
      ))}
    </AskedToStop>
  );
  return (
    <>
      {workRefusal && (
        <p id={HEADING} tabIndex={-1} className={owner ? "w-full text-quiet" : "sr-only"}>
          {workRefusal}
        </p>
      )}
      {children}
      {!workRefusal && (
        <>
          {willCall && (
            <div className={`contents ${isCallTime ? "call-bar" : ""}`}>
              <h2
                id={HEADING}
                tabIndex={-1}
                className={isCallTime ? "text-base max-sm:sr-only" : "text-base font-normal text-quiet"}
              >
                Called:
              </h2>
              <div className={isCallTime ? "strip" : "contents"}>{USUAL.map(ended)}</div>
              {/* No button moves under a hand that has just pressed one. */}
              {recorded && (
                <div className="order-1 flex w-full flex-wrap items-center gap-x-5 font-semibold text-leaf max-md:-order-1">
                  <p>Recorded: {callOutcomeLabels[recorded.outcome].toLowerCase()}.</p>
                  <Button look="quiet" onClick={() => undoing.run(recorded)}>
                    Undo this call
                  </Button>
                  {next && (
                    <Button look="quiet" className="max-md:hidden" onClick={() => focusFirst(["next-kind"])}>
                      Plan something else
                    </Button>
                  )}
                </div>
              )}
            </div>
          )}
          <details key={String(willCall)} ref={more} className="open:w-full">
            <summary className={buttonLook("quiet")}>{willCall ? "More" : "Record an earlier call"}</summary>
            <div className="mt-2 grid justify-items-start gap-2">
              {!willCall && USUAL.map(ended)}
              {ended("wrongNumber")}
              {!contactStoppedAt && (
                <details name={MORE}>
                  <summary className="link min-h-6 w-fit">They asked to be called at a time</summary>
                  <ActionForm
                    form={asked}
                    schema={Call}
                    read={({ callAt, calledAt }) => ({
                      outcome: "askedToCallAt",
                      callAt: typedInstant(callAt),
                      ...(isLate && { calledAt: typedInstant(calledAt) }),
                    })}
                    act={record}
                    {...recording}
                    button="Asked to call then"
                  >
                    {isLate && <TimeField name="calledAt" id="asked-at" label="When did you talk?" zip={zip} />}
                    <TimeField name="callAt" id="call-at" label="When should we call?" zip={zip} />
                  </ActionForm>
                </details>
              )}
              {next && <PlanForm id={id} next={next} zip={zip} name={MORE} />}
              {stops}
            </div>
          </details>
          {late && (
            <ActionForm
              className="grid w-full grid-cols-1 gap-3"
              form={made}
              schema={Call}
              read={({ calledAt }) => ({ outcome: late, calledAt: typedInstant(calledAt) })}
              act={record}
              {...recording}
              onClose={() => setLate(null)}
              button={`Record: ${callOutcomeLabels[late].toLowerCase()}`}
            >
              <p>No call is lawful at this hour. One that was made before is recorded with its time.</p>
              <TimeField name="calledAt" id={CALLED_AT} label="When was this call?" zip={zip} />
            </ActionForm>
          )}
        </>
      )}
      {workRefusal && stops}
      <Failure message={calling.message ?? undoing.message ?? stopping.message} />
    </>
  );

  function askWhen(outcome: CallOutcome) {
    flushSync(() => setLate(outcome));
    focusFirst([CALLED_AT]);
  }
}

/** Buttons for a stop, which nobody here can undo, behind a question. */
export function AskedToStop({ children, ...props }: ComponentProps<"details">) {
  return (
    <details {...props}>
      <summary className="link min-h-6 w-fit">Did they ask us to stop?</summary>
      <p className="mt-1 text-quiet text-sm">
        One press stops all contact by our team at once. Only the applicant can undo it. How did they ask?
      </p>
      <div className="flex flex-wrap gap-x-5">{children}</div>
    </details>
  );
}

type Recorded = NonNullable<ReturnType<typeof undoableIn>>;

/** The member's last call with its note, while Undo is offered and nothing has happened that did not follow from it. */
function undoableIn(events: Case["events"], username: string | undefined, now: Date) {
  const last = events.findLast(({ event }) => event.kind === "call");
  if (last?.event.kind !== "call" || last.event.outcome === "askedToStop" || last.by !== username) return null;
  const isYoung = now.getTime() - new Date(last.at).getTime() < UNDO_MS;
  const isLast = events.every(({ id, at }) => id <= last.id || at === last.at);
  if (!isYoung || !isLast) return null;
  const noted = events.find(({ id, event }) => id > last.id && event.kind === "note")?.event;
  return { id: last.id, outcome: last.event.outcome, note: noted?.kind === "note" ? noted.text : "" };
}
