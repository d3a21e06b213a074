import { useState } from "react";
import { flushSync } from "react-dom";
import type { CallOutcome } from "../../../db/model/calls/call-outcome.ts";
import { lawfulFrom } from "../../../db/model/calls/contact-hours.ts";
import type { Call, Note, StopWay } from "../../../db/model/case/case-event.ts";
import { call } from "../../api.ts";
import type { Case } from "../api.ts";
import { NEXT_STEP, STANDING } from "../case/next-step.ts";
import { focusFirst, useDeskAction, useNow } from "../data.ts";
import type { Typing } from "../parts/action-form.tsx";
import { callOutcomeLabels } from "../words.ts";

export const HEADING = "calls";
export const CALLED_AT = "called-at";
/** How long Undo is offered after a call. */
const UNDO_MS = 30_000;

/** Records calls with the note that goes with them, takes the last one back, and records a stop. */
export function useCalling({ id, answers }: Case, note: Typing<Note>, onRecorded: () => void) {
  const isLate = lawfulFrom(answers.zip ?? "", useNow()) !== null;
  const [late, setLate] = useState<CallOutcome | null>(null);
  const recording = {
    act: ({ outcome, calledAt, callAt }: Call) =>
      call("POST /desk/case/:id/calls", {
        id,
        json: {
          outcome,
          calledAt: calledAt?.toISOString(),
          callAt: callAt?.toISOString(),
          note: note.typed.text.trim() || undefined,
        },
      }),
    words: ({ outcome }: Call) => `Recorded: ${callOutcomeLabels[outcome].toLowerCase()}.`,
    onDone() {
      note.clear?.();
      onRecorded();
    },
    goOn: [NEXT_STEP, HEADING, STANDING],
  };
  const calling = useDeskAction(recording.act, recording);
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
  return {
    recording,
    /** No call is lawful at this hour, so of one that was made before the time is asked. */
    isLate,
    /** How a call ended of which the time is asked. */
    late,
    forgetLate: () => setLate(null),
    end(outcome: CallOutcome) {
      if (!isLate || outcome === "askedToStop") return calling.run({ outcome });
      flushSync(() => setLate(outcome));
      focusFirst([CALLED_AT]);
    },
    undo: undoing.run,
    stop: stopping.run,
    message: calling.message ?? undoing.message ?? stopping.message,
  };
}

export type Calling = ReturnType<typeof useCalling>;

type Recorded = NonNullable<ReturnType<typeof undoableIn>>;

/** The member's last call with its note, while Undo is offered and nothing has happened that did not follow from it. */
export function undoableIn(events: Case["events"], username: string | undefined, now: Date) {
  const last = events.findLast(({ event }) => event.kind === "call");
  if (last?.event.kind !== "call" || last.event.outcome === "askedToStop" || last.by !== username) return null;
  const isYoung = now.getTime() - new Date(last.at).getTime() < UNDO_MS;
  const isLast = events.every(({ id, at }) => id <= last.id || at === last.at);
  if (!isYoung || !isLast) return null;
  const noted = events.find(({ id, event }) => id > last.id && event.kind === "note")?.event;
  return { id: last.id, outcome: last.event.outcome, note: noted?.kind === "note" ? noted.text : "" };
}
