import type { Role } from "./staff.ts";

/** Somebody who works here. */
export interface Member {
  id: string;
  username: string;
  role: Role;
}

/** Somebody with a row in `users`, whether they still work here or not. */
export interface Colleague extends Member {
  deactivatedAt: Date | null;
}

const LAST_MANAGER = "There would be no manager left. Make somebody else a manager first.";

/** A sentence that says why this member may not get that role; null if they may. There is always a manager. */
export function refusedRole(all: Colleague[], id: string, by: string, role: Role) {
  if (id === by) return "You cannot change your own role. Ask another manager.";
  return role === "manager" || keepsManager(all, id) ? null : LAST_MANAGER;
}

/** Why this member may not leave and hand their work to `heirId`, or to the queue (null); null if they may. */
export function refusedLeaving(all: Colleague[], id: string, by: string, heirId: string | null) {
  if (id === by) return "You cannot deactivate yourself. Ask another manager.";
  if (heirId !== null && (heirId === id || !possibleOwner(all, heirId))) {
    return "Choose a specialist or a manager who stays.";
  }
  return keepsManager(all, id) ? null : LAST_MANAGER;
}

/** The member with this id, if they can own cases: not an author, and still here. */
export function possibleOwner(all: Colleague[], id: string | null) {
  return all.find((each) => each.id === id && each.role !== "author" && each.deactivatedAt === null);
}

/** Whether this member is not the only manager. */
function keepsManager(all: Colleague[], id: string) {
  const managers = all.filter(({ role, deactivatedAt }) => role === "manager" && deactivatedAt === null);
  return managers.length !== 1 || managers[0]?.id !== id;
}
