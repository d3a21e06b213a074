import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dateAndTime } from "../../../db/model/time/time-in-words.ts";
import { type Guidance, stopContact } from "../../api.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Failed } from "../../ui/failed.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ContactAgain } from "./contact-again.tsx";

/** 'Stop contacting me', and the way back unless the application is closed. */
export function StopContact({ applicationId, guidance }: { applicationId: string; guidance: Guidance }) {
  const { contactStoppedAt: stoppedAt, progress } = guidance;
  const queries = useQueryClient();
  const stopping = useMutation({
    mutationFn: () => stopContact(applicationId),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["guidance", applicationId] }),
  });
  return (
    <Card id="stop-contact" className="no-print">
      <h2 className="text-h3">Rather not hear from us?</h2>
      {stoppedAt ? (
        <>
          <Notice kind="done" role="status" className="mt-3">
            We stopped contacting you about this application on {dateAndTime(stoppedAt)}. It stays on record.
          </Notice>
          {progress.now.code !== "closed" && <ContactAgain applicationId={applicationId} />}
        </>
      ) : (
        <>
          <p className="mt-2">
            We'll stop calls and emails about this application right away, and send it to nobody else. Once you've
            opened a link in our email about it, that goes for your others with the same email, too. They all stay on
            record.
          </p>
          <Failed error={stopping.error} className="mt-3" />
          <Button look="outline" className="mt-3" onClick={() => stopping.mutate()} disabled={stopping.isPending}>
            Stop contacting me
          </Button>
        </>
      )}
    </Card>
  );
}
