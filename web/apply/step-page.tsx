import { useAtomValue, useSetAtom } from "jotai";
import { ArrowLeft, Check, Lock } from "lucide-react";
import { type CSSProperties, type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import type { Step } from "../../db/model/form/application.ts";
import { addressOf } from "../../db/model/site/address.ts";
import { t } from "../../db/model/words.ts";
import { Head } from "../head/head.tsx";
import { Button } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import { Notice } from "../ui/notice.tsx";
import { FirstScreenEnd } from "../ui/page/first-screen-end.tsx";
import { isNewlyTyped, noteHydration } from "./controls.ts";
import { eraseAtom, isRestoredAtom, keepAtom, missingSectionsAtom, setKeepAtom } from "./draft/answers.ts";
import { storedDraft } from "./draft/draft.ts";
import { rememberedReference } from "./draft/reference.ts";
import { percentDone, progress, sections } from "./sections.ts";
import { SentNotice, useSent } from "./sent.tsx";

interface Props {
  step: Step | "review";
  title: string;
  intro: string;
  hasErrors?: boolean;
  children: ReactNode;
}

/** The frame of each form page: progress, heading, the page, and what visitors can do with their answers. */
export function StepPage({ step, title, intro, hasErrors, children }: Props) {
  const sent = useSent();
  useEffect(() => {
    addEventListener("pageshow", reloadWhenSent);
    return () => removeEventListener("pageshow", reloadWhenSent);
  }, []);
  return (
    <div className="@container">
      <div className="step-page">
        <Head title={hasErrors ? t`Error: ${title}` : title} />
        <Progress step={step} />
        <h1 aria-describedby="position" className="mt-5 text-h2 outline-none">
          {title}
        </h1>
        <p className={`mt-2 text-quiet ${sent ? "invisible" : ""}`}>{intro}</p>
        <noscript>
          <Notice kind="info" className="mt-6">
            This form needs JavaScript. Please turn it on, or <a href={addressOf("/contact")}>contact us</a>.
          </Notice>
        </noscript>
        <div className="mt-7 grid grid-cols-1 gap-6">{sent ? <SentNotice sent={sent} /> : children}</div>
        <FirstScreenEnd />
        {!sent && <YourAnswers step={step} />}
      </div>
    </div>
  );
}

/** A page from the browser's cache would still show the answers of an application that was sent meanwhile. */
function reloadWhenSent({ persisted }: PageTransitionEvent) {
  if (persisted && rememberedReference() && !storedDraft()) location.reload();
}

/** Which step this is, and which ones are done. */
function Progress({ step }: { step: Step | "review" }) {
  const names = progress();
  const missing = useAtomValue(missingSectionsAtom);
  const { number: current, part } = step === "review" ? { number: names.length } : sections[step];
  return (
    <nav aria-label="Progress">
      <div id="position" className="flex flex-wrap justify-between gap-x-4 text-bluebonnet text-sm">
        <p>{t`Step ${current} of ${{ count: names.length }}`}</p>
        {part ? (
          <p>{part()}</p>
        ) : (
          <p aria-hidden="true" className="sm:hidden">
            {names[current - 1]}
          </p>
        )}
      </div>
      <ol id="progress" className="mt-2 grid grid-cols-5 gap-1.5">
        {names.map((name, index) => {
          const done = percentDone(index + 1, missing);
          return (
            <li
              key={name}
              aria-current={index + 1 === current ? "step" : undefined}
              className="under-bar"
              style={done > 0 ? ({ "--filled": `${done}%` } as CSSProperties) : undefined}
            >
              <span className="max-sm:sr-only">{name}</span>
              {done === 100 && (
                <>
                  <Check aria-hidden="true" className="-mr-5 ml-1 inline size-4 text-leaf max-sm:hidden" />
                  <span className="sr-only"> done</span>
                </>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

export function BackLink({ to }: { to: string }) {
  return (
    <Link
      to={to}
      className="no-print inline-flex min-h-11 items-center gap-2 text-bluebonnet underline-offset-4 hover:underline"
    >
      <ArrowLeft aria-hidden="true" className="size-4" /> Back
    </Link>
  );
}

/** Lets visitors keep their answers on this device, or erase them. */
function YourAnswers({ step }: Pick<Props, "step">) {
  const isRestored = useAtomValue(isRestoredAtom);
  const keep = useAtomValue(keepAtom);
  const setKeep = useSetAtom(setKeepAtom);
  const erase = useSetAtom(eraseAtom);
  const navigate = useNavigate();
  const question = useRef<HTMLDialogElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const isTickedEarly = useRef(false);
  // A tick made before hydration takes effect once the stored answers are there to be moved.
  useLayoutEffect(() => {
    if (isRestored || !box.current) return;
    box.current.checked &&= isNewlyTyped(step, "keep");
    isTickedEarly.current = box.current.checked;
  }, [isRestored, step]);
  useEffect(() => noteHydration(step), [step]);
  useEffect(() => {
    if (isRestored && isTickedEarly.current) setKeep(true);
  }, [isRestored, setKeep]);
  return (
    <details className="mt-6 text-sm">
      <summary className="link inline-flex min-h-11 items-center gap-2">
        <Lock aria-hidden="true" className="size-4" /> Save or erase
      </summary>
      <p className="mt-2">Your answers stay in this browser until you submit them.</p>
      <label className="mt-1 flex min-h-11 items-start gap-3 py-1.5">
        <input
          ref={box}
          type="checkbox"
          id="keep"
          name="keep"
          checked={keep}
          onChange={(event) => setKeep(event.target.checked)}
          className="tick mt-0.5"
        />
        Keep my answers on this device for 7 days (not on a shared computer)
      </label>
      <Button look="quiet" onClick={() => question.current?.showModal()}>
        Erase my answers
      </Button>
      {/* Not our Dialog, whose styles would then stand in the HTML of every page. */}
      <dialog
        ref={question}
        aria-labelledby="erase-question"
        className="m-auto max-w-form rounded-card bg-paper p-6 text-ink shadow-card"
      >
        <p id="erase-question">Erase everything you have typed?</p>
        <form method="dialog" className="mt-4 flex flex-wrap gap-3">
          <Button
            look="outline"
            onClick={() => {
              erase();
              navigate("/apply");
            }}
          >
            Yes, erase
          </Button>
          <Button type="submit" look="quiet">
            No, keep them
          </Button>
        </form>
      </dialog>
    </details>
  );
}
