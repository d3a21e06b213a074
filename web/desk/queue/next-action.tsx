import { useState } from "react";
import { NEXT_KINDS, type NextKind, nextInWords, nextKindLabels } from "../../../db/model/queue/next-action.ts";
import { shortTime } from "../../../db/model/time/time-in-words.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { type Case, setNext } from "../api.ts";
import { useDeskAction } from "../data.ts";
import { Failure } from "../desk-page.tsx";
import { Part } from "../parts/part.tsx";
import { instantOfTyped, TimeField, typedTime } from "../parts/time-field.tsx";

const HEADING = "next";

/** What comes next about an application, and when; it is changed in place. */
export function NextPart({ application }: { application: Case }) {
  const { id, next, workRefusal, answers } = application;
  const [plans, setPlans] = useState(0);
  const planning = useDeskAction((plan: Plan) => setNext(id, plan), {
    words: "Planned.",
    onDone: () => setPlans(plans + 1),
    goOn: [HEADING],
  });
  return (
    <Part id={HEADING} title="Next">
      {next ? (
        <p>
          <NextInWords next={next} />
        </p>
      ) : (
        <p className="text-quiet">Nothing comes next.</p>
      )}
      {next && !workRefusal && (
        <NextForm key={plans} next={next} zip={answers.zip ?? ""} refused={planning.message} onPlan={planning.run} />
      )}
    </Part>
  );
}

type Plan = Parameters<typeof setNext>[1];
type Next = NonNullable<Case["next"]>;
interface Draft {
  kind: NextKind;
  note: string;
  /** As it is typed. */
  time: string;
}

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

function NextForm({
  next,
  zip,
  refused,
  onPlan,
}: {
  next: Next;
  zip: string;
  refused: string | null;
  onPlan: (plan: Plan) => void;
}) {
  // What the member chose and typed here stays, even if something else is planned meanwhile.
  const [draft, setDraft] = useState<Partial<Draft>>({});
  const planned = next.isImplied
    ? { kind: next.kind, note: "", time: "" }
    : { kind: next.kind, note: next.note, time: typedTime(new Date(next.at)) };
  const { kind, note, time }: Draft = { ...planned, ...draft };
  const change = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes });
  return (
    <details className="mt-2">
      <summary className="link min-h-6 w-fit font-semibold">Plan something else</summary>
      <form
        className="mt-3 grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          const at = instantOfTyped(time);
          if (at) onPlan({ kind, note, at: at.toISOString() });
        }}
      >
        <Field id="next-kind" label="What">
          {(box) => (
            <select {...box} value={kind} onChange={({ target }) => change({ kind: target.value as NextKind })}>
              {NEXT_KINDS.map((each) => (
                <option key={each} value={each}>
                  {nextKindLabels[each]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <TimeField
          id="next-at"
          label="When"
          value={time}
          onChange={(typed) => change({ time: typed })}
          zip={kind === "call" ? zip : undefined}
        />
        <Field id="next-note" label="Details" isOptional>
          {(box) => (
            <input {...box} maxLength={200} value={note} onChange={({ target }) => change({ note: target.value })} />
          )}
        </Field>
        <Failure message={refused} />
        <Button type="submit" look="outline" className="justify-self-start">
          Plan this
        </Button>
      </form>
    </details>
  );
}
