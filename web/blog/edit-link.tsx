import { Pencil } from "lucide-react";
import { paths } from "../../db/model/site/paths.ts";
import { mayWrite, useSession } from "../sign-in/session.ts";
import { LinkIn } from "./link-in.tsx";

/** Opens the editor, for members who may write. It is in English only. */
export function EditLink({ id, title }: { id: string; title: string }) {
  const session = useSession();
  if (!mayWrite(session)) return null;
  return (
    <LinkIn
      of="en"
      to={paths.editPost(id)}
      aria-label={`Edit ${title}`}
      className="link inline-flex min-h-11 items-center gap-2"
    >
      <Pencil aria-hidden="true" className="size-4" /> Edit
    </LinkIn>
  );
}
