import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { BIN_DAYS, type BlogPost } from "../../db/model/blog/blog-post.ts";
import { dateAndTime, longDate } from "../../db/model/time/time-in-words.ts";
import { readDrafts, restorePost, type SessionState } from "../api.ts";
import { mayWrite } from "../sign-in/session.ts";
import { useSignIn } from "../sign-in/sign-in.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";
import { toast } from "../ui/toast/toast.ts";
import { EditLink } from "./edit-link.tsx";
import { forgetPosts, tellFailure } from "./writing/saving.ts";

/** Drafts and the bin. An author whose session has ended can sign in here. */
export default function AuthorsSection({ session }: { session: SessionState }) {
  const signIn = useSignIn();
  return (
    <section aria-labelledby="for-authors" className="mt-14 rounded-card bg-tint p-5 sm:p-7">
      <h2 id="for-authors">For authors</h2>
      {mayWrite(session) ? (
        <Drafts asAuthor={signIn.asAuthor} />
      ) : (
        <>
          <p className="mt-2">You aren't signed in. Drafts and the trash are for authors.</p>
          <Button className="mt-4" onClick={signIn.ask}>
            Sign in
          </Button>
        </>
      )}
      {signIn.dialog}
    </section>
  );
}

function Drafts({ asAuthor }: Pick<ReturnType<typeof useSignIn>, "asAuthor">) {
  const queries = useQueryClient();
  const { data, isError, refetch } = useQuery({ queryKey: ["drafts"], queryFn: () => asAuthor(readDrafts) });

  async function restore({ id, title }: BlogPost) {
    try {
      await asAuthor(() => restorePost(id));
    } catch (error) {
      return tellFailure(error);
    }
    forgetPosts(queries);
    toast({ title: "Success", description: `${title} is back` });
  }

  return (
    <>
      <ButtonLink to="/blog/new" className="mt-4">
        Write a new post
      </ButtonLink>
      {isError && (
        <p role="alert" className="mt-6">
          Drafts couldn't be loaded.{" "}
          <Button look="quiet" onClick={() => refetch()}>
            Try again
          </Button>
        </p>
      )}
      {data && (
        <div className="mt-8 grid gap-8 lg:grid-cols-2">
          <PostList title="Drafts" none="No drafts." posts={data.drafts} said="Changed">
            {(post) => <EditLink id={post.id} title={post.title} />}
          </PostList>
          <PostList
            title="Trash"
            none={`Empty. Deleted posts stay here for ${BIN_DAYS} days.`}
            posts={data.bin}
            said="Deleted"
          >
            {(post) => (
              <Button look="quiet" aria-label={`Restore ${post.title}`} onClick={() => restore(post)}>
                Restore
              </Button>
            )}
          </PostList>
        </div>
      )}
    </>
  );
}

function PostList({
  title,
  none,
  posts,
  said,
  children,
}: {
  title: string;
  none: string;
  posts: BlogPost[];
  /** What happened to the post at its `updatedAt`. */
  said: string;
  children: (post: BlogPost) => ReactNode;
}) {
  return (
    <div>
      <h3>{title}</h3>
      {posts.length === 0 && <p className="mt-2 text-quiet">{none}</p>}
      <ul className="mt-2 divide-y divide-line">
        {posts.map((post) => (
          <li key={post.id} className="flex items-center justify-between gap-4 py-2">
            <span className="min-w-0">
              {post.title}
              <span className="block text-quiet text-sm">
                {post.publishAt
                  ? `Goes online on ${dateAndTime(post.publishAt)}`
                  : `${said} on ${longDate(post.updatedAt)}`}
              </span>
            </span>
            {children(post)}
          </li>
        ))}
      </ul>
    </div>
  );
}
