import { useLocation } from "react-router-dom";
import { addressOf } from "../../db/model/site/address.ts";
import { t } from "../../db/model/words.ts";
import { Head } from "../head/head.tsx";
import { usePageData } from "../page-data.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";
import { DeadEnd, OpenRoad } from "../ui/drawings/dead-end.tsx";
import { PostForm } from "../ui/form/post-form.tsx";
import { Hero } from "../ui/page/hero.tsx";

interface Props {
  asked: { title: string; text: string; button: string };
  done: { title: string; text: string };
  /** With the way to a link that works. */
  expired: { title: string; text: string; to: string; button: string };
}

/** The page behind a link in a mail. Only its button acts, by a plain form, so that it works without JavaScript. */
export function MailLinkPage(words: Props) {
  const { state, token } = usePageData().mailLink ?? { state: "expired", token: "" };
  const { pathname } = useLocation();
  const { title, text } = state === "unavailable" ? unavailable() : words[state];
  const next = state === "expired" ? words.expired : { to: "/blog", button: t`Go to the blog` };
  return (
    <>
      <Head title={title} />
      <Hero isWhole title={title} lead={text} ground={state === "expired" ? <DeadEnd /> : <OpenRoad />}>
        {state === "asked" || state === "unavailable" ? (
          <PostForm token={token} action={addressOf(pathname)}>
            <Button type="submit">{words.asked.button}</Button>
          </PostForm>
        ) : (
          <ButtonLink to={next.to}>{next.button}</ButtonLink>
        )}
      </Hero>
    </>
  );
}

const unavailable = () => ({
  title: t`Please try again in a moment`,
  text: t`Something went wrong on our side. Nothing was changed.`,
});
