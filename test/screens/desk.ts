import { expect } from "vitest";
import type { Role } from "../../db/model/staff/staff.ts";
import type { Account, QueuedApplication } from "../../web/desk/api.ts";
import type { Answers } from "./answers.ts";
import { screen, textsOf, waitFor } from "./screen.tsx";

export const counts = { due: 0, overdue: 0, newMessages: 0, callsDue: 0, newest: 7, newestAt: 0 };

/** The calls that every desk page makes for a signed-in member with this role. */
export function signedInAs(role: Role): Answers {
  return {
    "GET /api/session": {
      ok: true,
      success: true,
      member: { username: `demo-${role}`, role },
      isOpenForWriting: false,
    },
    "GET /api/desk/my-day/counts": counts,
  };
}

export const account: Account = {
  passkeys: [],
  hasApp: true,
  recoveryCodes: 8,
  signIns: [],
};

/** A page of the queue without anybody. */
export const page = { applications: [], next: null, lookedAt: null, isMisread: false };

export const waiting: QueuedApplication = {
  ...{ id: "BB-1", fullName: "Ana Diaz", language: "en", city: "Waco", status: "submitted", owner: null, flags: [] },
  ...{
    createdAt: "2026-11-24T16:00:00.000Z",
    promisedSince: "2026-11-24T16:00:00.000Z",
    dueAt: "2026-11-25T02:00:00.000Z",
  },
  ...{ purchaseTimeline: "Immediately", downPaymentAvailable: "Today", scoresForecast: 82, queueRank: 1 },
  ...{
    contactStoppedAt: null,
    firstContactAt: null,
    nextKind: null,
    nextNote: null,
    nextAt: null,
    appointment: null,
    triedAt: null,
  },
  spokenReference: "BAP-2DT9-JV",
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
