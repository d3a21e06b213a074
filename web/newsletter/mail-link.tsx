import { useLocation } from "react-router-dom";
import { addressOf } from "../../db/model/site/address.ts";
import { t } from "../../db/model/words.ts";
import { Head } from "../head/head.tsx";
import { usePageData } from "../page-data.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";
import { PostForm } from "../ui/form/post-form.tsx";

interface Props {
  asked: { title: string; text: string; button: string };
  done: { title: string; text: string };
  expired: { title: string; text: string };
}

/** The page behind a link in a mail. Only its button acts, by a plain form, so that it works without JavaScript. */
export function MailLinkPage(words: Props) {
  const { state, token } = usePageData().mailLink ?? { state: "expired", token: "" };
  const { pathname } = useLocation();
  const { title, text } = state === "unavailable" ? unavailable() : words[state];
  const canPress = state === "asked" || state === "unavailable";
  return (
    <div className="mx-auto max-w-form px-4 py-14 sm:px-6">
      <Head title={title} />
      <h1 className="text-h2">{title}</h1>
      <p className="mt-3 text-lead text-quiet">{text}</p>
      <div className="mt-6">
        {canPress ? (
          <PostForm token={token} action={addressOf(pathname)}>
            <Button type="submit">{words.asked.button}</Button>
          </PostForm>
        ) : (
          <ButtonLink to="/blog">Go to the blog</ButtonLink>
        )}
      </div>
    </div>
  );
}

const unavailable = () => ({
  title: t`Please try again in a moment`,
  text: t`Something went wrong on our side. Nothing was changed.`,
});
