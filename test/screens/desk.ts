import { expect } from "vitest";
import type { Role } from "../../db/model/staff/staff.ts";
import type { Account } from "../../web/desk/api.ts";
import type { Answers } from "./answers.ts";
import { screen, textsOf, waitFor } from "./screen.tsx";

/** The calls that every desk page makes for a signed-in member with this role. */
export function signedInAs(role: Role): Answers {
  return {
    "GET /api/session": {
      ok: true,
      success: true,
      member: { username: `demo-${role}`, role },
      isOpenForWriting: false,
    },
    "GET /api/desk/my-day/counts": { due: 0, overdue: 0, newMessages: 0 },
  };
}

export const account: Account = {
  passkeys: [],
  hasApp: true,
  recoveryCodes: 8,
  signIns: [],
  alertEmail: null,
  isPushed: false,
  pushKey: null,
};

export const managing: Answers = {
  ...signedInAs("manager"),
  "GET /api/desk/members": { members: [] },
  "GET /api/desk/call-capacity": { places: [], version: 1 },
  "GET /api/desk/sign-ins": { signIns: [] },
};

/** Screen readers hear what was done. */
export function saidAtTheDesk(words: string) {
  return waitFor(() => expect(textsOf(screen.getAllByRole("status"))).toContain(words));
}
