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
import { Window } from "../parts/window.tsx";
import { LetterPreview } from "./letter-preview.tsx";

export default deskPage("Letters", "readLetters", Letters);

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
  const [edited, setEdited] = useState<{ entry?: LetterTemplate }>();
  if (!found.data) return <Waiting of={found} />;
  const { templates } = found.data;
  const missing = letterPresets.filter(
    (preset) => !templates.some(({ name, language }) => name === preset.name && language === preset.language),
  );
  return (
    <>
      <p className="max-w-form">
        Members send these to applicants from a case, in the applicant's language. What a letter says must be true for
        everybody who gets it.
      </p>
      {!mayEdit && <p className="mt-2 text-quiet">Managers edit the letters.</p>}
      {mayEdit && (
        <div className="mt-4 flex flex-wrap gap-3">
          <Button look="outline" onClick={() => setEdited({})}>
            Add a letter
          </Button>
          {missing.length > 0 && (
            <ActionButton
              act={() => call("POST /desk/letters/presets")}
              words="The suggested letters are there."
              goOn={["all-letters"]}
            >
              Add the {missing.length} letters that we suggest
            </ActionButton>
          )}
        </div>
      )}
      <h2 id="all-letters" tabIndex={-1} className="mt-6 text-h3">
        All letters
      </h2>
      {templates.length === 0 && <p className="mt-2">None yet.</p>}
      <ul className="mt-2 divide-y divide-line border-line border-y">
        {templates.map((template) => (
          <li key={template.id} className="flex flex-wrap items-baseline gap-x-6">
            <h3 className="min-w-0 flex-1 py-1 text-base">
              {template.name}, {languageNames[template.language]}{" "}
              {!template.isActive && <span className="font-normal text-quiet">(not active)</span>}
            </h3>
            <details className="open:order-last open:w-full">
              <summary className="link min-h-6 w-fit">
                Read it<span className="sr-only">: {template.name}</span>
              </summary>
              <div className="mt-2 max-w-text">
                <LetterPreview letter={filledSample(template)} />
              </div>
            </details>
            {mayEdit && (
              <Button
                look="quiet"
                onClick={() => setEdited({ entry: template })}
                aria-label={`Edit ${template.name}, ${languageNames[template.language]}`}
              >
                Edit
              </Button>
            )}
          </li>
        ))}
      </ul>
      {edited && (
        <Window
          title={edited.entry ? `Edit ${edited.entry.name}` : "Add a letter"}
          onClosed={() => setEdited(undefined)}
        >
          {(close) => (
            <LetterEditor
              entry={edited.entry}
              stored={templates.find(({ id }) => id === edited.entry?.id)}
              onClose={close}
            />
          )}
        </Window>
      )}
    </>
  );
}

function LetterEditor({ entry, stored, onClose }: Editing<LetterTemplate>) {
  const form = useTyped(
    {
      name: "",
      language: "en" as Language,
      subject: "",
      body: "",
      isActive: true,
      ...(entry as Partial<LetterTemplate>),
    },
    `letter ${entry?.id}`,
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
      <SelectField name="language" id="letter-language" label="Language" of={["en", "es"]} words={languageNames} />
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
        <dl className="mt-2 grid gap-1 text-sm">
          {Object.entries(letterPlaces).map(([name, meaning]) => (
            <div key={name}>
              <dt className="inline font-semibold">{`{${name}}`}</dt> <dd className="inline">{meaning}</dd>
            </div>
          ))}
        </dl>
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
