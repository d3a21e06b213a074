import { NEXT_KINDS, NextAction, nextKindLabels } from "../../../db/model/case/next-action.ts";
import { call } from "../../api.ts";
import type { Case } from "../api.ts";
import { ActionForm, SelectField, TextField, useTyped } from "../parts/action-form.tsx";
import { TimeField, typedInstant, typedTime } from "../parts/time-field.tsx";

type Next = NonNullable<Case["next"]>;

/** Plans another next action. What the member chose and typed stays, even if something else is planned meanwhile. */
export function PlanForm({ id, next, zip, name }: { id: string; next: Next; zip: string; name: string }) {
  const planned = next.isImplied
    ? { kind: next.kind, note: "", at: "" }
    : { kind: next.kind, note: next.note, at: typedTime(new Date(next.at)) };
  const form = useTyped(planned, `next ${id}`);
  return (
    <details name={name}>
      <summary id="plan" className="link min-h-6 w-fit">
        Plan something else
      </summary>
      <ActionForm
        className="mt-3 grid grid-cols-1 gap-4 sm:grid-cols-3"
        form={form}
        schema={NextAction}
        read={(typed) => ({ ...typed, at: typedInstant(typed.at) })}
        act={({ kind, note = "", at }) =>
          call("PUT /desk/case/:id/next", { id, json: { kind, note, at: at.toISOString() } })
        }
        words="Planned."
        goOn={["plan"]}
        button="Plan this"
      >
        <SelectField name="kind" id="next-kind" label="What" of={NEXT_KINDS} words={nextKindLabels} />
        <TimeField name="at" id="next-at" label="When" zip={form.typed.kind === "call" ? zip : undefined} />
        <TextField name="note" id="next-note" label="Details" isOptional />
      </ActionForm>
    </details>
  );
}
