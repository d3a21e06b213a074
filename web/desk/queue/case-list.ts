import { useEffect } from "react";

/** The list from which a member opens cases one by one. Kept in this tab: ids only, never in an address. */

const KEY = "desk-list";

/** Remembers the cases of a list, in its order; undefined while loading. */
export function useCaseList(ids: string[] | undefined) {
  const shown = ids?.join(" ");
  useEffect(() => {
    if (shown !== undefined) sessionStorage.setItem(KEY, shown);
  }, [shown]);
}

/** The cases before and after this one in the last list; none if it was not in the list. */
export function neighborsOf(id: string): { previous?: string | undefined; next?: string | undefined } {
  const ids = (sessionStorage.getItem(KEY) ?? "").split(" ");
  const place = ids.indexOf(id);
  return place === -1 ? {} : { previous: ids[place - 1], next: ids[place + 1] };
}
