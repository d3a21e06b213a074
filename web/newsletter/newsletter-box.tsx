import { newsletterConsent } from "../../db/model/consent/consent.ts";
import { t } from "../../db/model/words.ts";
import { subscribe } from "../api.ts";
import { Card } from "../ui/card.tsx";
import { EmailForm } from "../ui/form/email-form.tsx";
import { Notice } from "../ui/notice.tsx";

/** 'Stay Informed': subscribes to new posts by mail. */
export function NewsletterBox() {
  return (
    <Card>
      <h2 className="text-h3">Stay Informed</h2>
      <p className="mt-2">New posts by email, as we write them. Nothing else.</p>
      <noscript>
        <Notice kind="info" className="mt-4">
          Subscribing needs JavaScript. Without it you can follow our{" "}
          <a href="/rss.xml" className="underline">
            feed
          </a>
          .
        </Notice>
      </noscript>
      <EmailForm id="newsletter-email" label={t`Email`} ask={subscribe} button={t`Subscribe`}>
        <p className="text-quiet text-sm">{newsletterConsent().text}</p>
      </EmailForm>
    </Card>
  );
}
