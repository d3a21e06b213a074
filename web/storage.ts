/** What this browser keeps for us as JSON. Where it may not, nothing is kept, nothing found, and nothing thrown. */
function kept(storage: () => Storage) {
  return {
    /** Undefined if there is nothing. Anybody can have changed it. */
    read(name: string): unknown {
      try {
        return JSON.parse(storage().getItem(name) ?? "null") ?? undefined;
      } catch {
        return;
      }
    },
    /** False if storage is full or forbidden. */
    write(name: string, value: unknown) {
      try {
        storage().setItem(name, JSON.stringify(value));
        return true;
      } catch {
        return false;
      }
    },
    forget(name: string) {
      try {
        storage().removeItem(name);
      } catch {
        // Without storage, there is nothing to remove.
      }
    },
  };
}

/** Kept until the tab is closed. */
export const tab = kept(() => sessionStorage);
/** Kept for all tabs. */
export const device = kept(() => localStorage);
