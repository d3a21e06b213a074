import { useAtomValue, useSetAtom } from "jotai";
import { CircleAlert, CircleCheck } from "lucide-react";
import { type FormEvent, type ReactNode, startTransition, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { consentTexts, eSignDisclosure, shownTexts } from "../../db/model/consent/consent.ts";
import { answerRows } from "../../db/model/form/answer-words.ts";
import {
  type Answers,
  ApplicationForm,
  type Consent,
  consentShape,
  type Field,
  fieldsOf,
  STEPS,
  type Step,
} from "../../db/model/form/application.ts";
import { paths } from "../../db/model/site/paths.ts";
import { messagesByField } from "../../db/model/text.ts";
import { locale, t } from "../../db/model/words.ts";
import { type SubmitOutcome, submitApplication } from "../api.ts";
import { Button } from "../ui/button.tsx";
import { ErrorSummary } from "../ui/form/error-summary.tsx";
import { aria, Message } from "../ui/form/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { dismissFailure, toast } from "../ui/toast/toast.ts";
import { prepareToasts } from "../ui/toast/toasts.tsx";
import {
  answersAtom,
  forgetSentAtom,
  isRestoredAtom,
  missingSectionsAtom,
  restoreAtom,
  submitKeyAtom,
} from "./draft/answers.ts";
import { rememberReference } from "./draft/reference.ts";
import { sections } from "./sections.ts";
import { BackLink, StepPage } from "./step-page.tsx";

/** Answers that mean nothing without their question. */
const SAYS_LITTLE: Answers[Field][] = [true, false, "No"];
const CONSENTS = Object.keys(consentShape) as Consent[];

export default function ReviewPage() {
  const restore = useSetAtom(restoreAtom);
  const isRestored = useAtomValue(isRestoredAtom);
  const [hasErrors, setHasErrors] = useState(false);
  useLayoutEffect(() => restore(), [restore]);
  useEffect(prepareToasts, []);
  return (
    <StepPage
      step="review"
      title="Review Your Application"
      intro="Check your answers, then agree and send."
      hasErrors={hasErrors}
    >
      <div className="grid min-h-svh grid-cols-1 content-start gap-3">
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
  const parts = new Intl.ListFormat(locale()).formatToParts(steps.map((step) => sections[step].title()));
  // Section titles, with separators between them.
  return parts.map(({ type, value }, index) =>
    type === "literal" ? (
      value
    ) : (
      <Link
        key={value}
        to={paths.step(steps[index / 2] as Step)}
        className="font-semibold underline underline-offset-4"
      >
        {value}
      </Link>
    ),
  );
}

/** The answers of a section, as the visitor reads them. On a phone, a complete section is folded to a line or two. */
function SectionCard({ step }: { step: Step }) {
  const answers = useAtomValue(answersAtom);
  const isComplete = !useAtomValue(missingSectionsAtom).includes(step);
  const [isOpen] = useState(() => !isComplete || matchMedia("(width >= 40rem)").matches);
  const title = sections[step].title();
  const rows = answerRows(fieldsOf(step), answers);
  const inShort = rows
    .filter(({ field, value }) => value && !SAYS_LITTLE.includes(answers[field]))
    .map(({ value }) => value);
  const StateIcon = isComplete ? CircleCheck : CircleAlert;
  return (
    <div className="relative rounded-card border border-line bg-white px-4 py-2 shadow-card">
      <details open={isOpen} className="group">
        <summary>
          <h2 className="wrap-anywhere flex min-h-11 items-center gap-2 py-1 pr-12 text-lead leading-tight">
            <StateIcon aria-hidden="true" className={`size-5 shrink-0 ${isComplete ? "text-leaf" : "text-alert"}`} />
            {title}
          </h2>
          <p className="wrap-anywhere pl-7 text-sm leading-snug">
            <span className={isComplete ? "text-leaf" : "text-alert"}>
              {isComplete ? t.as("a section")`Complete` : t.as("a section")`Incomplete`}
            </span>
            <span className="no-print group-open:hidden">
              {` · ${inShort.join(" · ")} `}
              <span className="whitespace-nowrap text-bluebonnet underline underline-offset-4">Show all</span>
            </span>
          </p>
        </summary>
        <dl className="mt-1 divide-y divide-line">
          {rows.map(({ field, label, value }) => (
            <div key={field} className="grid grid-cols-2 gap-x-4 py-1.5">
              <dt className="text-quiet">{label}</dt>
              <dd className="wrap-anywhere min-w-0">{value ?? <span className="text-quiet">Not answered</span>}</dd>
            </div>
          ))}
        </dl>
      </details>
      <Link to={paths.step(step)} className="link no-print absolute top-2 right-4 inline-flex min-h-11 items-center">
        Edit<span className="sr-only"> {title}</span>
      </Link>
    </div>
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
  const disclosure = eSignDisclosure();
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
      textIds: shownTexts().map(({ id }) => id),
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
    navigate("/thank-you");
    // In a transition, like the navigation: this page shows the answers until the next one is there.
    startTransition(forgetSent);
  }

  return (
    <div className="mt-2">
      <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
        <h2 className="text-h3">Your consent</h2>
        {failure && (
          <Notice kind="alert" ref={alert} tabIndex={-1} role="alert">
            <h3>{failure.title}</h3>
            <p className="mt-1">{failure.description}</p>
            <p className="mt-1">Your answers are safe, and trying again won't send them twice.</p>
            <Button type="submit" className="mt-3" disabled={isSubmitting}>
              Try again
            </Button>
          </Notice>
        )}
        {problems.length > 0 && <ErrorSummary key={refusals} problems={problems} />}
        <details className="begins-shown group rounded-[10px] bg-sand px-4 py-3 text-sm leading-snug">
          <summary>
            <h3 className="inline text-base">{disclosure.title}</h3>{" "}
            <span className="no-print inline-block text-bluebonnet underline underline-offset-4 group-open:hidden">
              Read the full text
            </span>
          </summary>
          <p className="mt-1">{disclosure.text}</p>
        </details>
        <p className="no-print text-sm">
          Read first (in a new tab): <PolicyLink to="/privacy">Privacy Policy</PolicyLink>,{" "}
          <PolicyLink to="/terms">Terms of Service</PolicyLink>,{" "}
          <PolicyLink to="/consent">Electronic Consent &amp; Disclosures</PolicyLink>.
        </p>
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
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <BackLink to={paths.step("downpayment")} />
          <Button
            type="submit"
            disabled={missing.length > 0 || isSubmitting}
            aria-describedby={missing.length > 0 ? "why-disabled" : undefined}
          >
            {isSubmitting ? t`Submitting...` : t`Submit Application`}
          </Button>
        </div>
        <p className="text-quiet text-sm">
          No credit pull now. Your forecast is guidance, not a guarantee. A local specialist will call you.
        </p>
      </form>
    </div>
  );
}

/** In a new tab, because going back to this page would lose the ticked boxes. */
function PolicyLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} target="_blank" className="link">
      {children}
    </Link>
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
  const { title, text } = consentTexts()[name];
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
          className="size-6 shrink-0 accent-bluebonnet"
        />
        <span className="text-sm leading-snug">
          <strong>{title}.</strong> {text}
        </span>
      </label>
      <div className="pl-9 *:mt-1">
        <Message of={name}>{message}</Message>
      </div>
    </div>
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
