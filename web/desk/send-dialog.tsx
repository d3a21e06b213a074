import { useRef, useState } from "react";
import { answerRows } from "../../db/model/answer-words.ts";
import { METROS } from "../../db/model/lenders.ts";
import { fieldsSentTo, type RecipientKind } from "../../db/model/referral.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { type Case, readDirectory, sendTo } from "./api.ts";
import { useDeskAction, useDeskQuery } from "./data.ts";
import { Failure } from "./desk-page.tsx";
import { shortTime } from "./words.ts";

/** Who has the application already, and the window in which it is sent to one more. */
export function SendDialog({ application }: { application: Case }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const refusal = application.workRefusal ?? application.sendRefusal;
  return (
    <>
      {application.referrals.length === 0 && <p>Nobody outside our team has received this application.</p>}
      <ul className="grid gap-1">
        {application.referrals.map(({ id, recipientName, createdAt }) => (
          <li key={id}>
            <strong>{recipientName}</strong>, {shortTime(createdAt)}
          </li>
        ))}
      </ul>
      {refusal && <p className="mt-2 text-quiet">{refusal}</p>}
      {!refusal && (
        <Button look="outline" className="mt-3" onClick={() => dialog.current?.showModal()}>
          Send to...
        </Button>
      )}
      <Dialog ref={dialog} aria-labelledby="send-title">
        <h2 id="send-title" className="text-h3">
          Send {application.answers.fullName} to...
        </h2>
        <SendForm application={application} onClose={() => dialog.current?.close()} />
      </Dialog>
    </>
  );
}

function SendForm({ application, onClose }: { application: Case; onClose: () => void }) {
  const [recipient, setRecipient] = useState("");
  const sending = useDeskAction(() => sendTo(application.id, kind, recipientId), {
    words: "Sent.",
    onDone: () => {
      setRecipient("");
      onClose();
    },
  });
  const [kind, recipientId] = recipient.split(":") as [RecipientKind, string];
  return (
    <form
      className="mt-4 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        sending.run();
      }}
    >
      <Field id="recipient" label="Lender or dealer">
        {(box) => (
          <select {...box} required value={recipient} onChange={(event) => setRecipient(event.target.value)}>
            <option value="">Choose</option>
            <RecipientOptions application={application} />
          </select>
        )}
      </Field>
      {recipient && <WhatGoes application={application} kind={kind} />}
      <Failure message={sending.message} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit">Send</Button>
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function RecipientOptions({ application }: { application: Case }) {
  const { data } = useDeskQuery(["directory"], readDirectory);
  const dealers = (data?.dealers ?? []).filter(({ isActive }) => isActive);
  const taken = new Set(application.referrals.map(({ recipientId }) => recipientId));
  return (
    <>
      {METROS.map((metro) => ({ metro, members: dealers.filter((dealer) => dealer.metro === metro) }))
        .filter(({ members }) => members.length > 0)
        .map(({ metro, members }) => (
          <optgroup key={metro} label={`Dealers, ${metro}`}>
            {members.map(({ id, name }) => (
              <option key={id} value={`dealer:${id}`} disabled={taken.has(id)}>
                {name}
              </option>
            ))}
          </optgroup>
        ))}
      {application.lenders
        .filter(({ lenders }) => lenders.length > 0)
        .map(({ category, lenders }) => (
          <optgroup key={category} label={category}>
            {lenders.map(({ id, name, isSuitable }) => (
              <option key={id} value={`lender:${id}`} disabled={taken.has(id)}>
                {name} ({isSuitable ? "suitable" : "not suitable now"})
              </option>
            ))}
          </optgroup>
        ))}
    </>
  );
}

/** Exactly the fields that are sent, no more. */
function WhatGoes({ application, kind }: { application: Case; kind: RecipientKind }) {
  const rows = answerRows(fieldsSentTo[kind], application.answers).filter(({ value }) => value !== undefined);
  return (
    <div className="rounded-card bg-tint p-4">
      <h3 className="text-base">What is sent, and nothing else</h3>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        {rows.map(({ field, label, value }) => (
          <div key={field} className="contents">
            <dt>{label}</dt>
            <dd className="min-w-0">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-sm">
        {kind === "dealer" ? "As an ADF/XML lead by email" : "As a list by email"}, with our number for the application.
        The applicant sees this on the results page.
      </p>
    </div>
  );
}
