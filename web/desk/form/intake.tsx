import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { FormProvider, useFormContext, useWatch } from "react-hook-form";
import { useNavigate } from "react-router-dom";
import { spokenTexts } from "../../../db/model/consent/consent-by-phone.ts";
import type { Field, Step } from "../../../db/model/form/application.ts";
import { PhoneApplication } from "../../../db/model/form/by-phone.ts";
import { likelyAmount } from "../../../db/model/form/likely-amount.ts";
import type { Consent } from "../../../db/model/form/submission.ts";
import { languageNames } from "../../../db/model/language-names.ts";
import { amountIn, dollars } from "../../../db/model/money/amount.ts";
import { paths } from "../../../db/model/site/paths.ts";
import type { Language } from "../../../db/model/words.ts";
import { call } from "../../api.ts";
import { PRESELECTED, type Typed, typedAnswers } from "../../apply/controls.ts";
import { sections } from "../../apply/sections.ts";
import { controlId } from "../../apply/step-form.tsx";
import { BankingCreditQuestions } from "../../apply/steps/banking-credit.tsx";
import { ContactQuestions } from "../../apply/steps/contact.tsx";
import { DownPaymentQuestions } from "../../apply/steps/downpayment.tsx";
import { EmploymentQuestions } from "../../apply/steps/employment.tsx";
import { ResidenceQuestions } from "../../apply/steps/residence.tsx";
import { draftOf, keepDraft } from "../../member-drafts.ts";
import { Button } from "../../ui/button.tsx";
import { useCheckedForm } from "../../ui/form/checked-form.ts";
import { aria, Message, Remark } from "../../ui/form/field.tsx";
import { useDeskAction } from "../data.ts";
import { deskPage, Failure, useMember } from "../desk-page.tsx";
import { Part } from "../parts/part.tsx";
import { counted } from "../words.ts";

export default deskPage("New by phone", "takeByPhone", Intake);

/** By step, with an amount that may have been typed as it is said. */
const columns: [step: Step, Questions: ComponentType, amount?: Field][][] = [
  [
    ["contact", ContactQuestions],
    ["employment", EmploymentQuestions, "grossMonthlyIncome"],
    ["residence", ResidenceQuestions, "monthlyRentMortgage"],
  ],
  [
    ["banking-credit", BankingCreditQuestions],
    ["downpayment", DownPaymentQuestions, "cashDownPayment"],
  ],
];
/** Whoever writes down what somebody says asks each question: nothing is selected at first, as it is on the site. */
const UNASKED: Typed = Object.fromEntries(Object.keys(PRESELECTED).map((field) => [field, ""]));
/** Until it is sent (`withKey`). */
const NEW_KEY = "new";

type Heard = Typed & Partial<Record<Consent, string>> & { language?: string };

/** The application form in the order of a conversation, with consents to read out. It stays in this tab until it is sent. */
function Intake() {
  const navigate = useNavigate();
  const [begunAt] = useState(() => new Date().toISOString());
  const draft = `${useMember()?.username} intake`;
  const lastTry = `${draft}, last try`;
  const [kept] = useState<Heard>(() => ({ ...UNASKED, language: "en", ...draftOf(draft) }));
  const { form } = useCheckedForm<Heard, PhoneApplication>({
    schema: PhoneApplication,
    read: (heard) => asSent(heard, begunAt),
    defaultValues: kept,
  });
  const wrong = Object.keys(form.formState.errors).length;
  const language = (useWatch({ control: form.control, name: "language" }) ?? "en") as Language;
  const sending = useDeskAction((application: PhoneApplication) => call("POST /desk/intake", { json: application }), {
    words: () => "The application is stored, and yours.",
    onDone: ({ id }) => {
      for (const name of [draft, lastTry]) keepDraft(name, {});
      navigate(paths.case(id));
    },
  });

  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => keepDraft(draft, values) }),
    [form, draft],
  );

  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={form.handleSubmit((application) => sending.run(withKey(application, lastTry)))}
        className="intake grid grid-cols-1 gap-4"
      >
        <YesNo name="language" label="Language of the call" options={Object.entries(languageNames)} />
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
          {columns.map((questions) => (
            <div key={questions[0]?.[0]} className="grid grid-cols-1 gap-4">
              {questions.map(([step, Questions, amount]) => (
                <Section key={step} title={sections[step].title()}>
                  <Questions />
                  {amount && <LikelyAmount name={amount} />}
                </Section>
              ))}
            </div>
          ))}
        </div>
        <Section title="Read out, word for word">
          {Object.entries(spokenTexts(language)).map(([name, { title, text }]) => (
            <YesNo key={name} name={name as Consent} label={title} lang={language} options={YES_NO}>
              {text}
            </YesNo>
          ))}
        </Section>
        <div className="at-foot flex flex-wrap items-center gap-x-4">
          <Button type="submit" disabled={sending.asked !== undefined}>
            Store the application
          </Button>
          <p role="status" className="font-semibold text-alert">
            {wrong > 0 && `${counted(wrong, "answer is", "answers are")} missing or wrong.`}
          </p>
          <Failure message={sending.message} />
        </div>
      </form>
    </FormProvider>
  );
}

