import { expect, test } from "vitest";
import { managing } from "../desk.ts";
import { openPage, screen, textsOf, within } from "../screen.tsx";

test("the audit log says what was done, and what was not allowed", async () => {
  const entry = { at: "2026-11-24T18:00:00.000Z", userId: "u1", username: "dana", change: null, events: [] };
  const reached = { kind: "call" as const, outcome: "reached" as const };
  const sent = { kind: "sent" as const, referralId: "r1", recipientName: "Bank of Bexar" };
  await openPage("/desk/audit", {
    ...managing,
    "GET /api/desk/audit": {
      entries: [
        { ...entry, id: 5, action: "send", subjectId: "c1", isAllowed: true, events: [sent] },
        { ...entry, id: 4, action: "recordCall", subjectId: "c1", isAllowed: true, events: [reached] },
        { ...entry, id: 3, action: "claim", subjectId: "c1", isAllowed: true },
        { ...entry, id: 2, action: "readCase", subjectId: "c1", isAllowed: true },
        { ...entry, id: 1, action: "manageMembers", subjectId: null, isAllowed: false },
      ],
      subjects: { c1: { kind: "case", name: "Maria Lopez" } },
      members: [],
      next: null,
    },
  });
  const table = within(await screen.findByRole("table"));
  expect(textsOf(table.getAllByRole("rowheader"))).toEqual([
    "Tuesday, November 24, 2026",
    "sent to Bank of Bexar",
    "called: reached",
    "asked to claim applications",
    "opened the case",
    "Not allowed to manage members",
  ]);
  expect(screen.getAllByRole("link", { name: "Maria Lopez" })).toHaveLength(4);
});
