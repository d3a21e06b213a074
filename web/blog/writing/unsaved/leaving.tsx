import { useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";

/** Asks before somebody leaves with unsaved text: by link, Back, Forward, reload or closing the tab. */
export function LeavingAsks({ isUnsaved }: { isUnsaved: boolean }) {
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  const leave = useRef<() => void>(undefined);
  const isLeaving = useRef(false);

  useEffect(() => {
    if (!isUnsaved) return;
    const here = location.pathname + location.search;

    function ask(thenLeave: () => void) {
      leave.current = thenLeave;
      dialog.current?.showModal();
    }
    function onUnload(event: BeforeUnloadEvent) {
      // Even a page reached by router may need a page load.
      if (!isLeaving.current) event.preventDefault();
    }
    function onClick(event: MouseEvent) {
      const link = event.target instanceof Element && event.target.closest("a");
      if (!link || !isPlainClick(event) || link.target || link.origin !== location.origin) return;
      if (link.pathname + link.search === here) return;
      event.preventDefault();
      event.stopPropagation();
      ask(() => navigate(link.pathname + link.search + link.hash));
    }
    function onNavigate(event: NavigateEvent) {
      if (event.navigationType !== "traverse" || !event.cancelable || isLeaving.current) return;
      event.preventDefault();
      const { key } = event.destination;
      ask(() => navigation.traverseTo(key));
    }

    addEventListener("beforeunload", onUnload);
    document.addEventListener("click", onClick, true);
    // Browsers without it go back without asking. The text is kept and offered anyway.
    window.navigation?.addEventListener("navigate", onNavigate);
    return () => {
      removeEventListener("beforeunload", onUnload);
      document.removeEventListener("click", onClick, true);
      window.navigation?.removeEventListener("navigate", onNavigate);
    };
  }, [isUnsaved, navigate]);

  return (
    <Dialog ref={dialog} aria-labelledby="leaving">
      <h2 id="leaving" className="text-h3">
        Leave without saving?
      </h2>
      <p className="mt-2">
        What you wrote isn’t on the site yet. This browser will keep it and offer it when you come back.
      </p>
      <form method="dialog" className="mt-5 flex flex-wrap gap-3">
        <Button type="submit">Keep writing</Button>
        <Button
          look="outline"
          onClick={() => {
            isLeaving.current = true;
            leave.current?.();
          }}
        >
          Leave
        </Button>
      </form>
    </Dialog>
  );
}

function isPlainClick(event: MouseEvent) {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}
