import { useState } from "react";
import { languageNames } from "../../../db/model/language-names.ts";
import { letterPresets } from "../../../db/model/letters/letter-presets.ts";
import { LetterTemplateForm } from "../../../db/model/letters/letter-template.ts";
import { filledLetter, letterPlaces, wrongPlaces } from "../../../db/model/letters/letter-text.ts";
import type { Language } from "../../../db/model/words.ts";
import { call } from "../../api.ts";
import { Button } from "../../ui/button.tsx";
import type { LetterTemplate } from "../api.ts";
import { useDeskQuery } from "../data.ts";
import { deskPage, useMay, Waiting } from "../desk-page.tsx";
import { ActionButton, ActionForm, CheckField, SelectField, TextField, useTyped } from "../parts/action-form.tsx";
import type { Editing } from "../parts/editing.ts";
import { Rows } from "../parts/rows.tsx";
import { breaks, firstLine, Table } from "../parts/table.tsx";
import { Window } from "../parts/window.tsx";
import { LetterPreview } from "./letter-preview.tsx";

export default deskPage("Letters", "readLetters", Letters);

const languages: Language[] = ["en", "es"];
const ADD = "add-letter";

const samplePapers: Record<Language, string[]> = {
  en: ["Your newest pay stub", "Your ID, not expired"],
  es: ["Su talón de pago más reciente", "Su identificación, vigente"],
};

/** The letter with invented facts, as managers see it. */
function filledSample<Letter extends { language: Language; body: string }>(letter: Letter): Letter {
  const papers = samplePapers[letter.language];
  const facts = { firstName: "Maria", city: "San Antonio", specialist: "dana", papers, usualPapers: papers };
  return { ...letter, body: filledLetter(letter.body, facts) };
}

function Letters() {
  const found = useDeskQuery("GET /desk/letters");
  const mayEdit = useMay("editLetters");
  const [opened, open] = useState<Partial<LetterTemplate>>();
  if (!found.data) return <Waiting of={found} />;
  const { templates } = found.data;
  const missing = letterPresets.filter(
    (preset) => !templates.some(({ name, language }) => name === preset.name && language === preset.language),
  );
  return (
    <>
      {mayEdit && (
        <Button id={ADD} look="outline" className="in-title" onClick={() => open({})}>
          Add a letter
        </Button>
      )}
      <p className="max-w-form">
        Members send these to applicants from a case, in the applicant’s language. What a letter says must be true for
        everybody who gets it.
      </p>
      {!mayEdit && <p className="mt-2 text-quiet">Managers edit the letters.</p>}
      {mayEdit && missing.length > 0 && (
        <ActionButton
          className="mt-3"
          act={() => call("POST /desk/letters/presets")}
          words="The suggested letters are there."
          goOn={[ADD]}
        >
          Add the {missing.length} letters that we suggest
        </ActionButton>
      )}
      {templates.length === 0 && <p className="mt-3">None yet.</p>}
      <Table
        caption="Letters"
        look="list"
        columns={[
          {
            name: "Name",
            isRowName: true,
            isNameHidden: true,
            className: "as-table:w-96 as-list:basis-0 font-semibold",
            cell: ([name]) => name,
          },
          {
            name: "Subject",
            isNameHidden: true,
            className: `${breaks} as-list:hidden`,
            cell: ([name, [letter]]) => letter?.subject !== name && letter?.subject,
          },
          ...languages.map((language) => ({
            name: languageNames[language],
            isNameHidden: true,
            className: `${firstLine} as-table:w-24 as-table:py-0`,
            cell: ([name, all]: [string, LetterTemplate[]]) => {
              const letter = all.find((each) => each.language === language);
              const words = languageNames[language];
              if (!letter && !mayEdit) return `No ${words}`;
              return (
                <Button look="quiet" onClick={() => open(letter ?? { name, language })}>
                  <span className="sr-only">
                    {letter && (mayEdit ? "Edit" : "Read")} {name},{" "}
                  </span>
                  {letter ? words : `Add ${words}`} {letter?.isActive === false && "(not active)"}
                </Button>
              );
            },
          })),
        ]}
        rows={[...Map.groupBy(templates, ({ name }) => name)]}
        keyOf={([name]) => name}
      />
      {opened && (
        <Window
          title={opened.id ? `${mayEdit ? "Edit " : ""}${opened.name}` : "Add a letter"}
          onClosed={() => open(undefined)}
        >
          {(close) =>
            mayEdit ? (
              <LetterEditor entry={opened} stored={templates.find(({ id }) => id === opened.id)} onClose={close} />
            ) : (
              <>
                <LetterPreview letter={filledSample(opened as LetterTemplate)} />
                <Button look="quiet" onClick={close}>
                  Close
                </Button>
              </>
            )
          }
        </Window>
      )}
    </>
  );
}

function LetterEditor({ entry = {}, stored, onClose }: Editing<LetterTemplate, Partial<LetterTemplate>>) {
  const form = useTyped(
    { name: "", language: "en" as Language, subject: "", body: "", isActive: true, ...entry },
    `letter ${entry.id ?? `${entry.name} ${entry.language}`}`,
  );
  const { typed } = form;
  return (
    <ActionForm
      // With the version of the letter that was changed, even if that was before the page was loaded.
      form={{ ...form, change: (changes) => form.change({ version: typed.version, ...changes }) }}
      schema={LetterTemplateForm}
      act={(json) =>
        stored
          ? call("PUT /desk/letters/:id", { id: stored.id, json: { ...json, version: stored.version } })
          : call("POST /desk/letters", { json })
      }
      words={({ name }) => `${name} is saved.`}
      look="primary"
      button="Save"
      onClose={onClose}
    >
      <TextField name="name" id="letter-name" label="Name" hint="Members choose it by this." />
      <SelectField name="language" id="letter-language" label="Language" of={languages} words={languageNames} />
      <TextField name="subject" id="letter-subject" label="Subject" />
      <TextField
        name="body"
        id="letter-body"
        label="Letter"
        hint="Each line is a paragraph, and lines that begin with a hyphen are a list. We add the ways to stop and our name."
        rows={10}
      />
      <details>
        <summary className="link min-h-6 font-semibold">Places for facts</summary>
        <Rows rows={Object.entries(letterPlaces).map(([name, meaning]) => [`{${name}}`, meaning])} />
      </details>
      <CheckField name="isActive" label="Active" />
      {typed.body.trim() !== "" && !wrongPlaces(typed.body) && (
        <section aria-labelledby="preview-title">
          <h3 id="preview-title" className="mb-2 text-base">
            Preview with made-up data
          </h3>
          <LetterPreview letter={filledSample(typed)} />
        </section>
      )}
      {stored && stored.version !== typed.version && (
        <div className="text-sm">
          <p className="font-semibold">This is what is stored now. Save replaces it with what is above.</p>
          <LetterPreview letter={stored} />
        </div>
      )}
    </ActionForm>
  );
}
