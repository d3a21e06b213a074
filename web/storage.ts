/** What this browser keeps for us as JSON. Where it may not, nothing is kept, nothing found, and nothing thrown. */
function kept(storage: () => Storage) {
  return {
    /** Undefined if there is nothing. Anybody can have changed it. */
    read: (name: string): unknown => tried(() => JSON.parse(storage().getItem(name) ?? "null") ?? undefined),
    /** Whether it is kept: storage may be full or forbidden. */
    write: (name: string, value: unknown) =>
      tried(() => {
        storage().setItem(name, JSON.stringify(value));
        return true;
      }) ?? false,
    forget: (name: string) => tried(() => storage().removeItem(name)),
  };
}

function tried<Result>(work: () => Result) {
  try {
    return work();
  } catch {
    return;
  }
}

/** Kept until the tab is closed. */
export const tab = kept(() => sessionStorage);
/** Kept for all tabs. */
export const device = kept(() => localStorage);
