import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { t } from "../../../db/model/words.ts";
import { type Guidance, stopContact } from "../../api.ts";
import { Button } from "../../ui/button.tsx";
import { Failed } from "../../ui/failed.tsx";
import { ContactAgain } from "./contact-again.tsx";

/** How long a stop waits for 'Undo'. It cannot be undone on the server, because it ends calls, permissions and mails. */
const UNDO_MS = 10_000;

/** 'Stop contacting me', and the way back unless the application is closed. */
export function StopContact({ applicationId, guidance }: { applicationId: string; guidance: Guidance }) {
  const { contactStoppedAt, progress } = guidance;
  const queries = useQueryClient();
  const [undo, setUndo] = useState<AbortController>();
  const stopping = useMutation({
    mutationFn: () => stopContact(applicationId),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["guidance", applicationId] });
      // Whoever waited for it reads on top what has changed.
      document.getElementById("main")?.focus();
    },
  });

  /** Stops after the seconds for 'Undo', or once the page is left. */
  function begin() {
    const undo = new AbortController();
    const stop = () => {
      undo.abort();
      stopping.mutate();
    };
    const timer = setTimeout(stop, UNDO_MS);
    document.addEventListener("visibilitychange", stop, { signal: undo.signal });
    undo.signal.addEventListener("abort", () => {
      clearTimeout(timer);
      setUndo(undefined);
    });
    setUndo(undo);
  }

  if (contactStoppedAt !== null) {
    return (
      <div id="stop-contact">{progress.now.code !== "closed" && <ContactAgain applicationId={applicationId} />}</div>
    );
  }
  return (
    <div id="stop-contact">
      <h3 className="text-base">Rather not hear from us?</h3>
      <p className="mt-2">
        This ends calls and emails about this application, a call you booked, and every yes to a lender or dealer. Once
        you've opened a link in our email about it, that goes for your others with the same email, too. They all stay on
        record.
      </p>
      <Failed error={stopping.error} className="mt-3" />
      <p role="status" className={undo ? "mt-3" : "sr-only"}>
        {undo && t`We'll stop in ten seconds.`}
      </p>
      <Button
        look="outline"
        className="mt-3"
        disabled={stopping.isPending}
        onClick={() => (undo ? undo.abort() : begin())}
      >
        {undo ? t`Undo` : t`Stop contacting me`}
      </Button>
    </div>
  );
}
