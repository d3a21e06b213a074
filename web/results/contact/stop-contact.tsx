import { useMutation, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { t } from "../../../db/model/words.ts";
import { type Guidance, stopContact } from "../../api.ts";
import { Button } from "../../ui/button.tsx";
import { Failed } from "../../ui/failed.tsx";
import { useUndoable } from "../../ui/undoable.ts";
import { mailProofOf } from "./opened-link.ts";
import { toTop } from "./to-top.ts";

const ContactAgain = lazy(() => import("./contact-again.tsx"));

/**
 * 'Stop contacting me', and the way back unless the application is closed. The server cannot undo a stop, because it ends
 * calls, permissions and mails.
 */
export function StopContact({ applicationId, guidance }: { applicationId: string; guidance: Guidance }) {
  const { contactStoppedAt, isByPhone, progress } = guidance;
  const queries = useQueryClient();
  const stopping = useMutation({
    mutationFn: () => stopContact(applicationId, mailProofOf(applicationId)),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["guidance", applicationId] });
      toTop();
    },
  });

  const stop = useUndoable(stopping.mutate);

  if (contactStoppedAt !== null) {
    return (
      <div id="stop-contact">
        {isByPhone ? (
          <p className="mt-4">You applied by phone. To hear from us again, please apply again.</p>
        ) : (
          <Suspense>{progress.now.code !== "closed" && <ContactAgain applicationId={applicationId} />}</Suspense>
        )}
      </div>
    );
  }
  return (
    <div id="stop-contact">
      <h3 className="text-base">Rather not hear from us?</h3>
      <p className="mt-2">
        This ends all calls and emails about this application, cancels a booked call and takes back every yes to a
        lender or dealer. We keep a record of it.
      </p>
      {mailProofOf(applicationId) && <p className="mt-2">It goes for your others with the same email, too.</p>}
      <Failed error={stopping.error} className="mt-3" />
      <p role="status" className={stop.isBegun ? "mt-3" : "sr-only"}>
        {stop.isBegun && t`We’ll stop in ten seconds.`}
      </p>
      <Button
        look="outline"
        className="mt-3"
        disabled={stopping.isPending}
        onClick={stop.isBegun ? stop.undo : () => stop.begin()}
      >
        {stop.isBegun ? t`Undo` : t`Stop contacting me`}
      </Button>
    </div>
  );
}
