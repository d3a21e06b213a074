import { CONFIRM_HOURS } from "../../db/model/retention.ts";
import { MailLinkPage } from "../blog/mail-link.tsx";

export default function NewsletterPage() {
  return (
    <MailLinkPage
      asked={{
        title: "Confirm your subscription",
        text: "Press the button and we will email you new posts and news about car buying in Texas.",
        button: "Confirm my subscription",
      }}
      done={{
        title: "You are subscribed",
        text: "We will write when there is something worth reading. Each email has a link to stop.",
      }}
      expired={{
        title: "This link no longer works",
        text: `A link to confirm works for ${CONFIRM_HOURS} hours. You can enter your address on the blog again and we will send you a new one.`,
      }}
    />
  );
}
