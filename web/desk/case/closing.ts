import { useState } from "react";
import { flushSync } from "react-dom";
import type { StatusChange } from "../../../db/model/case/case-event.ts";
import { statusLabels } from "../../../db/model/case/status.ts";
import { request } from "../../api.ts";
import { useUndoable } from "../../ui/undoable.ts";
import type { Case } from "../api.ts";
import { focusFirst, useDeskAction } from "../data.ts";
import { NEXT_STEP, STANDING } from "./next-step.ts";

export type Closing = ReturnType<typeof useClosing>;

/** Closes a case, unless that is undone within ten seconds, and says as what meanwhile. */
export function useClosing({ id }: Case) {
  const [to, setTo] = useState<StatusChange["to"]>("approved");
  const { run, message } = useDeskAction(
    // It is sent even if the page is being left.
    (json: StatusChange) => request("POST /desk/case/:id/status", { id, json, keepalive: true }),
    { words: ({ to }) => `Closed as ${statusLabels[to].toLowerCase()}.`, goOn: [STANDING] },
  );
  const { isBegun, begin, undo } = useUndoable(run);
  return {
    words: isBegun && `Closing as ${statusLabels[to].toLowerCase()}.`,
    begin(change: StatusChange) {
      setTo(change.to);
      begin(change);
    },
    undo() {
      // Its button is gone with it.
      flushSync(undo);
      focusFirst([NEXT_STEP, STANDING]);
    },
    message,
  };
}
