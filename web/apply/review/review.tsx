import { useAtomValue, useSetAtom } from "jotai";
import { useLayoutEffect, useState } from "react";
import { answersAtom, isRestoredAtom, restoreAtom } from "../draft/answers.ts";
import { StepPage } from "../step-page.tsx";
import { AnswersSheet } from "./answers-sheet.tsx";
import { ConsentCard } from "./consent-card.tsx";
import { fillIn } from "./fill-in.ts";

export default function ReviewPage() {
  const restore = useSetAtom(restoreAtom);
  const isRestored = useAtomValue(isRestoredAtom);
  const answers = useAtomValue(answersAtom);
  const [hasErrors, setHasErrors] = useState(false);
  useLayoutEffect(() => restore(), [restore]);
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
        <AnswersSheet />
        {isRestored && <ConsentCard onErrors={setHasErrors} />}
      </div>
    </StepPage>
  );
}
