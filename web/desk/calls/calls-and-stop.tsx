import { type ComponentProps, type ReactNode, type Ref, useRef } from "react";
import type { CallOutcome } from "../../../db/model/calls/call-outcome.ts";
import { Call, type Note, STOP_WAYS } from "../../../db/model/case/case-event.ts";
import { isClosed } from "../../../db/model/case/status.ts";
import { Button, buttonLook } from "../../ui/button.tsx";
import type { Case } from "../api.ts";
import { focusFirst, useNow } from "../data.ts";
import { Failure, useMember } from "../desk-page.tsx";
import { callKeys } from "../keys.ts";
import { ActionForm, type Typing, useTyped } from "../parts/action-form.tsx";
import { TimeField, typedInstant } from "../parts/time-field.tsx";
import { callOutcomeLabels, stopWayLabels } from "../words.ts";
import { CALLED_AT, type Calling, HEADING, undoableIn, useCalling } from "./calling.ts";
import { PlanForm } from "./plan-form.tsx";

/** Of these folds one is open at a time. */
const MORE = "more-about-calls";
const USUAL: CallOutcome[] = ["reached", "voicemail", "noAnswer"];

interface Props {
  application: Case;
  calling: Calling;
}

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
  const { owner, workRefusal } = application;
  const more = useRef<HTMLDetailsElement>(null);
  const calling = useCalling(application, note, () => more.current?.removeAttribute("open"));
  const shared = { application, calling };
  const willCall = !isClosed(application.status) && !application.contactStoppedAt;
  return (
    <>
      {workRefusal && (
        <p id={HEADING} tabIndex={-1} className={owner ? "w-full text-quiet" : "sr-only"}>
          {workRefusal}
        </p>
      )}
      {children}
      {workRefusal ? (
        <Stops {...shared} />
      ) : (
        <>
          {willCall && <CallBar {...shared} />}
          <MoreCalls key={String(willCall)} ref={more} willCall={willCall} {...shared} />
          {calling.late && <LateCall outcome={calling.late} {...shared} />}
        </>
      )}
      <Failure message={calling.message} />
    </>
  );
}

function CallBar(props: Props) {
  const isCallTime = props.application.contact.call.allowed;
  return (
    <div className={`contents ${isCallTime ? "call-bar" : ""}`}>
      <h2
        id={HEADING}
        tabIndex={-1}
        className={isCallTime ? "text-base max-sm:sr-only" : "text-base font-normal text-quiet"}
      >
        Called:
      </h2>
      <div className={isCallTime ? "strip" : "contents"}>
        <Endings of={USUAL} {...props} />
      </div>
      <LastCall {...props} />
    </div>
  );
}

/** A button for each of these ways in which a call ends. */
function Endings({ of, application, calling }: Props & { of: CallOutcome[] }) {
  return of.map((outcome) => (
    <Button
      key={outcome}
      look={application.contact.call.allowed ? "outline" : "quiet"}
      data-key={callKeys[outcome]}
      onClick={() => calling.end(outcome)}
    >
      {callOutcomeLabels[outcome]}
    </Button>
  ));
}

/** Stands where no button moves under a hand that has just pressed one. */
function LastCall({ application: { events, next }, calling }: Props) {
  const last = undoableIn(events, useMember()?.username, useNow());
  return (
    last && (
      <div className="order-1 flex w-full flex-wrap items-center gap-x-5 font-semibold text-leaf max-md:-order-1">
        <p>Recorded: {callOutcomeLabels[last.outcome].toLowerCase()}.</p>
        <Button look="quiet" onClick={() => calling.undo(last)}>
          Undo this call
        </Button>
        {next && (
          <Button look="quiet" className="max-md:hidden" onClick={() => focusFirst(["next-kind"])}>
            Plan something else
          </Button>
        )}
      </div>
    )
  );
}

function MoreCalls({ ref, willCall, ...props }: Props & { ref: Ref<HTMLDetailsElement>; willCall: boolean }) {
  const { id, next, answers, contactStoppedAt } = props.application;
  return (
    <details ref={ref} className="open:w-full">
      <summary className={buttonLook("quiet")}>{willCall ? "More" : "Record an earlier call"}</summary>
      <div className="mt-2 grid justify-items-start gap-2">
        <Endings of={willCall ? ["wrongNumber"] : [...USUAL, "wrongNumber"]} {...props} />
        {!contactStoppedAt && <AskedToCall {...props} />}
        {next && <PlanForm id={id} next={next} zip={answers.zip ?? ""} name={MORE} />}
        <Stops {...props} />
      </div>
    </details>
  );
}

function AskedToCall({ application, calling: { recording, isLate } }: Props) {
  const zip = application.answers.zip ?? "";
  return (
    <details name={MORE}>
      <summary className="link min-h-6 w-fit">They asked to be called at a time</summary>
      <ActionForm
        form={useTyped({ callAt: "", calledAt: "" }, `asked call ${application.id}`)}
        schema={Call}
        read={({ callAt, calledAt }) => ({
          outcome: "askedToCallAt",
          callAt: typedInstant(callAt),
          ...(isLate && { calledAt: typedInstant(calledAt) }),
        })}
        {...recording}
        button="Asked to call then"
      >
        {isLate && <TimeField name="calledAt" id="asked-at" label="When did you talk?" zip={zip} />}
        <TimeField name="callAt" id="call-at" label="When should we call?" zip={zip} />
      </ActionForm>
    </details>
  );
}

/** Asks when a call was that ended so. */
function LateCall({ outcome, application, calling }: Props & { outcome: CallOutcome }) {
  return (
    <ActionForm
      className="grid w-full grid-cols-1 gap-3"
      form={useTyped({ calledAt: "" }, `late call ${application.id}`)}
      schema={Call}
      read={({ calledAt }) => ({ outcome, calledAt: typedInstant(calledAt) })}
      {...calling.recording}
      onClose={calling.forgetLate}
      button={`Record: ${callOutcomeLabels[outcome].toLowerCase()}`}
    >
      <p>No call is lawful at this hour. One that was made before is recorded with its time.</p>
      <TimeField name="calledAt" id={CALLED_AT} label="When was this call?" zip={application.answers.zip ?? ""} />
    </ActionForm>
  );
}

function Stops(props: Props) {
  const { contactStoppedAt, workRefusal } = props.application;
  return (
    !contactStoppedAt && (
      <AskedToStop name={MORE}>
        {!workRefusal && <Endings of={["askedToStop"]} {...props} />}
        {STOP_WAYS.map((how) => (
          <Button key={how} look="quiet" onClick={() => props.calling.stop(how)}>
            Stop: asked {stopWayLabels[how]}
          </Button>
        ))}
      </AskedToStop>
    )
  );
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
