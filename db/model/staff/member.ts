import type { Role } from "./staff.ts";

/** Who may work here, as managers decide it: there is always a manager, and nobody shuts out themselves. */

/** Somebody with a row in `users`, at work or not any more. */
export interface Colleague {
  id: string;
  username: string;
  role: Role;
  deactivatedAt: Date | null;
}

const LAST_MANAGER = "There would be no manager left. Make somebody else a manager first.";

/** Why this one may not get that role; null when they may. */
export function refusedRole(all: Colleague[], id: string, by: string, role: Role) {
  if (id === by) return "You cannot change your own role. Ask another manager.";
  return role === "manager" || keepsManager(all, id) ? null : LAST_MANAGER;
}

/** Why this one may not leave and hand their work to `heirId`, or back to the queue (null); null when they may. */
export function refusedLeaving(all: Colleague[], id: string, by: string, heirId: string | null) {
  if (id === by) return "You cannot deactivate yourself. Ask another manager.";
  if (heirId !== null && (heirId === id || !possibleOwner(all, heirId))) {
    return "Choose a specialist or a manager who stays.";
  }
  return keepsManager(all, id) ? null : LAST_MANAGER;
}

/** The one with this id, if cases can be given to them: no author, and nobody who has left. */
export function possibleOwner(all: Colleague[], id: string | null) {
  return all.find((each) => each.id === id && each.role !== "author" && each.deactivatedAt === null);
}

/** Without this one there is a manager still, or there is none the less. */
function keepsManager(all: Colleague[], id: string) {
  const managers = all.filter(({ role, deactivatedAt }) => role === "manager" && deactivatedAt === null);
  return managers.length !== 1 || managers[0]?.id !== id;
}
