import { useEffect } from "react";
import { Assignment, Note, Reopening, StatusChange } from "../../../db/model/case/case-event.ts";
import { isClosed, outcomeLabels, outcomesFor, statusLabels } from "../../../db/model/case/status.ts";
import { papersFor } from "../../../db/model/papers/papers.ts";
import { call } from "../../api.ts";
import type { Case } from "../api.ts";
import { useMay, useMember } from "../desk-page.tsx";
import { ChoosePapers } from "../papers/choose-papers.tsx";
import {
  ActionButton,
  ActionForm,
  Options,
  SelectField,
  TextField,
  type Typing,
  useTyped,
} from "../parts/action-form.tsx";
import { Fold } from "../parts/part.tsx";
import type { Closing } from "./closing.ts";
import { NEXT_STEP, STANDING } from "./next-step.ts";

interface Props {
  application: Case;
  /** Comes before what ends the member's work on it. */
  onEnd: () => Promise<void>;
}

/** Gives a case back, or to somebody else. Nothing where the member may do neither. */
export function OwnerFold({ application: { id, owner, workRefusal, staff }, onEnd }: Props) {
  const [mayAssign, member] = [useMay("assign"), useMember()];
  const isTheirs = owner !== null && !workRefusal;
  if (!isTheirs && !mayAssign) return null;
  return (
    <Fold title="Owner" note={ownerWords(owner, member)}>
      {isTheirs && (
        <ActionButton
          act={() => onEnd().then(() => call("POST /desk/case/:id/release", { id }))}
          words="Given back to the queue."
          goOn={[NEXT_STEP]}
        >
          Give back to the queue
        </ActionButton>
      )}
      {mayAssign && <HandOver id={id} others={staff.filter((member) => member.id !== owner?.id)} onEnd={onEnd} />}
    </Fold>
  );
}

export function ownerWords(owner: Case["owner"], member: ReturnType<typeof useMember>) {
  if (owner && owner.username === member?.username) return "Yours";
  return owner ? (owner.username ?? "A former member") : "Nobody yet";
}

function HandOver({ id, others, onEnd }: { id: string; others: Case["staff"] } & Pick<Props, "onEnd">) {
  const form = useTyped({ ownerId: "" });
  const nameOf = (ownerId: string) => others.find((other) => other.id === ownerId)?.username;
  const ownerId = nameOf(form.typed.ownerId) ? form.typed.ownerId : "";
  return (
    <ActionForm
      form={{ ...form, typed: { ownerId } }}
      schema={Assignment}
      act={(json) => onEnd().then(() => call("POST /desk/case/:id/assign", { id, json }))}
      words={({ ownerId }) => `Handed over to ${nameOf(ownerId)}.`}
      button="Hand over"
    >
      <SelectField name="ownerId" id="hand-over" label="Hand over to" first="Choose" of={others} />
    </ActionForm>
  );
}

/** Moves a case to another status, or closes it. */
export function StatusForm({ application, onEnd, closing }: Props & { closing: Closing }) {
  const { id, status, nextStatuses, workRefusal, answers } = application;
  const form = useTyped({ to: "", outcome: "", papers: papersFor(answers) });
  // A colleague may have changed the status since this one was chosen.
  const to = nextStatuses.find((next) => next === form.typed.to) ?? "";
  const outcomes = to ? outcomesFor(to) : [];
  const [only = "", ...more] = outcomes;
  const outcome = more.length === 0 ? only : (outcomes.find((each) => each === form.typed.outcome) ?? "");
  useEffect(() => {
    if (to) document.getElementById("change-status")?.scrollIntoView({ block: "nearest" });
  }, [to]);
  if (workRefusal || nextStatuses.length === 0) {
    return <ReopenForm application={application} />;
  }
  return (
    <ActionForm
      className={`grid min-w-0 grid-cols-1 gap-3 ${to ? "w-full" : ""}`}
      form={{ ...form, typed: { ...form.typed, to, outcome } }}
      schema={StatusChange}
      read={(typed) => ({ ...typed, from: status, outcome: outcomes.length > 0 ? typed.outcome : null })}
      act={async (json) => {
        if (!json.outcome) return call("POST /desk/case/:id/status", { id, json });
        await onEnd();
        closing.begin(json);
      }}
      words={({ to, outcome }) => (outcome ? "" : `The status is now: ${statusLabels[to]}.`)}
      goOn={[NEXT_STEP, STANDING]}
      buttonId="change-status"
      button={to && (outcomes.length > 0 ? "Close application" : "Change status")}
    >
      <SelectField
        name="to"
        id="next-status"
        label={<span className="sr-only">Next status</span>}
        className="sm:w-56"
        data-key="t"
        first="Change status..."
        of={nextStatuses.filter((next) => !isClosed(next))}
        words={statusLabels}
      >
        <optgroup label="Close">
          <Options of={nextStatuses.filter(isClosed)} words={statusLabels} />
        </optgroup>
      </SelectField>
      {outcomes.length > 0 && (
        <SelectField
          name="outcome"
          label="How did it end?"
          hint="We compare forecasts with this later."
          first="Choose"
          of={outcomes}
          words={outcomeLabels}
        />
      )}
      {to === "docs_requested" && (
        <ChoosePapers chosen={form.typed.papers} onChoose={(papers) => form.change({ papers })} />
      )}
    </ActionForm>
  );
}

/** A manager reopens a closed case here. */
function ReopenForm({ application: { id, reopenedStatuses, contactStoppedAt } }: { application: Case }) {
  const mayReopen = useMay("reopen");
  const form = useTyped({ to: "", reason: "" }, `reopening ${id}`);
  const to = reopenedStatuses.find((status) => status === form.typed.to) ?? reopenedStatuses[0];
  if (!mayReopen || !to) return null;
  return (
    <details className="w-full">
      <summary className="link min-h-6 w-fit">Reopen this application</summary>
      <ActionForm
        form={{ ...form, typed: { ...form.typed, to } }}
        schema={Reopening}
        act={(json) => call("POST /desk/case/:id/reopen", { id, json })}
        words={({ to }) => `Reopened. The status is now: ${statusLabels[to]}.`}
        goOn={[NEXT_STEP, STANDING]}
        button="Reopen application"
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
    </details>
  );
}

/** A note, which is saved by itself or with how a call ended. Its parts stand in the row of what surrounds it. */
export function NoteForm({ id, form }: { id: string; form: Typing<Note> }) {
  return (
    <ActionForm
      className="contents"
      form={form}
      schema={Note}
      act={(json) => call("POST /desk/case/:id/notes", { id, json })}
      words="The note is in the timeline."
      goOn={["note"]}
      button={form.typed.text && "Add note"}
    >
      <TextField
        name="text"
        id="note"
        label="Note"
        className="note w-full"
        hint="For colleagues only. It cannot be changed."
        rows={1}
        data-key="n"
      />
    </ActionForm>
  );
}
