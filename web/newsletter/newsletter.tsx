import { CONFIRM_HOURS } from "../../db/model/time/retention.ts";
import { t } from "../../db/model/words.ts";
import { MailLinkPage } from "./mail-link.tsx";

export default function NewsletterPage() {
  return (
    <MailLinkPage
      asked={{
        title: t`Confirm your subscription`,
        text: t`Press the button to stay on the list. We’ll email you new posts and news about car buying in Texas.`,
        button: t`Confirm my subscription`,
      }}
      done={{
        title: t`You are subscribed`,
        text: t`We’ll write when there is news. Each email has a link to stop.`,
      }}
      expired={{
        title: t`This link no longer works`,
        text: t`A link to confirm works for ${CONFIRM_HOURS} hours. Enter your address again and we’ll send you a new one.`,
        to: "/blog#newsletter-email",
        button: t`Get a new link`,
      }}
    />
  );
}
