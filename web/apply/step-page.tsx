import { useAtomValue, useSetAtom } from "jotai";
import { Check, Lock } from "lucide-react";
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import type { Step } from "../../db/model/application.ts";
import { Head } from "../head/head.tsx";
import { Button } from "../ui/button.tsx";
import { FirstScreenEnd } from "../ui/first-screen-end.tsx";
import { Notice } from "../ui/notice.tsx";
import { eraseAtom, isRestoredAtom, keepAtom, setKeepAtom } from "./answers.ts";
import { isNewlyTyped, noteTakeOver } from "./controls.ts";
import { storedDraft } from "./draft.ts";
import { rememberedReference } from "./reference.ts";
import { PROGRESS, sections } from "./sections.ts";

interface Props {
  step: Step | "review";
  title: string;
  intro: string;
  hasErrors?: boolean;
  children: ReactNode;
}

/** The frame of every page of the form: progress, heading, the page itself, and what the visitor may do with the answers. */
export function StepPage({ step, title, intro, hasErrors, children }: Props) {
  useEffect(() => {
    addEventListener("pageshow", reloadWhenSent);
    return () => removeEventListener("pageshow", reloadWhenSent);
  }, []);
  return (
    <div className="mx-auto max-w-form px-4 py-6 sm:px-6 sm:py-10">
      <Head title={`${hasErrors ? "Error: " : ""}${title}`} />
      <Progress step={step} />
      <h1 aria-describedby="position" className="mt-6 text-h2 outline-none">
        {title}
      </h1>
      <p className="mt-2 text-quiet">{intro}</p>
      <noscript>
        <Notice kind="info" className="mt-6">
          This form needs JavaScript. Please turn it on, or <a href="/contact">contact us</a> and we will take your
          application in person.
        </Notice>
      </noscript>
      <div className="mt-7">{children}</div>
      <FirstScreenEnd />
      <YourAnswers step={step} />
    </div>
  );
}

/** A page from the browser's cache would still show the answers of an application that was sent meanwhile. */
function reloadWhenSent({ persisted }: PageTransitionEvent) {
  if (persisted && rememberedReference() && !storedDraft()) location.reload();
}

function Progress({ step }: { step: Step | "review" }) {
  const current = step === "review" ? PROGRESS.length : sections[step].number;
  const part = step === "downpayment" ? ", part 2" : "";
  return (
    <nav aria-label="Progress">
      <div className="flex justify-between gap-4 font-semibold text-bluebonnet text-sm">
        <p id="position">{`Step ${current} of ${PROGRESS.length}${part}`}</p>
        <p aria-hidden="true" className="sm:hidden">
          {PROGRESS[current - 1]}
        </p>
      </div>
      <ol className="mt-2 grid grid-cols-5 gap-1.5">
        {PROGRESS.map((name, index) => {
          const number = index + 1;
          const isDone = number < current;
          return (
            <li key={name} aria-current={number === current ? "step" : undefined} className="min-w-0">
              <span
                aria-hidden="true"
                className={`block h-1.5 rounded-full forced-colors:border ${number <= current ? "bg-bluebonnet forced-colors:bg-[Highlight]" : "bg-line"}`}
              />
              <span
                className={`mt-1 flex items-center max-sm:sr-only gap-0.5 text-[0.8125rem] ${number === current ? "font-semibold text-deep" : "text-quiet"}`}
              >
                {isDone && <Check aria-hidden="true" className="size-3.5 shrink-0 text-leaf" />}
                <span className="truncate">{name}</span>
                {isDone && <span className="sr-only"> done</span>}
              </span>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** Keeping answers on this device, and erasing them. */
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
  useEffect(() => noteTakeOver(step), [step]);
  useEffect(() => {
    if (isRestored && isTickedEarly.current) setKeep(true);
  }, [isRestored, setKeep]);
  return (
    <section aria-labelledby="your-answers" className="no-print mt-10 rounded-card bg-sand p-5 text-sm">
      <h2 id="your-answers" className="flex items-center gap-2 text-base">
        <Lock aria-hidden="true" className="size-4" /> Your answers stay with you
      </h2>
      <p className="mt-1">Nothing is sent until you submit on the last page. Until then they stay in this browser.</p>
      <label className="mt-3 flex min-h-11 items-start gap-3 py-1.5">
        <input
          ref={box}
          type="checkbox"
          id="keep"
          name="keep"
          checked={keep}
          onChange={(event) => setKeep(event.target.checked)}
          className="mt-0.5 size-5 shrink-0 accent-bluebonnet"
        />
        Keep my answers on this device for 7 days (not on a shared computer)
      </label>
      <Button look="quiet" onClick={() => question.current?.showModal()}>
        Erase my answers
      </Button>
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
    </section>
  );
}
