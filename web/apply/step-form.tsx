import { useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, useEffect, useInsertionEffect, useLayoutEffect, useRef } from "react";
import { FormProvider, type UseFormReturn, useWatch } from "react-hook-form";
import { useNavigate } from "react-router-dom";
import { type Answers, type Field, fieldsOf, STEPS, type Step, stepSchema } from "../../db/model/form/application.ts";
import { addressOf } from "../../db/model/site/address.ts";
import { paths } from "../../db/model/site/paths.ts";
import { t } from "../../db/model/words.ts";
import { Button } from "../ui/button.tsx";
import { useCheckedForm } from "../ui/form/checked-form.ts";
import { ErrorSummary } from "../ui/form/error-summary.tsx";
import { PRESELECTED, read, readControls, type Typed, typedAnswers } from "./controls.ts";
import {
  answersAtom,
  isRestoredAtom,
  missingSectionsAtom,
  readingAtom,
  rememberAtom,
  restoreAtom,
  saveStepAtom,
  typeAtom,
} from "./draft/answers.ts";
import { pageAfter, returnLabel } from "./sections.ts";
import { BackLink, StepPage } from "./step-page.tsx";

interface Props {
  step: Step;
  title: string;
  intro: string;
  continueLabel?: string;
  children: ReactNode;
}

/** A step of the form. It remembers every keystroke, and checks the answers on Continue. */
export function StepForm({ step, title, intro, continueLabel = t`Continue`, children }: Props) {
  const navigate = useNavigate();
  const place = STEPS.indexOf(step);
  const before = STEPS[place - 1];
  const after = pageAfter(step, useAtomValue(missingSectionsAtom));
  const isReturning = after === "review" && place < STEPS.length - 1;
  const isRestored = useAtomValue(isRestoredAtom);
  const remember = useSetAtom(rememberAtom);
  const restore = useSetAtom(restoreAtom);
  const type = useSetAtom(typeAtom);
  const saveStep = useSetAtom(saveStepAtom);
  const { form, problems } = useCheckedForm<Typed, Answers>({
    schema: stepSchema(step),
    read: typedAnswers,
    fields: fieldsOf(step),
    idOf: controlId,
    defaultValues: isRestored ? remember(step) : undefined,
  });

  useLayoutEffect(() => restore(), [restore]);
  useTakeOver(step, form);
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        // Only the visitor's events. Storing what code sets would postpone the draft's expiry.
        callback: ({ name, type: event, values }) => name && event && type({ [name]: values[name as Field] ?? "" }),
      }),
    [form, type],
  );

  const submit = form.handleSubmit((answers) => {
    saveStep(step, answers);
    navigate(paths.step(after));
  });

  return (
    <StepPage step={step} title={title} intro={intro} hasErrors={problems.length > 0}>
      <FormProvider {...form}>
        {/* method=dialog submits nowhere outside a dialog, so no answer can get into a URL before hydration. */}
        <form
          noValidate
          method="dialog"
          data-next={addressOf(paths.step(after))}
          onSubmit={submit}
          className="grid grid-cols-1 gap-7"
        >
          {problems.length > 0 && <ErrorSummary key={form.formState.submitCount} problems={problems} />}
          {children}
          <div className="pinned flex flex-wrap items-center justify-between gap-x-4">
            <BackLink to={before ? paths.step(before) : "/apply"} />
            {/* Before React comes, early-continue.ts may have changed its words. */}
            <Button type="submit" className="sm:min-w-88" suppressHydrationWarning>
              {isReturning ? returnLabel() : continueLabel}
            </Button>
          </div>
        </form>
      </FormProvider>
    </StepPage>
  );
}

/** The id of a question's control or, if it has several, of their group. */
export function controlId(field: Field) {
  return `field-${field}`;
}

/** The answers in this step's controls, as Continue would read them. */
export function useCurrentAnswers(): Answers {
  const saved = useAtomValue(answersAtom);
  const typed = useWatch<Typed>();
  return { ...read(PRESELECTED), ...saved, ...read(typed) };
}

/** After hydration, early typing wins over stored answers, which win over defaults. Later, other tabs win. */
function useTakeOver(step: Step, form: UseFormReturn<Typed, unknown, Answers>) {
  const remember = useSetAtom(rememberAtom);
  const type = useSetAtom(typeAtom);
  const reading = useAtomValue(readingAtom);
  const typedEarly = useRef<Typed>({});
  const taken = useRef(reading);
  // An insertion effect runs before the form's refs, which overwrite the controls with the form's own values.
  useInsertionEffect(() => {
    if (taken.current === 0) typedEarly.current = readControls(step);
  }, [step]);
  useLayoutEffect(() => {
    if (reading === taken.current) return;
    taken.current = reading;
    const early = typedEarly.current;
    typedEarly.current = {};
    // Touching makes the form notify its watchers even if the controls had these values already.
    form.setValues({ ...remember(step), ...early }, { shouldTouch: true });
    if (Object.keys(early).length > 0) type(early);
  }, [step, form, remember, reading, type]);
}
