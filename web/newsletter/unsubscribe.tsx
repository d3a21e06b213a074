import { t } from "../../db/model/words.ts";
import { MailLinkPage } from "./mail-link.tsx";

export default function UnsubscribePage() {
  return (
    <MailLinkPage
      asked={{
        title: t`Stop our news emails`,
        text: t`Press the button and we won’t send you any more news. You’ll still get emails about your application.`,
        button: t`Unsubscribe`,
      }}
      done={{
        title: t`You are unsubscribed`,
        text: t`We won’t send you any more news.`,
      }}
      expired={{
        title: t`This link doesn’t work`,
        text: t`Use the whole link from our latest email, or tell us.`,
        to: "/contact",
        button: t`Contact us`,
      }}
    />
  );
}
