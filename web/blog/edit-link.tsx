import { Pencil } from "lucide-react";
import { Link } from "react-router-dom";
import { paths } from "../../db/model/paths.ts";
import { mayWrite, useSession } from "../sign-in/session.ts";

/** To the editor, for those who may write. */
export function EditLink({ id, title }: { id: string; title: string }) {
  const session = useSession();
  if (!mayWrite(session)) return null;
  return (
    <Link
      to={paths.editPost(id)}
      aria-label={`Edit ${title}`}
      className="link inline-flex min-h-11 items-center gap-2 font-semibold"
    >
      <Pencil aria-hidden="true" className="size-4" /> Edit
    </Link>
  );
}
