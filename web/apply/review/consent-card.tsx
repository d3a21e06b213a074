import { useAtomValue, useSetAtom } from "jotai";
import { startTransition, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { consentTexts, eSignDisclosure, shownTexts } from "../../../db/model/consent/consent.ts";
import { ApplicationForm, type Consent } from "../../../db/model/form/submission.ts";
import { paths } from "../../../db/model/site/paths.ts";
import { t } from "../../../db/model/words.ts";
import { type SubmitOutcome, submitApplication } from "../../api.ts";
import { Button } from "../../ui/button.tsx";
import { useCheckedForm } from "../../ui/form/checked-form.ts";
import { ConsentBox } from "../../ui/form/consent-box.tsx";
import { ErrorSummary } from "../../ui/form/error-summary.tsx";
import { Link } from "../../ui/link.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { dismissFailure, toast } from "../../ui/toast/toast.ts";
import { useFormToasts } from "../../ui/toast/toasts.tsx";
import { answersAtom, forgetSentAtom, missingSectionsAtom, submitKeyAtom } from "../draft/answers.ts";
import { rememberReference } from "../draft/reference.ts";
import { BackLink } from "../step-page.tsx";

/** The boxes to tick, and the button that sends the answers of all pages. */
export function ConsentCard({ onErrors }: { onErrors: (hasErrors: boolean) => void }) {
  const navigate = useNavigate();
  const answers = useAtomValue(answersAtom);
  const missing = useAtomValue(missingSectionsAtom);
  const takeKey = useSetAtom(submitKeyAtom);
  const forgetSent = useSetAtom(forgetSentAtom);
  const [shownAt] = useState(() => new Date());
  const [tickedAt, setTickedAt] = useState<Date>();
  const card = useRef<HTMLFormElement>(null);
  const box = (name: Consent) => card.current?.elements.namedItem(name) as HTMLInputElement;
  const texts = consentTexts();
  const names = Object.keys(texts) as Consent[];
  const { form, problems } = useCheckedForm<Record<Consent, boolean>, ApplicationForm>({
    schema: ApplicationForm,
    // As the boxes look: what fills in forms or changes pages may tick them without an event, of which the form then knows nothing.
    read: () => ({
      ...answers,
      ...Object.fromEntries(names.map((name) => [name, box(name).checked])),
      consentRecord: {
        textIds: shownTexts().map(({ id }) => id),
        language: document.documentElement.lang,
        shownAt: shownAt.toISOString(),
        tickedAt: (tickedAt ?? new Date()).toISOString(),
      },
    }),
    fields: names,
  });
  const { errors, isSubmitting, submitCount } = form.formState;
  const isIncomplete = missing.length > 0;
  const isOff = isSubmitting || isIncomplete;
  const [failure, setFailure] = useState<{ title: string; description: string }>();
  const alert = useRef<HTMLDivElement>(null);
  const disclosure = eSignDisclosure();
  const hasErrors = problems.length > 0;

  useFormToasts();
  useEffect(() => onErrors(hasErrors), [hasErrors, onErrors]);
  useEffect(() => {
    if (failure) alert.current?.focus();
  }, [failure]);

  const submit = form.handleSubmit(
    async (application) => {
      dismissFailure();
      setFailure(undefined);
      const outcome = await submitApplication(application, takeKey());
      if (outcome.kind !== "sent") {
        const problem = explain(outcome);
        setFailure(problem);
        return toast({ ...problem, variant: "destructive" });
      }
      rememberReference(outcome.ref);
      navigate("/thank-you");
      // In a transition, like the navigation: this page shows the answers until the next one is there.
      startTransition(forgetSent);
    },
    () => setFailure(undefined),
  );

  return (
    <form
      ref={card}
      noValidate
      method="dialog"
      onSubmit={isOff ? undefined : submit}
      className="grid grid-cols-1 gap-3 sm:gap-4"
    >
      <h2 className="text-h3">Your consent</h2>
      {failure && (
        <Notice kind="alert" ref={alert} tabIndex={-1} role="alert">
          <h3>{failure.title}</h3>
          <p className="mt-1">{failure.description}</p>
          <p className="mt-1">Your answers are safe, and trying again won’t send them twice.</p>
          <Button type="submit" className="mt-3" disabled={isSubmitting}>
            Try again
          </Button>
        </Notice>
      )}
      {hasErrors && <ErrorSummary key={submitCount} problems={problems} />}
      <div className="rounded-[10px] bg-sand px-4 py-3 text-sm leading-snug">
        <h3 className="text-base">{disclosure.title}</h3>
        <p className="mt-1">{disclosure.text}</p>
      </div>
      <p className="no-print text-sm">
        {/* Going back from there to this page would lose the ticked boxes. */}
        Read first (in a new tab):{" "}
        <TextLink to="/privacy" target="_blank">
          Privacy Policy
        </TextLink>
        .
      </p>
      {names.map((name) => (
        <ConsentBox
          key={name}
          id={name}
          message={errors[name]?.message}
          {...form.register(name, { onChange: () => setTickedAt(new Date()) })}
        >
          <strong className="sm:block sm:text-base">{texts[name].title}.</strong> {texts[name].text}
        </ConsentBox>
      ))}
      {isIncomplete && (
        <p id="why-disabled">
          To submit, first complete{" "}
          <Link to="#incomplete" className="link">
            what is missing
          </Link>
          .
        </p>
      )}
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4">
        <BackLink to={paths.step("downpayment")} />
        <Button type="submit" disabled={isOff} aria-describedby={isIncomplete ? "why-disabled" : undefined}>
          {isSubmitting ? t`Submitting...` : t`Submit Application`}
        </Button>
      </div>
      <p className="text-quiet text-sm">
        No credit pull now. Your forecast is guidance, not a guarantee. A local specialist will call you.
      </p>
    </form>
  );
}

/** The customer's words for a submit that failed. */
function explain(outcome: Exclude<SubmitOutcome, { kind: "sent" }>) {
  switch (outcome.kind) {
    case "refused":
      return {
        title: t`Submission Failed`,
        description: outcome.error || t`Something went wrong with your application.`,
      };
    case "garbled":
      return { title: t`Server Error`, description: t`Server gave an invalid response.` };
    case "unreachable":
      return {
        title: t`Submission Error`,
        description: outcome.error || t`Failed to submit application. Please try again.`,
      };
  }
}
