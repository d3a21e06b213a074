import { lazy, Suspense } from "react";
import { mayWrite, useSession } from "../sign-in/session.ts";

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
