import { useState } from "react";
import { PAPERS, type Paper, papersFor, paperWords } from "../../../db/model/case/papers.ts";
import { type Outcome, outcomeLabels, outcomesFor, type Status, statusLabels } from "../../../db/model/case/status.ts";
import { call } from "../../api.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import type { Case } from "../api.ts";
import { useDeskAction } from "../data.ts";
import { Failure, useMay } from "../desk-page.tsx";
import { Part } from "../parts/part.tsx";
import { nextStepOf } from "../queue/next-step.ts";
import { ReopenForm } from "./reopen-form.tsx";

/** Who works on it. */
export function OwnerPart({ application }: { application: Case }) {
  return (
    <Part id="owner" title="Owner">
      <Owner application={application} />
    </Part>
  );
}

/** Where it stands, and where it goes by hand. */
export function StatusPart({ application }: { application: Case }) {
  return (
    <Part id="status" title="Status">
      <StatusForm application={application} />
      <ReopenForm application={application} />
    </Part>
  );
}

/** What colleagues should know. */
export function NotePart({ application }: { application: Case }) {
  return (
    <Part id="new-note" title="New note">
      <NoteForm id={application.id} />
    </Part>
  );
}

function Owner({ application: { id, owner, status, workRefusal, staff } }: { application: Case }) {
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
    <>
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
    </>
  );
}

function HandOver({ id, others }: { id: string; others: Case["staff"] }) {
  const [to, setTo] = useState("");
  const member = others.find((other) => other.id === to);
  const assigning = useDeskAction(
    (next: Case["staff"][number]) => call("POST /desk/case/:id/assign", { id, json: { ownerId: next.id } }),
    {
      words: ({ username }) => `Handed over to ${username}.`,
      onDone: () => setTo(""),
    },
  );
  return (
    <form
      className="mt-4 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (member) assigning.run(member);
      }}
    >
      <Field id="hand-over" label="Hand over to">
        {(box) => (
          <select {...box} required value={member ? to : ""} onChange={(event) => setTo(event.target.value)}>
            <option value="">Choose</option>
            {others.map(({ id, username }) => (
              <option key={id} value={id}>
                {username}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Failure message={assigning.message} />
      <Button type="submit" look="outline" className="justify-self-start">
        Hand over
      </Button>
    </form>
  );
}

function StatusForm({ application }: { application: Case }) {
  const { id, status, outcome, nextStatuses, workRefusal, answers } = application;
  const [chosen, setChosen] = useState<Status | "">("");
  const [ending, setEnding] = useState<Outcome | "">("");
  // A colleague may have changed the status since this one was chosen.
  const to = nextStatuses.find((next) => next === chosen) ?? "";
  const [papers, setPapers] = useState<Paper[]>([]);
  const change = { from: status, outcome: ending || null, papers };
  const changing = useDeskAction(
    (next: Status) => call("POST /desk/case/:id/status", { id, json: { ...change, to: next } }),
    {
      words: (next) => `The status is now: ${statusLabels[next]}.`,
      onDone: () => choose(""),
      goOn: ["next-status", "status"],
    },
  );
  function choose(next: Status | "") {
    setChosen(next);
    setEnding("");
    setPapers(papersFor(answers));
  }
  const outcomes = to ? outcomesFor(to) : [];
  return (
    <>
      <p className="mt-2">
        {statusLabels[status]}
        {outcome && `: ${outcomeLabels[outcome]}`}
      </p>
      {workRefusal && <p className="mt-1 text-quiet">{workRefusal}</p>}
      {!workRefusal && nextStatuses.length > 0 && (
        <form
          className="mt-3 grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (to) changing.run(to);
          }}
        >
          <Field id="next-status" label="Next status">
            {(box) => (
              <select
                {...box}
                data-key="t"
                value={to}
                required
                onChange={(event) => choose(event.target.value as Status)}
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
          {to === "docs_requested" && <Papers chosen={papers} onChoose={setPapers} />}
          <Button type="submit" className="justify-self-start">
            {outcomes.length > 0 ? "Close application" : "Change status"}
          </Button>
        </form>
      )}
      <Failure message={changing.message} />
    </>
  );
}

/** Which papers the applicant is asked for: as the results page lists them. */
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

/** Notes that were begun, by case: they are there when somebody comes back to the case in this tab. */
const drafts = new Map<string, string>();

function NoteForm({ id }: { id: string }) {
  const [text, setText] = useState(drafts.get(id) ?? "");
  const change = (next: string) => {
    setText(next);
    drafts.set(id, next);
  };
  const adding = useDeskAction(() => call("POST /desk/case/:id/notes", { id, json: { text } }), {
    words: "The note is in the timeline.",
    onDone: () => change(""),
    goOn: ["note"],
  });
  return (
    <form
      className="mt-3 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        adding.run();
      }}
    >
      <Field id="note" label="Note" hint="For colleagues only. It stays in the timeline and cannot be changed.">
        {(box) => (
          <textarea
            {...box}
            data-key="n"
            rows={3}
            required
            maxLength={5000}
            value={text}
            onChange={(event) => change(event.target.value)}
          />
        )}
      </Field>
      <Failure message={adding.message} />
      <Button type="submit" look="outline" className="justify-self-start">
        Add note
      </Button>
    </form>
  );
}
