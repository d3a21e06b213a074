import { useAtomValue, useSetAtom } from "jotai";
import { CircleAlert, CircleCheck, Pencil } from "lucide-react";
import { type FormEvent, startTransition, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { answerRows } from "../../db/model/answer-words.ts";
import { ApplicationForm, type Consent, consentShape, fieldsOf, STEPS, type Step } from "../../db/model/application.ts";
import { consentLabels, consentTexts, eSignDisclosure, shownTexts } from "../../db/model/consent.ts";
import { paths } from "../../db/model/paths.ts";
import { messagesByField } from "../../db/model/text.ts";
import { type SubmitOutcome, submitApplication } from "../api.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { aria, Message } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { dismissFailure, toast } from "../ui/toast.ts";
import { prepareToasts } from "../ui/toasts.tsx";
import {
  answersAtom,
  forgetSentAtom,
  isBlankAtom,
  isRestoredAtom,
  missingSectionsAtom,
  restoreAtom,
  submitKeyAtom,
} from "./answers.ts";
import { rememberedReference, rememberReference } from "./reference.ts";
import { sections } from "./sections.ts";
import { StepPage } from "./step-page.tsx";

const CONSENTS = Object.keys(consentShape) as Consent[];

export default function ReviewPage() {
  const restore = useSetAtom(restoreAtom);
  const isRestored = useAtomValue(isRestoredAtom);
  const isBlank = useAtomValue(isBlankAtom);
  const [hasErrors, setHasErrors] = useState(false);
  useLayoutEffect(() => restore(), [restore]);
  useEffect(prepareToasts, []);
  const sent = isRestored && isBlank ? rememberedReference() : null;
  if (sent) return <Sent reference={sent} />;
  return (
    <StepPage
      step="review"
      title="Review Your Application"
      intro="Check your answers, agree to the three points below, and send it."
      hasErrors={hasErrors}
    >
      <div className="grid min-h-svh grid-cols-1 content-start gap-5">
        {isRestored && (
          <>
            <MissingSections />
            {STEPS.map((step) => (
              <SectionCard key={step} step={step} />
            ))}
            <ConsentCard onErrors={setHasErrors} />
          </>
        )}
      </div>
    </StepPage>
  );
}

/** Where Back leads once the application is sent and its answers erased, until a new one is begun. */
function Sent({ reference }: { reference: string }) {
  return (
    <StepPage
      step="review"
      title="Review Your Application"
      intro="You sent it already, so there is nothing left to do on this page."
    >
      <div className="min-h-svh">
        <Notice kind="done">
          <h2 className="text-h3">Your application was sent</h2>
          <p className="mt-1">We have it, and this browser no longer holds your answers.</p>
          <div className="mt-4 flex flex-wrap gap-3">
            <ButtonLink to={paths.results(reference)}>See your results</ButtonLink>
            <ButtonLink to="/thank-you" look="outline">
              What happens next
            </ButtonLink>
          </div>
        </Notice>
        <p className="mt-6">
          Somebody else wants to apply, or something has changed?{" "}
          <Link to="/apply/contact" className="link inline-flex min-h-6 font-semibold">
            Start a new application
          </Link>
        </p>
      </div>
    </StepPage>
  );
}

function MissingSections() {
  const missing = useAtomValue(missingSectionsAtom);
  if (missing.length === 0) return null;
  return (
    <Notice kind="alert">
      <h2 className="text-h3">Incomplete Application</h2>
      <p className="mt-1">
        Please complete <SectionLinks steps={missing} /> before you submit.
      </p>
    </Notice>
  );
}

function SectionLinks({ steps }: { steps: Step[] }) {
  return steps.map((step, index) => (
    <span key={step}>
      {index > 0 && (index === steps.length - 1 ? " and " : ", ")}
      <Link to={paths.step(step)} className="font-semibold underline underline-offset-4">
        {sections[step].title}
      </Link>
    </span>
  ));
}

/** One section's answers as the visitor would read them, derived from the step's fields. */
function SectionCard({ step }: { step: Step }) {
  const answers = useAtomValue(answersAtom);
  const isComplete = !useAtomValue(missingSectionsAtom).includes(step);
  const { title } = sections[step];
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 className="text-h3">{title}</h2>
          <p
            className={`mt-1 flex items-center gap-1.5 font-semibold text-sm ${isComplete ? "text-leaf" : "text-alert"}`}
          >
            {isComplete ? (
              <CircleCheck aria-hidden="true" className="size-4" />
            ) : (
              <CircleAlert aria-hidden="true" className="size-4" />
            )}
            {isComplete ? "Complete" : "Incomplete"}
          </p>
        </div>
        <Link to={paths.step(step)} className="link inline-flex min-h-11 items-center gap-1.5 font-semibold">
          <Pencil aria-hidden="true" className="size-4" /> Edit<span className="sr-only"> {title}</span>
        </Link>
      </div>
      <dl className="mt-3 divide-y divide-line">
        {answerRows(fieldsOf(step), answers).map(({ field, label, value }) => (
          <div key={field} className="grid gap-x-4 py-2 sm:grid-cols-2">
            <dt className="text-quiet">{label}</dt>
            <dd className="min-w-0">{value ?? <span className="font-normal text-quiet">Not answered</span>}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function ConsentCard({ onErrors }: { onErrors: (hasErrors: boolean) => void }) {
  const navigate = useNavigate();
  const answers = useAtomValue(answersAtom);
  const missing = useAtomValue(missingSectionsAtom);
  const takeKey = useSetAtom(submitKeyAtom);
  const forgetSent = useSetAtom(forgetSentAtom);
  const [ticked, setTicked] = useState<Partial<Record<Consent, boolean>>>({});
  const [messages, setMessages] = useState<Partial<Record<Consent, string>>>({});
  const [refusals, setRefusals] = useState(0);
  const [isSubmitting, setIsSubmitting] = useState(false);
  const [failure, setFailure] = useState<{ title: string; description: string }>();
  const times = useRef({ shownAt: new Date(), tickedAt: new Date() });
  const alert = useRef<HTMLDivElement>(null);
  const problems = CONSENTS.flatMap((name) => (messages[name] ? [{ id: name, message: messages[name] }] : []));

  useEffect(() => {
    onErrors(problems.length > 0);
  });
  useEffect(() => {
    if (failure) alert.current?.focus();
  }, [failure]);

  function tick(name: Consent, checked: boolean) {
    times.current.tickedAt = new Date();
    setTicked({ ...ticked, [name]: checked });
    if (checked) setMessages({ ...messages, [name]: undefined });
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isSubmitting || missing.length > 0) return;
    setFailure(undefined);
    const consentRecord = {
      textIds: shownTexts.map(({ id }) => id),
      language: document.documentElement.lang,
      shownAt: times.current.shownAt.toISOString(),
      tickedAt: times.current.tickedAt.toISOString(),
    };
    const form = ApplicationForm.safeParse({ ...answers, ...ticked, consentRecord });
    if (!form.success) {
      setRefusals(refusals + 1);
      return setMessages(messagesByField(ApplicationForm, form.error));
    }
    setMessages({});
    setIsSubmitting(true);
    const outcome = await submitApplication(form.data, takeKey());
    setIsSubmitting(false);
    if (outcome.kind !== "sent") {
      const problem = explain(outcome);
      setFailure(problem);
      return toast({ ...problem, variant: "destructive" });
    }
    dismissFailure();
    rememberReference(outcome.ref);
    navigate("/thank-you", { state: { ref: outcome.ref } });
    // A transition, like the navigation itself: this page shows the answers until the next one is there.
    startTransition(forgetSent);
  }

  return (
    <Card>
      <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
        <h2 className="text-h3">Your consent</h2>
        {failure && (
          <Notice kind="alert" ref={alert} tabIndex={-1} role="alert">
            <h3>{failure.title}</h3>
            <p className="mt-1">{failure.description}</p>
            <p className="mt-1">Your answers are kept. Trying again never sends your application twice.</p>
            <Button type="submit" className="mt-3" disabled={isSubmitting}>
              Try again
            </Button>
          </Notice>
        )}
        {problems.length > 0 && <ErrorSummary key={refusals} problems={problems} />}
        <div className="rounded-card bg-sand p-4 text-sm">
          <h3 className="text-base">Electronic records and signatures (E-SIGN)</h3>
          <p className="mt-1">{eSignDisclosure.text}</p>
        </div>
        {CONSENTS.map((name) => (
          <ConsentBox
            key={name}
            name={name}
            message={messages[name]}
            checked={ticked[name] ?? false}
            onTick={(checked) => tick(name, checked)}
          />
        ))}
        {missing.length > 0 && (
          <p id="why-disabled" className="text-alert">
            To submit, first complete <SectionLinks steps={missing} />.
          </p>
        )}
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:items-center sm:justify-between">
          <Link
            to="/apply/downpayment"
            className="inline-flex min-h-11 items-center justify-center font-semibold text-bluebonnet"
          >
            Back
          </Link>
          <Button
            type="submit"
            disabled={missing.length > 0 || isSubmitting}
            aria-describedby={missing.length > 0 ? "why-disabled" : undefined}
          >
            {isSubmitting ? "Submitting..." : "Submit Application"}
          </Button>
        </div>
        <p className="text-quiet text-sm">
          No credit pull happens now. Your forecast is guidance, not a guarantee, and a local specialist calls you.
        </p>
      </form>
    </Card>
  );
}

function ConsentBox({
  name,
  message,
  checked,
  onTick,
}: {
  name: Consent;
  message?: string;
  checked: boolean;
  onTick: (checked: boolean) => void;
}) {
  return (
    <div>
      <label className="flex items-start gap-3">
        <input
          type="checkbox"
          id={name}
          name={name}
          checked={checked}
          onChange={(event) => onTick(event.target.checked)}
          {...aria(name, message)}
          className="mt-1 size-6 shrink-0 accent-bluebonnet"
        />
        <span className="text-sm">
          <strong>{consentLabels[name]}.</strong> {consentTexts[name].text}
        </span>
      </label>
      <div className="pl-9 *:mt-1">
        <Message of={name}>{message}</Message>
      </div>
    </div>
  );
}

/** The customer's words for a submit that did not succeed. */
function explain(outcome: Exclude<SubmitOutcome, { kind: "sent" }>) {
  switch (outcome.kind) {
    case "refused":
      return {
        title: "Submission Failed",
        description: outcome.error || "Something went wrong with your application.",
      };
    case "garbled":
      return { title: "Server Error", description: "Server gave an invalid response." };
    case "unreachable":
      return {
        title: "Submission Error",
        description: outcome.error || "Failed to submit application. Please try again.",
      };
  }
}
