import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { BlogPost } from "../../../db/model/blog/blog-post.ts";
import { dateAndTime } from "../../../db/model/time/time-in-words.ts";
import { readMailing, startMailing } from "../../api.ts";
import type { SignIn } from "../../sign-in/sign-in.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast/toast.ts";
import { tellFailure } from "./saving.ts";

/** Mails a published post to those who want news in its language, once, after asking; then says how far that is. */
export function Mailing({ post, asAuthor }: { post: BlogPost } & Pick<SignIn, "asAuthor">) {
  const queries = useQueryClient();
  const dialog = useRef<HTMLDialogElement>(null);
  const queryKey = ["mailing", post.id];
  const { data } = useQuery({ queryKey, queryFn: () => asAuthor(() => readMailing(post.id)), staleTime: 0 });
  if (!data) return null;
  const { subscribers, mailing } = data;

  async function start() {
    try {
      await asAuthor(() => startMailing(post.id));
    } catch (error) {
      return tellFailure(error);
    }
    queries.invalidateQueries({ queryKey });
    toast({ title: "Success", description: "The post goes out by email, a few dozen a minute" });
  }

  if (mailing) {
    const { startedAt, count, endedAt } = mailing;
    return (
      <p className="mt-6 text-quiet">
        {`Emailed to ${count} on ${dateAndTime(startedAt)}${endedAt ? "." : ", and still going out."}`}
      </p>
    );
  }
  return (
    <>
      <Button look="outline" className="mt-6" onClick={() => dialog.current?.showModal()}>
        Email to subscribers ({subscribers})
      </Button>
      <Dialog ref={dialog} aria-labelledby="mailing">
        <h2 id="mailing" className="text-h3">
          Email this post to {subscribers} subscribers?
        </h2>
        <p className="mt-2">They get it as it is saved now. A post goes out once, and can't be taken back.</p>
        <form method="dialog" className="mt-5 flex flex-wrap gap-3">
          <Button type="submit" onClick={start}>
            Email it
          </Button>
          <Button type="submit" look="quiet">
            Not now
          </Button>
        </form>
      </Dialog>
    </>
  );
}
