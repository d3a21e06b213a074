import { useState } from "react";
import { Introduction } from "../../../db/model/case/case-event.ts";
import { answerRows } from "../../../db/model/form/answer-words.ts";
import { introductionWords, refusedWithout, withRecipient } from "../../../db/model/introductions/permission.ts";
import { fieldsSentTo } from "../../../db/model/introductions/referral.ts";
import { languageNames } from "../../../db/model/language-names.ts";
import type { Language } from "../../../db/model/words.ts";
import { call } from "../../api.ts";
import { Button } from "../../ui/button.tsx";
import type { Case, PossibleRecipient } from "../api.ts";
import { useDeskAction, useDeskQuery } from "../data.ts";
import { Waiting } from "../desk-page.tsx";
import { ActionForm, TextField, useChecked, useTyped } from "../parts/action-form.tsx";
import { Announcement } from "../parts/announcement.tsx";
import { Rows } from "../parts/rows.tsx";
import { Window } from "../parts/window.tsx";
import { permissionInWords } from "../words.ts";
import { misfitOf, RecipientBox, whyTaken } from "./recipient-box.tsx";

type Permission = Case["permissions"][number];

/** Chooses who gets the application, asks for what is missing, and sends it. */
export function SendWindow({ application, onClosed }: { application: Case; onClosed: () => void }) {
  return (
    <Window title={`Send ${application.answers.fullName} to...`} onClosed={onClosed}>
      {(close) => <SendForm application={application} onClose={close} />}
    </Window>
  );
}

function SendForm({ application, onClose }: { application: Case; onClose: () => void }) {
  const { id } = application;
  const found = useDeskQuery("GET /desk/case/:id/recipients", { id });
  const { data } = found;
  const [chosenId, setChosenId] = useState<string>();
  const form = useTyped({ reason: "" });
  const recipient = data?.recipients.find((each) => each.id === chosenId);
  const words = data && recipient ? withRecipient(data.scripts[recipient.kind], recipient.name) : "";
  const permission = application.permissions.findLast((each) => each.recipientId === chosenId);
  const isPermitted = permission?.state === "yes";
  const needsReason = recipient !== undefined && !recipient.isSuitable && !whyTaken(recipient);
  const send = (to: Introduction) => call("POST /desk/case/:id/send", { id, json: to });
  const sent = { words: "Sent.", onDone: onClose, goOn: ["next-step", "standing"] };
  const sending = useDeskAction(send, sent);
  const asking = useDeskAction((to: Introduction) => call("POST /desk/case/:id/permissions", { id, json: to }), {
    words: "Asked. The applicant gets an email that links to the results page.",
    goOn: ["permission"],
  });
  const say = (to: Introduction, decision: "yes" | "no") =>
    call("POST /desk/case/:id/permissions/phone", { id, json: { ...to, decision, words } });
  const saying = useDeskAction(({ to, decision }: { to: Introduction; decision: "yes" | "no" }) => say(to, decision), {
    words: ({ decision }) => `The ${decision} is recorded.`,
    goOn: ["send", "permission"],
  });
  const sayingAndSending = useDeskAction((to: Introduction) => say(to, "yes").then(() => send(to)), sent);

  function choose(next: PossibleRecipient | undefined) {
    setChosenId(next?.id);
    const said = application.events
      .map(({ event }) => event)
      .findLast((event) => event.kind === "unsuitableChosen" && event.recipientId === next?.id);
    form.change({ reason: said?.kind === "unsuitableChosen" ? said.reason : "" });
  }

  /** A no needs no reason. */
  function sayNo({ kind, id: recipientId }: PossibleRecipient) {
    saying.run({ to: { kind, recipientId }, decision: "no" });
  }

  return (
    <div className="mt-4 grid grid-cols-1 gap-4">
      <RecipientBox recipients={data?.recipients} chosen={recipient} onChoose={choose} />
      {found.error && !data && <Waiting of={found} />}
      <ActionForm
        // What is wrong with the reason for one says nothing of another.
        key={chosenId}
        className="grid grid-cols-1 gap-4"
        form={form}
        schema={Introduction}
        read={({ reason }) => ({ kind: recipient?.kind, recipientId: chosenId, ...(needsReason && { reason }) })}
        action={{
          ...sending,
          message: sending.message ?? saying.message ?? sayingAndSending.message ?? asking.message,
        }}
        button={isPermitted && "Send"}
        buttonId="send"
        beside={
          isPermitted &&
          recipient && (
            <Button look="quiet" onClick={() => sayNo(recipient)}>
              They take the yes back over the phone
            </Button>
          )
        }
        onCancel={onClose}
        // Enter that is still held down from the press before must send nothing.
        onKeyDown={(event) => {
          if (event.repeat && event.key === "Enter") event.preventDefault();
        }}
      >
        {recipient && needsReason && (
          <TextField
            name="reason"
            label={`Why ${recipient.name}?`}
            hint={`It does not fit: ${misfitOf(recipient)}. Your reason stays in the timeline.`}
          />
        )}
        {recipient && !isPermitted && (
          <Missing
            recipient={recipient}
            permission={permission}
            words={words}
            language={application.language}
            onAsk={asking.run}
            onYes={(to) => saying.run({ to, decision: "yes" })}
            onSend={sayingAndSending.run}
            onNo={() => sayNo(recipient)}
          />
        )}
        {recipient && <WhatGoes application={application} recipient={recipient} />}
        {isPermitted && (
          <p id="permission" tabIndex={-1} className="font-semibold text-leaf">
            Permission: {permissionInWords(permission)}
          </p>
        )}
        {/* Announced inside the window, because screen readers ignore the page while a window is open. */}
        <Announcement />
      </ActionForm>
    </div>
  );
}

