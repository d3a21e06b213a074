import { useEffect } from "react";

/** The list from which cases are opened one after another. It stays in this tab: ids only, and never in an address. */

const KEY = "desk-list";

/** Remembers which cases a list shows, in its order; undefined until it is read. */
export function useCaseList(ids: string[] | undefined) {
  const shown = ids?.join(" ");
  useEffect(() => {
    if (shown !== undefined) sessionStorage.setItem(KEY, shown);
  }, [shown]);
}

/** The cases before and after this one in the list that was shown last; none of a case that was not in it. */
export function neighborsOf(id: string) {
  const ids = (sessionStorage.getItem(KEY) ?? "").split(" ");
  const place = ids.indexOf(id);
  return place === -1 ? {} : { previous: ids[place - 1], next: ids[place + 1] };
}
