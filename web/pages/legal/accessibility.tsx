import { t } from "../../../db/model/words.ts";
import { claims } from "../../copy/claims/claims.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { CallToAction } from "../../ui/page/call-to-action.tsx";
import { LegalPage } from "./legal.tsx";
import text from "./texts/accessibility.md";

export default function AccessibilityPage() {
  return (
    <>
      <LegalPage text={text()} dates={[{ label: t`Last updated`, date: claims.policyDate }]} />
      <CallToAction
        title="Online or by phone, the same questions"
        text="About 3 minutes, no credit pull. A local Texas specialist will help you either way."
      >
        <ButtonLink to="/apply">Start Your Application</ButtonLink>
        <ButtonLink to="/contact" look="outline">
          Contact Us
        </ButtonLink>
      </CallToAction>
    </>
  );
}
