import { useState } from "react";
import { type Outcome, outcomeLabels, outcomesFor, type Status, statusLabels } from "../../db/model/status.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { control, Field } from "../ui/field.tsx";
import { addNote, assign, type Case, changeStatus, claim, release } from "./api.ts";
import { useDeskAction } from "./data.ts";
import { Failure, useMay } from "./desk-page.tsx";

/** Who works on it, where it stands, and notes. */
export function CaseWork({ application }: { application: Case }) {
  return (
    <>
      <Card>
        <h2 className="text-h3">Owner</h2>
        <Owner application={application} />
      </Card>
      <Card>
        <h2 className="text-h3">Status</h2>
        <StatusForm key={application.status} application={application} />
      </Card>
      <Card>
        <h2 className="text-h3">New note</h2>
        <NoteForm id={application.id} />
      </Card>
    </>
  );
}

function Owner({ application: { id, owner, notMine, staff } }: { application: Case }) {
  const claiming = useDeskAction(() => claim(id));
  const releasing = useDeskAction(() => release(id));
  const assigning = useDeskAction((ownerId: string) => assign(id, ownerId));
  const mayAssign = useMay("assign");
  return (
    <>
      <p className="mt-2">
        {owner ? `${owner.username ?? "A former member"} works on it.` : "Nobody works on it yet."}
      </p>
      <Failure message={claiming.message ?? releasing.message ?? assigning.message} />
      <div className="mt-3 flex flex-wrap items-end gap-3">
        {!owner && (
          <Button onClick={() => claiming.mutate(undefined)} disabled={claiming.isPending}>
            Claim
          </Button>
        )}
        {owner && !notMine && (
          <Button look="outline" onClick={() => releasing.mutate(undefined)} disabled={releasing.isPending}>
            Give back to the queue
          </Button>
        )}
        {mayAssign && (
          <label className="grid gap-1 font-semibold text-sm">
            Hand over to
            <select
              value=""
              className={control}
              onChange={(event) => event.target.value && assigning.mutate(event.target.value)}
            >
              <option value="">Choose</option>
              {staff
                .filter((member) => member.id !== owner?.id)
                .map((member) => (
                  <option key={member.id} value={member.id}>
                    {member.username}
                  </option>
                ))}
            </select>
          </label>
        )}
      </div>
    </>
  );
}

function StatusForm({ application: { id, status, outcome, nextStatuses, notMine } }: { application: Case }) {
  const [to, setTo] = useState<Status | "">("");
  const [ending, setEnding] = useState<Outcome | "">("");
  const changing = useDeskAction(() => changeStatus(id, status, to as Status, ending || null));
  const outcomes = to ? outcomesFor(to) : [];
  return (
    <>
      <p className="mt-2">
        {statusLabels[status]}
        {outcome && `: ${outcomeLabels[outcome]}`}
      </p>
      {notMine && <p className="mt-1 text-quiet">{notMine}</p>}
      {!notMine && nextStatuses.length > 0 && (
        <form
          className="mt-3 grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            changing.mutate(undefined);
          }}
        >
          <Field id="next-status" label="Next status">
            {(box) => (
              <select
                {...box}
                value={to}
                required
                onChange={(event) => {
                  setTo(event.target.value as Status);
                  setEnding("");
                }}
              >
                <option value="">Choose</option>
                {nextStatuses.map((next) => (
                  <option key={next} value={next}>
                    {statusLabels[next]}
                  </option>
                ))}
              </select>
            )}
          </Field>
          {outcomes.length > 0 && (
            <Field id="outcome" label="How did it end?" hint="We compare forecasts with this later.">
              {(box) => (
                <select {...box} value={ending} required onChange={(event) => setEnding(event.target.value as Outcome)}>
                  <option value="">Choose</option>
                  {outcomes.map((each) => (
                    <option key={each} value={each}>
                      {outcomeLabels[each]}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          )}
          <Button type="submit" className="justify-self-start" disabled={changing.isPending}>
            {outcomes.length > 0 ? "Close application" : "Change status"}
          </Button>
        </form>
      )}
      <Failure message={changing.message} />
    </>
  );
}

function NoteForm({ id }: { id: string }) {
  const [text, setText] = useState("");
  const adding = useDeskAction(
    () => addNote(id, text),
    () => setText(""),
  );
  return (
    <form
      className="mt-3 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        adding.mutate(undefined);
      }}
    >
      <Field id="note" label="Note" hint="For colleagues only. It stays in the timeline and cannot be changed.">
        {(box) => (
          <textarea
            {...box}
            rows={3}
            required
            maxLength={5000}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Failure message={adding.message} />
      <Button type="submit" look="outline" className="justify-self-start" disabled={adding.isPending}>
        Add note
      </Button>
    </form>
  );
}
