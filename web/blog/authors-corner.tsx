import { Pencil } from "lucide-react";
import { lazy, Suspense } from "react";
import { Link } from "react-router-dom";
import { mayWrite, useSession } from "./author.ts";

const AuthorsSection = lazy(() => import("./authors-section.tsx"));

/** What only authors see below the list. Strangers do not even load its code. */
export function AuthorsCorner() {
  const session = useSession();
  if (!session || (session.member && !mayWrite(session))) return null;
  return (
    <Suspense>
      <AuthorsSection session={session} />
    </Suspense>
  );
}

/** To the editor, for those who may write. */
export function EditLink({ id, title }: { id: string; title: string }) {
  const session = useSession();
  if (!mayWrite(session)) return null;
  return (
    <Link
      to={`/blog/new?edit=${id}`}
      aria-label={`Edit ${title}`}
      className="link inline-flex min-h-11 items-center gap-2 font-semibold"
    >
      <Pencil aria-hidden="true" className="size-4" /> Edit
    </Link>
  );
}
