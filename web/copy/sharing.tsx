import { useMutation, useQueryClient } from "@tanstack/react-query";
import { namesOf } from "../../db/model/answer-words.ts";
import { type Guidance, stopContact } from "../api.ts";
import { dateAndTime } from "../format.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Notice } from "../ui/notice.tsx";

/** On /results: who outside our team received the application, and 'Stop contacting me'. */
export function Sharing({ applicationId, guidance }: { applicationId: string; guidance: Guidance }) {
  return (
    <>
      <Card>
        <h2 className="text-h3">Who has your information</h2>
        {guidance.sharedWith.length === 0 && (
          <p className="mt-2">Nobody outside our team has received your information</p>
        )}
        <ul className="mt-2 grid gap-3">
          {guidance.sharedWith.map(({ name, fields, at }) => (
            <li key={name + at}>
              <strong>{name}</strong> received your {namesOf(fields)} on {dateAndTime(new Date(at))}.
            </li>
          ))}
        </ul>
      </Card>
      <StopContact applicationId={applicationId} stoppedAt={guidance.contactStoppedAt} />
    </>
  );
}

function StopContact({ applicationId, stoppedAt }: { applicationId: string; stoppedAt: string | null }) {
  const queries = useQueryClient();
  const stopping = useMutation({
    mutationFn: () => stopContact(applicationId),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["guidance", applicationId] }),
  });
  return (
    <Card id="stop-contact" className="no-print">
      <h2 className="text-h3">Rather not hear from us?</h2>
      {stoppedAt ? (
        <Notice kind="done" role="status" className="mt-3">
          We no longer contact you, since {dateAndTime(new Date(stoppedAt))}. If you change your mind, apply again: we
          then contact you about the new application.
        </Notice>
      ) : (
        <>
          <p className="mt-2">
            We stop calls, texts and emails at once, and send your information to nobody else. Your application stays on
            record.
          </p>
          {stopping.isError && (
            <Notice kind="alert" role="alert" className="mt-3">
              That did not reach us. Please try again.
            </Notice>
          )}
          <Button look="outline" className="mt-3" onClick={() => stopping.mutate()} disabled={stopping.isPending}>
            Stop contacting me
          </Button>
        </>
      )}
    </Card>
  );
}