const YES_NO: [string, string][] = [
  ["true", "Yes"],
  ["false", "No"],
];

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Part title={title}>
      <div className="grid grid-cols-1 gap-4">{children}</div>
    </Part>
  );
}

/** A choice that was heard, with the words that were read out before it. */
function YesNo({
  name,
  label,
  lang,
  options,
  children,
}: {
  name: Consent | "language";
  label: string;
  lang?: string;
  options: [value: string, text: string][];
  children?: ReactNode;
}) {
  const { register, formState } = useFormContext<Heard>();
  const id = controlId(name as Field);
  const error = formState.errors[name]?.message;
  return (
    <fieldset id={id} {...aria(id, error)} className="grid min-w-0 gap-2">
      <legend lang={lang} className="font-semibold">
        {label}
      </legend>
      {children && (
        <blockquote lang={lang} className="border-line border-l-4 pl-4">
          {children}
        </blockquote>
      )}
      <div className="flex gap-2">
        {options.map(([value, text]) => (
          <label key={value} className="radio-box">
            <input type="radio" value={value} className="tick" {...register(name)} /> {text}
          </label>
        ))}
      </div>
      <Message of={id}>{error}</Message>
    </fieldset>
  );
}

/** 'Did you mean $2,000?', for an amount as it is said. One press takes it. */
function LikelyAmount({ name }: { name: Field }) {
  const { setValue } = useFormContext<Heard>();
  const typed = (useWatch<Heard>({ name }) as string | undefined) ?? "";
  const amount = amountIn(typed) === null ? likelyAmount(typed) : null;
  return (
    <Remark>
      {amount !== null && (
        <button
          type="button"
          className="min-h-6 text-left"
          onClick={() => setValue(name, String(amount), { shouldValidate: true })}
        >
          Did you mean <span className="font-semibold underline underline-offset-4">{dollars(amount)}</span>?
        </button>
      )}
    </Remark>
  );
}

/** What the server gets. */
function asSent({ language = "en", ...heard }: Heard, shownAt: string) {
  const said = (name: Consent) => (heard[name] ? heard[name] === "true" : undefined);
  return {
    ...typedAnswers(
      Object.fromEntries(Object.entries(heard).filter(([name, text]) => text !== "" || !(name in UNASKED))),
    ),
    consentTexts: said("consentTexts"),
    consentElectronic: said("consentElectronic"),
    certifyAccurate: said("certifyAccurate"),
    language,
    consentRecord: {
      textIds: Object.values(spokenTexts(language as Language)).map(({ id }) => id),
      language,
      shownAt,
      tickedAt: new Date().toISOString(),
    },
    key: NEW_KEY,
  };
}

/** With the key of the last try if it sent the same, so that nothing is stored twice. */
function withKey(application: PhoneApplication, lastTry: string): PhoneApplication {
  const as = JSON.stringify({ ...application, consentRecord: null });
  const last = draftOf(lastTry) as { as?: string; key?: string };
  const key = last.as === as && last.key ? last.key : crypto.randomUUID();
  keepDraft(lastTry, { as, key });
  return { ...application, key };
}
