import { useAtomValue, useSetAtom } from "jotai";
import { lazy, Suspense, useEffect, useLayoutEffect, useState } from "react";
import { answersAtom, isRestoredAtom, restoreAtom } from "../draft/answers.ts";
import { DRAFT_FRAGMENT } from "../elsewhere/fragment.ts";
import { StepPage } from "../step-page.tsx";
import { AnswersSheet } from "./answers-sheet.tsx";
import { ConsentCard } from "./consent-card.tsx";
import { fillIn } from "./fill-in.ts";

const Arrival = lazy(() => import("../elsewhere/arrival.tsx"));

export default function ReviewPage() {
  const restore = useSetAtom(restoreAtom);
  const isRestored = useAtomValue(isRestoredAtom);
  const answers = useAtomValue(answersAtom);
  const [hasErrors, setHasErrors] = useState(false);
  const [fragment, setFragment] = useState("");
  useLayoutEffect(() => restore(), [restore]);
  useEffect(() => {
    if (!location.hash.startsWith(DRAFT_FRAGMENT)) return;
    setFragment(location.hash);
    // The key stays in no history.
    history.replaceState(history.state, "", location.pathname);
  }, []);
  useLayoutEffect(() => {
    if (isRestored) fillIn(answers);
  }, [isRestored, answers]);
  return (
    <StepPage
      step="review"
      title="Review Your Application"
      intro="Check your answers, agree and send."
      hasErrors={hasErrors}
    >
      <div className="grid min-h-svh grid-cols-1 content-start gap-5">
        {isRestored && fragment && (
          <Suspense>
            <Arrival fragment={fragment} />
          </Suspense>
        )}
        <AnswersSheet />
        {isRestored && <ConsentCard onErrors={setHasErrors} />}
      </div>
    </StepPage>
  );
}
