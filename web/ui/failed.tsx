import { reasonOf } from "../failure.ts";
import { Notice } from "./notice.tsx";

/** Says on a public page why something was not done, until it is tried again. */
export function Failed({ error, className }: { error: unknown; className?: string }) {
  if (!error) return null;
  return (
    <Notice kind="alert" role="alert" className={className}>
      {reasonOf(error)}
    </Notice>
  );
}
