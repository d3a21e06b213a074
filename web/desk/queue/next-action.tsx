import { useState } from "react";
import {
  NEXT_KINDS,
  NextAction,
  type NextKind,
  nextInWords,
  nextKindLabels,
} from "../../../db/model/queue/next-action.ts";
import { shortTime } from "../../../db/model/time/time-for-staff.ts";
import { call } from "../../api.ts";
import type { Case } from "../api.ts";
import { useDeskAction } from "../data.ts";
import { ActionForm, Options, SelectField, TextField, useTyped } from "../parts/action-form.tsx";
import { Part } from "../parts/part.tsx";
import { TimeField, typedInstant, typedTime } from "../parts/time-field.tsx";

const HEADING = "next";

/** The next action of an application, which can be changed here. */
export function NextPart({ application }: { application: Case }) {
  const { id, next, workRefusal, answers } = application;
  const [plans, setPlans] = useState(0);
  const planning = useDeskAction(
    ({ kind, note = "", at }: NextAction) =>
      call("PUT /desk/case/:id/next", { id, json: { kind, note, at: at.toISOString() } }),
    {
      words: "Planned.",
      onDone: () => setPlans(plans + 1),
      goOn: [HEADING],
    },
  );
  return (
    <Part id={HEADING} title="Next">
      {next ? (
        <p>
          <NextInWords next={next} />
        </p>
      ) : (
        <p className="text-quiet">Nothing comes next.</p>
      )}
      {next && !workRefusal && <NextForm key={plans} next={next} zip={answers.zip ?? ""} planning={planning} />}
    </Part>
  );
}

type Planning = { run: (plan: NextAction) => void; message: string | null };
type Next = NonNullable<Case["next"]>;

/** 'Call, Nov 23, 3:30 PM: call again'. */
export function NextInWords({ next: { kind, note, at, isImplied, words } }: { next: Next }) {
  if (isImplied) {
    return (
      <>
        <strong>{note}</strong>
        {kind === "call" && `, by ${shortTime(at)}`}
      </>
    );
  }
  return (
    <>
      <strong>{nextInWords({ kind, note })}</strong>, {kind === "call" ? words : shortTime(at)}
      {kind !== "other" && note && `: ${note}`}
    </>
  );
}

function NextForm({ next, zip, planning }: { next: Next; zip: string; planning: Planning }) {
  // Keep what the member chose and typed here, even if something else is planned meanwhile.
  const draft = useTyped<{ kind?: NextKind; note?: string; at?: string }>({});
  const planned = next.isImplied
    ? { kind: next.kind, note: "", at: "" }
    : { kind: next.kind, note: next.note, at: typedTime(new Date(next.at)) };
  const form = { ...draft, typed: { ...planned, ...draft.typed } };
  return (
    <details className="mt-2">
      <summary className="link min-h-6 w-fit font-semibold">Plan something else</summary>
      <ActionForm
        form={form}
        schema={NextAction}
        read={(typed) => ({ ...typed, at: typedInstant(typed.at) })}
        action={planning}
        button="Plan this"
        look="outline"
      >
        <SelectField name="kind" id="next-kind" label="What">
          <Options of={NEXT_KINDS} words={nextKindLabels} />
        </SelectField>
        <TimeField name="at" id="next-at" label="When" zip={form.typed.kind === "call" ? zip : undefined} />
        <TextField name="note" id="next-note" label="Details" isOptional />
      </ActionForm>
    </details>
  );
}
