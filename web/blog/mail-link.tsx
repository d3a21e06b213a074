import { useLocation } from "react-router-dom";
import { Head } from "../head.tsx";
import { usePageData } from "../page-data.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";

interface Props {
  asked: { title: string; text: string; button: string };
  done: { title: string; text: string };
  expired: { title: string; text: string };
}

/** A page behind a link in a mail: the link only asks, its button does. A plain form, so that it works without JavaScript. */
export function MailLinkPage(words: Props) {
  const { mailLink = "expired" } = usePageData();
  const { pathname, search } = useLocation();
  const { title, text } = mailLink === "unavailable" ? unavailable : words[mailLink];
  const canPress = mailLink === "asked" || mailLink === "unavailable";
  return (
    <div className="mx-auto max-w-form px-4 py-14 sm:px-6">
      <Head title={title} unlisted />
      <h1 className="text-h2">{title}</h1>
      <p className="mt-3 text-lead text-quiet">{text}</p>
      <div className="mt-6">
        {canPress ? (
          <form method="post" action={pathname + search}>
            <Button type="submit">{words.asked.button}</Button>
          </form>
        ) : (
          <ButtonLink to="/blog">Go to the blog</ButtonLink>
        )}
      </div>
    </div>
  );
}

const unavailable = {
  title: "Please try again in a moment",
  text: "Something went wrong on our side. Nothing was changed.",
};
