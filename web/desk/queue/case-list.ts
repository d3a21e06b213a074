import { useEffect } from "react";

/** The list from which a member opens cases one by one. Kept in this tab: ids only, never in an address; names in memory. */

const KEY = "desk-list";

const names = new Map<string, string>();

/** Remembers the cases of a list, in its order; undefined while loading. */
export function useCaseList(cases: { id: string; fullName: string }[] | undefined) {
  useEffect(() => {
    if (!cases) return;
    sessionStorage.setItem(KEY, cases.map(({ id }) => id).join(" "));
    for (const { id, fullName } of cases) names.set(id, fullName);
  }, [cases]);
}

/** Whose case it is, if a list has named it since the page was loaded. */
export function nameIn(id: string) {
  return names.get(id);
}

/** The cases before and after this one in the last list; none if it was not in the list. */
export function neighborsOf(id: string): { previous?: string | undefined; next?: string | undefined } {
  const ids = (sessionStorage.getItem(KEY) ?? "").split(" ");
  const place = ids.indexOf(id);
  return place === -1 ? {} : { previous: ids[place - 1], next: ids[place + 1] };
}
