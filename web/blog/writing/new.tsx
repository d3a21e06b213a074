import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import { useSearchParams } from "react-router-dom";
import { ApiError, readPostToEdit, signOut } from "../../api.ts";
import { Head } from "../../head/head.tsx";
import { Queries } from "../../query.tsx";
import { forgetAuthor, rememberAuthor } from "../../sign-in/author-hint.ts";
import { mayWrite, useSession } from "../../sign-in/session.ts";
import { type SignIn, useSignIn } from "../../sign-in/sign-in.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Link } from "../../ui/link.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PostForm } from "./post-form.tsx";
import { failureMessage } from "./saving.ts";

export default function NewPostPage() {
  return (
    <Queries>
      <div className="mx-auto max-w-page px-4 py-8 sm:px-6 sm:py-12">
        <Editor />
      </div>
    </Queries>
  );
}

/** Writes a new post, or changes one at ?edit={id}. The served HTML is always for a new one. */
function Editor() {
  const [params] = useSearchParams();
  const isHydrated = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  const id = isHydrated ? params.get("edit") : null;
  const signIn = useSignIn();
  return (
    <>
      <Link to="/blog" className="link inline-flex min-h-11 items-center gap-2">
        <ArrowLeft aria-hidden="true" className="size-4" /> Back to Blog
      </Link>
      <h1 className="mt-4 text-h2">{id ? "Edit post" : "New post"}</h1>
      {/* Keeps its height until we know who is signed in. */}
      <div className="flow-root min-h-60 sm:min-h-32">
        <WhoWrites ask={signIn.ask} />
      </div>
      {id ? (
        <StoredPost key={id} id={id} asAuthor={signIn.asAuthor} />
      ) : (
        <PostForm key="new" asAuthor={signIn.asAuthor} />
      )}
      {signIn.dialog}
    </>
  );
}

function WhoWrites({ ask }: Pick<SignIn, "ask">) {
  const session = useSession({ isAsked: true });
  const queries = useQueryClient();
  const isOpen = session?.isOpenForWriting && !session.member;
  useEffect(() => {
    if (isOpen) rememberAuthor();
  }, [isOpen]);

  async function leave() {
    await signOut();
    forgetAuthor();
    queries.invalidateQueries({ queryKey: ["session"] });
    queries.removeQueries({ queryKey: ["drafts"] });
  }

  if (isOpen) {
    return (
      <Notice kind="info" className="mt-4">
        On this computer anybody can write until the first author is made by <code>npm run author -- add NAME</code>.
      </Notice>
    );
  }
  return (
    <p className="mt-2 flex min-h-11 flex-wrap items-center gap-x-4 text-quiet">
      {session?.member && (
        <>
          <span>
            Signed in as <strong>{session.member.username}</strong>
          </span>
          <Button look="quiet" onClick={leave}>
            Sign out
          </Button>
          {!mayWrite(session) && <span>Your role ({session.member.role}) does not include writing posts.</span>}
        </>
      )}
      {session && !session.member && (
        <>
          <span>Saving is for our authors.</span>
          <Button look="quiet" onClick={ask}>
            Sign in
          </Button>
        </>
      )}
    </p>
  );
}

function StoredPost({ id, asAuthor }: { id: string } & Pick<SignIn, "asAuthor">) {
  const stored = useQuery({
    queryKey: ["post-to-edit", id],
    queryFn: () => asAuthor(() => readPostToEdit(id)),
    staleTime: 0,
    gcTime: 0,
  });
  if (stored.data) return <PostForm post={stored.data} asAuthor={asAuthor} />;
  if (stored.isFetching) {
    return (
      <p role="status" className="mt-6 text-lead text-quiet">
        <Head title="Edit post" />
        Loading post...
      </p>
    );
  }
  const isMissing = statusOf(stored.error) === 404;
  return (
    <div className="mt-6">
      <Head title={isMissing ? "Post Not Found" : "Edit post"} />
      <h2 className="text-h3">{isMissing ? "Post Not Found" : "The post couldn’t be loaded"}</h2>
      <p className="mt-2 max-w-text">{whyNotLoaded(stored.error)}</p>
      {isMissing ? (
        <ButtonLink to="/blog" className="mt-5">
          Back to Blog
        </ButtonLink>
      ) : (
        <Button className="mt-5" onClick={() => stored.refetch()}>
          Try again
        </Button>
      )}
    </div>
  );
}

function whyNotLoaded(error: Error | null) {
  switch (statusOf(error)) {
    case 404:
      return "The blog post you're looking for doesn't exist or has been removed.";
    case 403:
      return failureMessage(error);
    default:
      return "You may have to sign in first, or the connection was lost.";
  }
}

function statusOf(error: Error | null) {
  return error instanceof ApiError ? error.status : undefined;
}
