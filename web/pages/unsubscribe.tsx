import { MailLinkPage } from "../blog/mail-link.tsx";

export default function UnsubscribePage() {
  return (
    <MailLinkPage
      asked={{
        title: "Stop our news emails",
        text: "Press the button and we will send you no more news. Emails about an application of yours are not affected.",
        button: "Unsubscribe",
      }}
      done={{
        title: "You are unsubscribed",
        text: "We will send you no more news.",
      }}
      expired={{
        title: "This link does not work",
        text: "Please use the whole link from our latest email, or tell us through the contact page.",
      }}
    />
  );
}