/** What is missing before anything can be sent, and how to get it. */
function Missing({
  recipient: { kind, name },
  permission,
  words,
  language,
  onAsk,
  onYes,
  onSend,
  onNo,
}: {
  recipient: PossibleRecipient;
  permission: Permission | undefined;
  /** The words to read out, in the applicant's language. */
  words: string;
  language: Language;
  onAsk: (to: Introduction) => void;
  onYes: (to: Introduction) => void;
  /** They said yes, and it goes out at once. */
  onSend: (to: Introduction) => void;
  onNo: () => void;
}) {
  const check = useChecked<Introduction>();
  const isAnswered = permission?.state === "no" || permission?.state === "withdrawn";
  return (
    <div className="grid gap-3 rounded-card border border-line p-4">
      <p id="permission" tabIndex={-1} className="font-semibold">
        {refusedWithout(permission?.state, name)}
      </p>
      {!isAnswered && (
        <>
          <div>
            <h3 className="text-base">
              On the phone, read this out word for word{language !== "en" && `, in ${languageNames[language]}`}
            </h3>
            <blockquote lang={language} className="mt-2 border-bluebonnet border-l-2 pl-3">
              {words}
            </blockquote>
            {language !== "en" && <p className="mt-2 text-sm">It says in English: {introductionWords(kind, name)}</p>}
            <p className="mt-2 text-quiet text-sm">
              We record the words, the time and your name. The applicant gets an email about it and can change the
              answer.
            </p>
          </div>
          <div className="flex flex-wrap gap-3">
            <Button onClick={() => check(onSend)}>They said yes: send it now</Button>
            <Button look="outline" onClick={() => check(onYes)}>
              They said yes over the phone
            </Button>
            <Button look="outline" onClick={onNo}>
              They said no over the phone
            </Button>
            {!permission && (
              <Button look="outline" onClick={() => check(onAsk)}>
                Ask on the results page
              </Button>
            )}
          </div>
        </>
      )}
    </div>
  );
}

/** Exactly the fields that are sent. */
function WhatGoes({
  application,
  recipient: { kind, isByWebhook },
}: {
  application: Case;
  recipient: PossibleRecipient;
}) {
  const byMail = kind === "dealer" ? "As an ADF/XML lead by email" : "As a list by email";
  const rows = answerRows(fieldsSentTo[kind], application.answers).filter(({ value }) => value !== undefined);
  return (
    <div className="rounded-card bg-tint p-4">
      <h3 className="mb-2 text-base">What is sent, and nothing else</h3>
      <Rows rows={rows.map(({ label, value }) => [label, value])} />
      <p className="mt-2 text-sm">
        {isByWebhook ? "To their program, by a signed webhook" : byMail}, with our number for the application. The
        applicant sees this on the results page.
      </p>
    </div>
  );
}
