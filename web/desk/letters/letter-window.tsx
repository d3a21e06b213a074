import { languageNames } from "../../../db/model/language-names.ts";
import { LetterToSend, OWN_WORDS } from "../../../db/model/letters/letter-template.ts";
import { call } from "../../api.ts";
import type { Case } from "../api.ts";
import { isLetterOwed, NEXT_STEP, STANDING } from "../case/next-step.ts";
import { useDeskQuery } from "../data.ts";
import { Waiting } from "../desk-page.tsx";
import { ActionForm, SelectField, TextField, useTyped } from "../parts/action-form.tsx";
import { Window } from "../parts/window.tsx";
import { LetterPreview } from "./letter-preview.tsx";

/** The window in which a letter to the applicant is chosen, read and sent. */
export function LetterWindow({ application, onClosed }: { application: Case; onClosed: () => void }) {
  return (
    <Window title={`A letter to ${application.answers.fullName}`} onClosed={onClosed}>
      {(close) => <LetterForm application={application} onClose={close} />}
    </Window>
  );
}

function LetterForm({ application, onClose }: { application: Case; onClose: () => void }) {
  const { id, firstContact, next, events } = application;
  const found = useDeskQuery("GET /desk/case/:id/letters", { id });
  const { letters = [], language = "en", refusal } = found.data ?? {};
  const form = useTyped(
    { templateId: isLetterOwed(next) ? OWN_WORDS : "", body: undefined as string | undefined },
    `letter ${id}`,
  );
  const chosen = letters.find(({ templateId }) => templateId === form.typed.templateId);
  const isOwn = chosen?.templateId === OWN_WORDS;
  const body = isOwn ? (form.typed.body ?? chosen.body) : undefined;
  const letter = chosen && { ...chosen, body: body ?? chosen.body };
  const written = events.flatMap(({ event }) =>
    event.kind === "mailReceived" && event.isKnown && !event.recipient && !event.isAutomatic ? event.text : [],
  );
  const keptBack = refusal ?? letter?.refusal;
  return (
    <ActionForm
      form={{ ...form, typed: { ...form.typed, body } }}
      schema={LetterToSend}
      read={() => letter}
      act={(json) => call("POST /desk/case/:id/letters", { id, json })}
      words="The letter is on its way."
      goOn={[NEXT_STEP, STANDING]}
      look="primary"
      button={letter && !keptBack && "Send the letter"}
      onClose={onClose}
    >
      <SelectField
        name="templateId"
        id="letter"
        label="Letter"
        hint={found.data && `The applicant reads ${languageNames[language]}.`}
        first="Choose"
        of={letters.map(({ templateId }) => templateId)}
        words={Object.fromEntries(
          letters.map((each) => [
            each.templateId,
            each.language === language ? each.name : `${each.name} (only in ${languageNames[each.language]})`,
          ]),
        )}
      />
      {!found.data && <Waiting of={found} />}
      {found.data && letters.length === 0 && <p>There are no letters yet. A manager adds them under Manage.</p>}
      {letter && !letter.refusal && (
        <>
          {isOwn && written.length > 0 && (
            <p className="max-h-40 overflow-y-auto whitespace-pre-line border-bluebonnet border-l-2 pl-3">
              {written.at(-1)}
            </p>
          )}
          {isOwn ? (
            <TextField name="body" id="own-words" label="Your answer" rows={8} />
          ) : (
            <LetterPreview letter={letter} />
          )}
          <p className="text-quiet text-sm">
            It goes out by email as it stands here, with the ways to stop our messages below.
            {!firstContact && " A letter does not count as a contact: a call is still due."}
          </p>
        </>
      )}
      {keptBack && <p className="font-semibold">{keptBack}</p>}
    </ActionForm>
  );
}
