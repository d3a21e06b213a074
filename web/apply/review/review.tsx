import { useAtomValue, useSetAtom } from "jotai";
import { useLayoutEffect, useState } from "react";
import { STEPS } from "../../../db/model/form/application.ts";
import { Notice } from "../../ui/notice.tsx";
import { isRestoredAtom, missingSectionsAtom, restoreAtom } from "../draft/answers.ts";
import { StepPage } from "../step-page.tsx";
import { ConsentCard } from "./consent-card.tsx";
import { SectionCard } from "./section-card.tsx";
import { SectionLinks } from "./section-links.tsx";

export default function ReviewPage() {
  const restore = useSetAtom(restoreAtom);
  const isRestored = useAtomValue(isRestoredAtom);
  const [hasErrors, setHasErrors] = useState(false);
  useLayoutEffect(() => restore(), [restore]);
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
