import { t } from "../../../db/model/words.ts";
import { mailLinkAgain } from "../../api.ts";
import { Card } from "../../ui/card.tsx";
import { EmailForm } from "../../ui/form/email-form.tsx";
import { TextLink } from "../../ui/text-link.tsx";

/** For applicants who have lost the link to their results. */
export function LinkAgain() {
  return (
    <Card className="no-print max-w-form">
      <h2 className="text-h3">Looking for your results?</h2>
      <p className="mt-2">The link in our email opens them. If you’ve lost it, we’ll send it again.</p>
      <noscript>
        <p className="mt-2">
          This needs JavaScript. Without it, <TextLink to="/contact">write to us</TextLink>.
        </p>
      </noscript>
      <EmailForm id="link-again" label={t`Email Address`} ask={mailLinkAgain} button={t`Email me my link again`} />
    </Card>
  );
}
