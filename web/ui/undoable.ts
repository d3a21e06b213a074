import { useEffect, useRef, useState } from "react";

/** How long 'Undo' is offered. */
const UNDO_MS = 10_000;

/** Does something ten seconds after it was begun, or at once when the page is hidden or left, unless that is undone before. */
export function useUndoable<Input = void>(act: (input: Input) => void) {
  const [undo, setUndo] = useState<AbortController>();
  const finish = useRef<() => void>(undefined);
  useEffect(() => () => finish.current?.(), []);

  function begin(input: Input) {
    const undo = new AbortController();
    finish.current = () => {
      undo.abort();
      act(input);
    };
    const timer = setTimeout(finish.current, UNDO_MS);
    document.addEventListener("visibilitychange", finish.current, { signal: undo.signal });
    undo.signal.addEventListener("abort", () => {
      clearTimeout(timer);
      finish.current = undefined;
      setUndo(undefined);
    });
    setUndo(undo);
  }

  return { isBegun: undo !== undefined, begin, undo: () => undo?.abort() };
}
