import { lazy, Suspense } from "react";
import { mayWrite, useSession } from "../sign-in/session.ts";

const AuthorsSection = lazy(() => import("./authors-section.tsx"));

/** The part above the list for authors. Other visitors do not even load its code. */
export function AuthorsCorner() {
  const session = useSession();
  if (!session || (session.member && !mayWrite(session))) return null;
  return (
    <Suspense>
      <AuthorsSection session={session} />
    </Suspense>
  );
}
