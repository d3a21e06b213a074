import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";

interface Props {
  /** Of `useDeskList`. */
  list: { hasNextPage: boolean; fetchNextPage: () => unknown };
  children?: ReactNode;
}

/** Below a list that has another page: the button that reads it, and what is said above it. */
export function ShowMore({ list: { hasNextPage, fetchNextPage }, children }: Props) {
  if (!hasNextPage) return null;
  return (
    <div className="mt-4 grid justify-items-start gap-2">
      {children}
      <Button look="outline" onClick={() => fetchNextPage()}>
        Show more
      </Button>
    </div>
  );
}
