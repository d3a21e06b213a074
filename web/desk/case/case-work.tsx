import { Assignment, Note, StatusChange } from "../../../db/model/case/case-event.ts";
import { PAPERS, type Paper, papersFor, paperWords } from "../../../db/model/case/papers.ts";
import { outcomeLabels, outcomesFor, statusLabels } from "../../../db/model/case/status.ts";
import { call } from "../../api.ts";
import { Button } from "../../ui/button.tsx";
import type { Case } from "../api.ts";
import { useDeskAction } from "../data.ts";
import { Failure, useMay } from "../desk-page.tsx";
import { ActionForm, Options, SelectField, TextField, useTyped } from "../parts/action-form.tsx";
import { Part } from "../parts/part.tsx";
import { nextStepOf } from "../queue/next-step.ts";
import { ReopenForm } from "./reopen-form.tsx";

/** Who works on it, and buttons to take, give back and hand over. */
export function OwnerPart({ application: { id, owner, status, workRefusal, staff } }: { application: Case }) {
  const claiming = useDeskAction(() => call("POST /desk/case/:id/claim", { id }), {
    words: "You work on this application now.",
    goOn: (_, claimed) => [...(claimed ? [nextStepOf(status)] : []), "owner"],
  });
  const releasing = useDeskAction(() => call("POST /desk/case/:id/release", { id }), {
    words: "Given back to the queue.",
    goOn: ["owner"],
  });
  const mayAssign = useMay("assign");
  return (
    <Part id="owner" title="Owner">
      <p className="mt-2">
        {owner ? `${owner.username ?? "A former member"} works on it.` : "Nobody works on it yet."}
      </p>
      <Failure message={claiming.message ?? releasing.message} />
      <div className="mt-3 flex flex-wrap items-end gap-3">
        {!owner?.username && (
          <Button data-key="c" onClick={() => claiming.run()}>
            Claim
          </Button>
        )}
        {owner && !workRefusal && (
          <Button look="outline" onClick={() => releasing.run()}>
            Give back to the queue
          </Button>
        )}
      </div>
      {mayAssign && <HandOver id={id} others={staff.filter((member) => member.id !== owner?.id)} />}
    </Part>
  );
}

function HandOver({ id, others }: { id: string; others: Case["staff"] }) {
  const form = useTyped({ ownerId: "" });
  const nameOf = (ownerId: string) => others.find((other) => other.id === ownerId)?.username;
  const assigning = useDeskAction(
    ({ ownerId }: Assignment) => call("POST /desk/case/:id/assign", { id, json: { ownerId } }),
    {
      words: ({ ownerId }) => `Handed over to ${nameOf(ownerId)}.`,
      onDone: form.clear,
    },
  );
  const ownerId = nameOf(form.typed.ownerId) ? form.typed.ownerId : "";
  return (
    <ActionForm
      form={{ ...form, typed: { ownerId } }}
      schema={Assignment}
      action={assigning}
      button="Hand over"
      look="outline"
    >
      <SelectField name="ownerId" id="hand-over" label="Hand over to">
        <Options first="Choose" of={others} />
      </SelectField>
    </ActionForm>
  );
}

/** The status, and where a member may move it. */
export function StatusPart({ application }: { application: Case }) {
  const { id, status, outcome, nextStatuses, workRefusal, answers } = application;
  const form = useTyped({ to: "", outcome: "", papers: [] as Paper[] });
  // A colleague may have changed the status since this one was chosen.
  const to = nextStatuses.find((next) => next === form.typed.to) ?? "";
  const changing = useDeskAction((change: StatusChange) => call("POST /desk/case/:id/status", { id, json: change }), {
    words: (change) => `The status is now: ${statusLabels[change.to]}.`,
    onDone: form.clear,
    goOn: ["next-status", "status"],
  });
  const outcomes = to ? outcomesFor(to) : [];
  return (
    <Part id="status" title="Status">
      <p className="mt-2">
        {statusLabels[status]}
        {outcome && `: ${outcomeLabels[outcome]}`}
      </p>
      {workRefusal && <p className="mt-1 text-quiet">{workRefusal}</p>}
      {!workRefusal && nextStatuses.length > 0 ? (
        <ActionForm
          form={{
            typed: { ...form.typed, to },
            // Choosing another status resets the fields that it asks for.
            change: (changes) =>
              form.change(changes.to === undefined ? changes : { ...changes, outcome: "", papers: papersFor(answers) }),
          }}
          schema={StatusChange}
          read={(typed) => ({ ...typed, from: status, outcome: outcomes.length > 0 ? typed.outcome : null })}
          action={changing}
          button={outcomes.length > 0 ? "Close application" : "Change status"}
        >
          <SelectField name="to" id="next-status" label="Next status" data-key="t">
            <Options first="Choose" of={nextStatuses} words={statusLabels} />
          </SelectField>
          {outcomes.length > 0 && (
            <SelectField name="outcome" label="How did it end?" hint="We compare forecasts with this later.">
              <Options first="Choose" of={outcomes} words={outcomeLabels} />
            </SelectField>
          )}
          {to === "docs_requested" && (
            <Papers chosen={form.typed.papers} onChoose={(papers) => form.change({ papers })} />
          )}
        </ActionForm>
      ) : (
        <Failure message={changing.message} />
      )}
      <ReopenForm application={application} />
    </Part>
  );
}

/** The papers to ask the applicant for. The results page will list them. */
function Papers({ chosen, onChoose }: { chosen: Paper[]; onChoose: (papers: Paper[]) => void }) {
  return (
    <fieldset>
      <legend className="font-semibold">Which documents?</legend>
      <p className="text-quiet text-sm">The applicant will see this list on the results page.</p>
      <div className="mt-2 grid gap-2">
        {PAPERS.map((paper) => (
          <label key={paper} className="flex items-start gap-3">
            <input
              type="checkbox"
              checked={chosen.includes(paper)}
              onChange={({ target }) =>
                onChoose(PAPERS.filter((each) => (each === paper ? target.checked : chosen.includes(each))))
              }
              className="size-6 shrink-0 accent-bluebonnet"
            />
            {paperWords(paper)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Notes for colleagues. */
export function NotePart({ id }: { id: string }) {
  const form = useTyped({ text: "" }, `note ${id}`);
  const adding = useDeskAction((note: Note) => call("POST /desk/case/:id/notes", { id, json: note }), {
    words: "The note is in the timeline.",
    onDone: form.clear,
    goOn: ["note"],
  });
  return (
    <Part id="new-note" title="New note">
      <ActionForm form={form} schema={Note} action={adding} button="Add note" look="outline">
        <TextField
          name="text"
          id="note"
          label="Note"
          hint="For colleagues only. It stays in the timeline and cannot be changed."
          rows={3}
          data-key="n"
        />
      </ActionForm>
    </Part>
  );
}
