import { expect } from "vitest";
import type { Role } from "../../db/model/staff/staff.ts";
import type { Answers } from "./answers.ts";
import { screen, textsOf, waitFor } from "./screen.tsx";

/** What every page of the desk asks besides its own matter, when a member of this role is signed in. */
export function signedInAs(role: Role): Answers {
  return {
    "GET /api/session": {
      ok: true,
      success: true,
      member: { username: `demo-${role}`, role },
      isOpenForWriting: false,
    },
    "GET /api/desk/my-day/counts": { due: 0, overdue: 0 },
  };
}

export const managing: Answers = {
  ...signedInAs("manager"),
  "GET /api/desk/members": { members: [] },
  "GET /api/desk/call-capacity": { places: [], version: 1 },
  "GET /api/desk/sign-ins": { signIns: [] },
};

/** What has been done is said to screen readers. */
export function saidAtTheDesk(words: string) {
  return waitFor(() => expect(textsOf(screen.getAllByRole("status"))).toContain(words));
}
