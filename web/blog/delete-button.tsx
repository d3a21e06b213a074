import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useNavigate } from "react-router-dom";
import { BIN_DAYS, type BlogPost } from "../../db/model/blog/blog-post.ts";
import { deletePost, restorePost } from "../api.ts";
import type { SignIn } from "../sign-in/sign-in.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { toast } from "../ui/toast/toast.ts";
import { forgetPosts, tellFailure } from "./writing/saving.ts";

/** Moves a post to the bin, after asking. Its toast can take that back. */
export function DeleteButton({
  post,
  asAuthor,
  onDeleted,
}: { post: BlogPost; onDeleted: () => void } & Pick<SignIn, "asAuthor">) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const dialog = useRef<HTMLDialogElement>(null);

  async function remove() {
    try {
      await asAuthor(() => deletePost(post.id));
    } catch (error) {
      return tellFailure(error);
    }
    onDeleted();
    forgetPosts(queries);
    toast({
      title: "Success",
      description: `Moved to the trash, where it stays for ${BIN_DAYS} days`,
      action: { label: "Undo", onClick: () => restorePost(post.id).then(() => forgetPosts(queries)) },
    });
    navigate("/blog");
  }

  return (
    <>
      <Button look="quiet" className="sm:ml-auto" onClick={() => dialog.current?.showModal()}>
        Delete
      </Button>
      <Dialog ref={dialog} aria-labelledby="deleting">
        <h2 id="deleting" className="text-h3">
          Move this post to the trash?
        </h2>
        <p className="mt-2">
          Readers won’t find it anymore. You can restore it from the blog’s page for {BIN_DAYS} days.
        </p>
        <form method="dialog" className="mt-5 flex flex-wrap gap-3">
          <Button type="submit" onClick={remove}>
            Move to the trash
          </Button>
          <Button type="submit" look="quiet">
            Keep it
          </Button>
        </form>
      </Dialog>
    </>
  );
}
