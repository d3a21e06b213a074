import { useState } from "react";
import { Introduction } from "../../../db/model/case/case-event.ts";
import { answerRows } from "../../../db/model/form/answer-words.ts";
import { introductionWords, refusedWithout, withRecipient } from "../../../db/model/introductions/permission.ts";
import { fieldsSentTo } from "../../../db/model/introductions/referral.ts";
import { languageNames } from "../../../db/model/language-names.ts";
import { call } from "../../api.ts";
import { Button } from "../../ui/button.tsx";
import type { Case, PossibleRecipient } from "../api.ts";
import { NEXT_STEP, STANDING } from "../case/next-step.ts";
import { useDeskAction, useDeskQuery } from "../data.ts";
import { Failure, Waiting } from "../desk-page.tsx";
import { ActionForm, CheckedButton, TextField, useTyped } from "../parts/action-form.tsx";
import { Announcement } from "../parts/announcement.tsx";
import { Rows } from "../parts/rows.tsx";
import { Window } from "../parts/window.tsx";
import { permissionInWords } from "../words.ts";
import { misfitOf, RecipientBox, whyTaken } from "./recipient-box.tsx";

const GO_ON = [NEXT_STEP, STANDING];

/** Chooses who gets the application, asks for what is missing, and sends it. */
export function SendWindow({ application, onClosed }: { application: Case; onClosed: () => void }) {
  const found = useDeskQuery("GET /desk/case/:id/recipients", { id: application.id });
  const [chosenId, setChosenId] = useState<string>();
  const recipient = found.data?.recipients.find((each) => each.id === chosenId);
  return (
    <Window title={`Send ${application.answers.fullName} to...`} onClosed={onClosed}>
      {(close) => (
        <div className="mt-4 grid grid-cols-1 gap-4">
          <RecipientBox
            recipients={found.data?.recipients}
            chosen={recipient}
            onChoose={(recipient) => setChosenId(recipient?.id)}
          />
          {found.error && !found.data && <Waiting of={found} />}
          {found.data && recipient ? (
            <SendTo
              key={chosenId}
              application={application}
              recipient={recipient}
              words={withRecipient(found.data.scripts[recipient.kind], recipient.name)}
              onClose={close}
            />
          ) : (
            <Button look="quiet" className="justify-self-start" onClick={close}>
              Cancel
            </Button>
          )}
          {/* Announced inside the window, because screen readers ignore the page while a window is open. */}
          <Announcement />
        </div>
      )}
    </Window>
  );
}

interface Sending {
  application: Case;
  recipient: PossibleRecipient;
  /** To read out, in the applicant's language. */
  words: string;
}

function SendTo({ application, recipient, words, onClose }: Sending & { onClose: () => void }) {
  const { kind, id: recipientId, name } = recipient;
  const form = useTyped({ reason: reasonIn(application, recipientId) }, `reason ${application.id} ${recipientId}`);
  const permission = application.permissions.findLast((each) => each.recipientId === recipientId);
  const isPermitted = permission?.state === "yes";
  const needsReason = !recipient.isSuitable && !whyTaken(recipient);
  const { steps, doing } = useSteps(application.id, words, () => {
    form.clear();
    onClose();
  });
  /** A no needs no reason. */
  const recordNo = () => doing.run({ to: { kind, recipientId }, step: "no" });
  return (
    <ActionForm
      className="grid grid-cols-1 gap-4"
      form={form}
      schema={Introduction}
      read={({ reason }) => ({ kind, recipientId, ...(needsReason && { reason }) })}
      {...steps.send}
      goOn={GO_ON}
      look="primary"
      button={isPermitted && "Send"}
      beside={
        isPermitted && (
          <Button look="quiet" onClick={recordNo}>
            They take the yes back over the phone
          </Button>
        )
      }
      onClose={onClose}
      // Enter that is still held down from the press before must send nothing.
      onKeyDown={(event) => {
        if (event.repeat && event.key === "Enter") event.preventDefault();
      }}
    >
      {needsReason && (
        <TextField
          name="reason"
          label={`Why ${name}?`}
          hint={`It does not fit: ${misfitOf(recipient)}. Your reason stays in the timeline.`}
        />
      )}
      {isPermitted ? (
        <p className="font-semibold text-leaf">Permission: {permissionInWords(permission)}</p>
      ) : (
        <Missing
          {...{ application, recipient, words }}
          state={permission?.state}
          run={(step) => (to) => doing.run({ to, step })}
          onNo={recordNo}
        />
      )}
      <Failure message={doing.message} />
      <WhatGoes application={application} recipient={recipient} />
    </ActionForm>
  );
}

