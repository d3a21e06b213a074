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
    <section aria-labelledby="for-authors" className="mt-8 rounded-card bg-tint p-5">
      <h2 id="for-authors" className="text-h3">
        For authors
      </h2>
      {mayWrite(session) ? (
        <Drafts asAuthor={signIn.asAuthor} />
      ) : (
        <>
          <p className="mt-2">You aren’t signed in. Drafts and the trash are for authors.</p>
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
      {isError && (
        <p role="alert" className="mt-6">
          Drafts couldn’t be loaded.{" "}
          <Button look="quiet" onClick={() => refetch()}>
            Try again
          </Button>
        </p>
      )}
      {data && (
        <>
          <PostList posts={data.drafts} said="Changed">
            {(post) => <EditLink id={post.id} title={post.title} />}
          </PostList>
          <div className="mt-3 flex flex-wrap items-baseline gap-x-6">
            <ButtonLink to="/blog/new">Write a new post</ButtonLink>
            <details className="grow" open={data.bin.length > 0}>
              <summary className="link inline-flex min-h-11 items-center">Trash ({data.bin.length})</summary>
              {data.bin.length === 0 && (
                <p className="text-quiet">{`Empty. Deleted posts stay here for ${BIN_DAYS} days.`}</p>
              )}
              <PostList posts={data.bin} said="Deleted">
                {(post) => (
                  <Button look="quiet" aria-label={`Restore ${post.title}`} onClick={() => restore(post)}>
                    Restore
                  </Button>
                )}
              </PostList>
            </details>
          </div>
        </>
      )}
    </>
  );
}

function PostList({
  posts,
  said,
  children,
}: {
  posts: BlogPost[];
  /** What happened to the post at its `updatedAt`. */
  said: string;
  children: (post: BlogPost) => ReactNode;
}) {
  return (
    <ul className="divide-y divide-line">
      {posts.map((post) => (
        <li key={post.id} className="flex items-center justify-between gap-4 py-1">
          <span className="min-w-0">
            {post.title}{" "}
            <span className="text-quiet text-sm">
              {post.publishAt
                ? `Goes online on ${dateAndTime(post.publishAt)}`
                : `${said} on ${longDate(post.updatedAt)}`}
              {post.heroImageUrl && !post.heroImageAlt && ". Its image has no description yet"}
            </span>
          </span>
          {children(post)}
        </li>
      ))}
    </ul>
  );
}
