import { useState } from "react";
import { type Status, statusLabels } from "../../../db/model/case/status.ts";
import { call } from "../../api.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import type { Case } from "../api.ts";
import { useDeskAction } from "../data.ts";
import { Failure, useMay } from "../desk-page.tsx";

/** A manager opens a closed application again. */
export function ReopenForm({ application: { id, reopenedStatuses, contactStoppedAt } }: { application: Case }) {
  const mayReopen = useMay("reopen");
  const [chosen, setChosen] = useState<Status>();
  const [reason, setReason] = useState("");
  const to = reopenedStatuses.find((status) => status === chosen) ?? reopenedStatuses[0];
  const reopening = useDeskAction(
    (status: Status) => call("POST /desk/case/:id/reopen", { id, json: { to: status, reason } }),
    {
      words: (status) => `Reopened. The status is now: ${statusLabels[status]}.`,
      onDone: () => setReason(""),
      goOn: ["next-status", "status"],
    },
  );
  return (
    <>
      {mayReopen && to && (
        <form
          className="mt-3 grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            reopening.run(to);
          }}
        >
          <Field
            id="reopen-to"
            label="Reopen as"
            hint={contactStoppedAt ? "The applicant asked us to stop. That stays so." : undefined}
          >
            {(box) => (
              <select {...box} value={to} onChange={(event) => setChosen(event.target.value as Status)}>
                {reopenedStatuses.map((status) => (
                  <option key={status} value={status}>
                    {statusLabels[status]}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field id="reopen-reason" label="Why?" hint="For colleagues only. It stays in the timeline.">
            {(box) => (
              <textarea
                {...box}
                rows={2}
                required
                maxLength={500}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            )}
          </Field>
          <Button type="submit" look="outline" className="justify-self-start">
            Reopen application
          </Button>
        </form>
      )}
      <Failure message={reopening.message} />
    </>
  );
}
