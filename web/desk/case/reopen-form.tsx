import { Reopening } from "../../../db/model/case/case-event.ts";
import { statusLabels } from "../../../db/model/case/status.ts";
import { call } from "../../api.ts";
import type { Case } from "../api.ts";
import { useMay } from "../desk-page.tsx";
import { ActionForm, SelectField, TextField, useTyped } from "../parts/action-form.tsx";
import { NEXT_STEP } from "./next-step.ts";

/** A manager reopens a closed case here. */
export function ReopenForm({ application: { id, reopenedStatuses, contactStoppedAt } }: { application: Case }) {
  const mayReopen = useMay("reopen");
  const form = useTyped({ to: "", reason: "" }, `reopening ${id}`);
  const to = reopenedStatuses.find((status) => status === form.typed.to) ?? reopenedStatuses[0];
  if (!mayReopen || !to) return null;
  return (
    <ActionForm
      form={{ ...form, typed: { ...form.typed, to } }}
      schema={Reopening}
      act={(json) => call("POST /desk/case/:id/reopen", { id, json })}
      words={({ to }) => `Reopened. The status is now: ${statusLabels[to]}.`}
      goOn={[NEXT_STEP, "standing"]}
      button="Reopen application"
      look="outline"
    >
      <SelectField
        name="to"
        id="reopen-to"
        label="Reopen as"
        hint={contactStoppedAt ? "The applicant asked us to stop. That stays so." : undefined}
        of={reopenedStatuses}
        words={statusLabels}
      />
      <TextField
        name="reason"
        id="reopen-reason"
        label="Why?"
        hint="For colleagues only. It stays in the timeline."
        rows={2}
      />
    </ActionForm>
  );
}
