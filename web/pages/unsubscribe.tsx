import { t } from "../../db/model/words.ts";
import { MailLinkPage } from "../blog/mail-link.tsx";

export default function UnsubscribePage() {
  return (
    <MailLinkPage
      asked={{
        title: t`Stop our news emails`,
        text: t`Press the button and we will send you no more news. Emails about an application of yours are not affected.`,
        button: t`Unsubscribe`,
      }}
      done={{
        title: t`You are unsubscribed`,
        text: t`We will send you no more news.`,
      }}
      expired={{
        title: t`This link does not work`,
        text: t`Please use the whole link from our latest email, or tell us through the contact page.`,
      }}
    />
  );
}
