import { useRef, useState } from "react";
import { answerRows } from "../../db/model/answer-words.ts";
import { METROS } from "../../db/model/lenders.ts";
import { introductionWords, refusedWithout } from "../../db/model/permission.ts";
import { fieldsSentTo, type RecipientKind } from "../../db/model/referral.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { askPermission, type Case, readDirectory, recordYes, sendTo } from "./api.ts";
import { useDeskAction, useDeskQuery } from "./data.ts";
import { Failure } from "./desk-page.tsx";
import { permissionInWords, shortTime } from "./words.ts";

type Permission = Case["permissions"][number];

/** Who has the application already, who was asked about, and the window in which one more is chosen. */
export function SendDialog({ application }: { application: Case }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const refusal = application.workRefusal ?? application.sendRefusal;
  const isSent = ({ recipientId, decidedAt }: Permission) =>
    application.referrals.some(
      (referral) => referral.recipientId === recipientId && referral.permittedAt === decidedAt,
    );
  return (
    <>
      {application.referrals.every(({ isUnsent }) => isUnsent) && (
        <p>Nobody outside our team has received this application.</p>
      )}
      <ul className="grid gap-1">
        {application.referrals.map(({ id, recipientName, createdAt, isUnsent }) => (
          <li key={id}>
            <strong>{recipientName}</strong>, {shortTime(createdAt)}
            {isUnsent && ", not sent"}
          </li>
        ))}
        {application.permissions
          .filter((permission) => !isSent(permission))
          .map((permission) => (
            <li key={permission.id}>
              <strong>{permission.recipientName}</strong>: {permissionInWords(permission)}
            </li>
          ))}
      </ul>
      {refusal && <p className="mt-2 text-quiet">{refusal}</p>}
      {!refusal && (
        <Button id="send-to" data-key="s" look="outline" className="mt-3" onClick={() => dialog.current?.showModal()}>
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
  const [kind, recipientId = ""] = recipient.split(":") as [RecipientKind, string?];
  const permission = application.permissions.findLast((each) => each.recipientId === recipientId);
  const isPermitted = permission?.state === "yes";
  const sending = useDeskAction(() => sendTo(application.id, kind, recipientId), {
    words: "Sent.",
    onDone: () => {
      setRecipient("");
      onClose();
    },
  });
  const asking = useDeskAction(() => askPermission(application.id, kind, recipientId), {
    words: "Asked. The applicant gets an email that links to the results page.",
    goOn: ["permission"],
  });
  const recording = useDeskAction((words: string) => recordYes(application.id, kind, recipientId, words), {
    words: "The yes is recorded.",
    goOn: ["send"],
  });
  return (
    <form
      className="mt-4 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isPermitted) sending.run();
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
      {recipient && !isPermitted && (
        <Missing
          kind={kind}
          recipientId={recipientId}
          permission={permission}
          onAsk={() => asking.run()}
          onYes={recording.run}
        />
      )}
      {recipient && <WhatGoes application={application} kind={kind} />}
      {isPermitted && (
        <p id="permission" tabIndex={-1} className="font-semibold text-leaf">
          Permission: {permissionInWords(permission)}
        </p>
      )}
      <Failure message={sending.message ?? recording.message ?? asking.message} />
      <div className="flex flex-wrap gap-3">
        {isPermitted && (
          <Button id="send" type="submit">
            Send
          </Button>
        )}
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** What is missing before anything can be sent, and the two ways to get it. */
function Missing({
  kind,
  recipientId,
  permission,
  onAsk,
  onYes,
}: {
  kind: RecipientKind;
  recipientId: string;
  permission: Permission | undefined;
  onAsk: () => void;
  onYes: (words: string) => void;
}) {
  const { data } = useDeskQuery(["directory"], readDirectory);
  const recipient = data?.[`${kind}s`].find((each) => each.id === recipientId);
  if (!recipient) return null;
  const words = introductionWords(kind, recipient.name);
  const isAnswered = permission?.state === "no" || permission?.state === "withdrawn";
  return (
    <div className="grid gap-3 rounded-card border border-line p-4">
      <p id="permission" tabIndex={-1} className="font-semibold">
        {refusedWithout(permission?.state, recipient.name)}
      </p>
      {!isAnswered && (
        <>
          <div>
            <h3 className="text-base">On the phone, read this out word for word</h3>
            <blockquote className="mt-2 border-bluebonnet border-l-2 pl-3">{words}</blockquote>
            <p className="mt-2 text-quiet text-sm">
              We record the words, the time and your name. The applicant gets an email about it and can take the yes
              back.
            </p>
          </div>
          <div className="flex flex-wrap gap-3">
            <Button onClick={() => onYes(words)}>They said yes on the phone</Button>
            {!permission && (
              <Button look="outline" onClick={onAsk}>
                Ask on the results page
              </Button>
            )}
          </div>
        </>
      )}
    </div>
  );
}

function RecipientOptions({ application }: { application: Case }) {
  const { data } = useDeskQuery(["directory"], readDirectory);
  const dealers = (data?.dealers ?? []).filter(({ isActive }) => isActive);
  const isTaken = (id: string) => {
    const decidedAt = application.permissions.findLast(({ recipientId }) => recipientId === id)?.decidedAt;
    return application.referrals.some((sent) => sent.recipientId === id && sent.permittedAt === decidedAt);
  };
  return (
    <>
      {METROS.map((metro) => ({ metro, members: dealers.filter((dealer) => dealer.metro === metro) }))
        .filter(({ members }) => members.length > 0)
        .map(({ metro, members }) => (
          <optgroup key={metro} label={`Dealers, ${metro}`}>
            {members.map(({ id, name }) => (
              <option key={id} value={`dealer:${id}`} disabled={isTaken(id)}>
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
              <option key={id} value={`lender:${id}`} disabled={isTaken(id)}>
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