function useSteps(id: string, words: string, onDone: () => void) {
  const steps = stepsOf(id, words);
  const doing = useDeskAction(({ to, step }: { to: Introduction; step: Step }) => steps[step].act(to), {
    words: ({ step }) => steps[step].words,
    goOn: GO_ON,
    onDone,
  });
  return { steps, doing };
}

type Step = keyof ReturnType<typeof stepsOf>;

/** What each button does, and what is announced then. */
function stepsOf(id: string, words: string) {
  const answer = (decision: "yes" | "no") => (to: Introduction) =>
    call("POST /desk/case/:id/permissions/phone", { id, json: { ...to, decision, words } });
  const send = (json: Introduction) => call("POST /desk/case/:id/send", { id, json });
  return {
    yes: { act: answer("yes"), words: "The yes is recorded." },
    no: { act: answer("no"), words: "The no is recorded." },
    ask: {
      act: (json: Introduction) => call("POST /desk/case/:id/permissions", { id, json }),
      words: "Asked. The applicant gets an email that links to the results page.",
    },
    send: { act: send, words: "Sent." },
    yesAndSend: {
      act: (to: Introduction) => answer("yes")(to).then(() => send(to)),
      words: "The yes is recorded, and the application sent.",
    },
  };
}

/** Why this recipient was chosen before, though it does not fit. */
function reasonIn({ events }: Case, recipientId: string) {
  const said = events
    .map(({ event }) => event)
    .findLast((event) => event.kind === "unsuitableChosen" && event.recipientId === recipientId);
  return said?.kind === "unsuitableChosen" ? said.reason : "";
}

/** What is missing before anything can be sent, and how to get it. */
function Missing({
  application: { language, consent },
  recipient: { kind, name },
  words,
  state,
  run,
  onNo,
}: Sending & {
  state: Case["permissions"][number]["state"] | undefined;
  run: (step: Step) => (to: Introduction) => void;
  onNo: () => void;
}) {
  const isAnswered = state === "no" || state === "withdrawn";
  return (
    <div className="grid gap-3 rounded-card border border-line p-4">
      <p className="font-semibold">{refusedWithout(state, name, consent.isByPhone)}</p>
      {!isAnswered && (
        <>
          <h3 className="text-base">
            On the phone, read this out word for word{language !== "en" && `, in ${languageNames[language]}`}
          </h3>
          <blockquote lang={language} className="border-bluebonnet border-l-2 pl-3">
            {words}
          </blockquote>
          {language !== "en" && <p className="text-sm">It says in English: {introductionWords(kind, name)}</p>}
          <p className="text-quiet text-sm">
            We record the words, the time and your name. The applicant gets an email about it and can{" "}
            {consent.isByPhone ? "take a yes back" : "change the answer"}.
          </p>
          <div className="flex flex-wrap gap-3">
            <CheckedButton run={run("yesAndSend")}>They said yes: send it now</CheckedButton>
            <CheckedButton look="outline" run={run("yes")}>
              They said yes: send it later
            </CheckedButton>
            <Button look="outline" onClick={onNo}>
              They said no over the phone
            </Button>
            {!state && !consent.isByPhone && (
              <CheckedButton look="outline" run={run("ask")}>
                Ask on the results page
              </CheckedButton>
            )}
          </div>
        </>
      )}
    </div>
  );
}

/** Exactly the fields that are sent. */
function WhatGoes({ application, recipient }: { application: Case; recipient: PossibleRecipient }) {
  const { kind, isByLink } = recipient;
  const byMail = isByLink ? "Behind a link in an email" : "As an ADF/XML lead by email";
  const rows = answerRows(fieldsSentTo[kind], application.answers).filter(({ value }) => value !== undefined);
  return (
    <div className="rounded-card bg-tint p-4">
      <h3 className="mb-2 text-base">What is sent, and nothing else</h3>
      <Rows rows={rows.map(({ label, value }) => [label, value])} />
      <p className="mt-2 text-sm">
        {byMail}, with our number for the application. The applicant sees this on the results page.
      </p>
    </div>
  );
}
