import { expect, test } from "vitest";
import { managing } from "./desk.ts";
import { openPage, screen, waitFor } from "./screen.tsx";

test("managers see dead mails page by page, and have all tried again with one press", async () => {
  const mail = (id: number) => ({
    id: `mail-${id}`,
    kind: "confirmation" as const,
    subjectId: `s-${id}`,
    attempts: 3,
    lastError: "no-answer",
    createdAt: "2026-11-21T12:00:00.000Z",
    diedAt: "2026-11-22T12:00:00.000Z",
  });
  let dead = [mail(1), mail(2), mail(3)];
  const { user } = await openPage("/desk/manage", {
    ...managing,
    "GET /api/desk/outbox": ({ search }) => {
      const isSecond = search.get("cursor") === "2";
      const counts = [
        { status: "dead" as const, count: dead.length },
        { status: "dropped" as const, count: 7 },
      ];
      const shown = isSecond ? dead.slice(2) : dead.slice(0, 2);
      return { counts, oldestOwedAt: null, dead: shown, next: isSecond || dead.length <= 2 ? null : "2" };
    },
    "POST /api/desk/outbox/retry": () => {
      const revived = dead.length;
      dead = [];
      return { ok: true, success: true, revived };
    },
  });
  const mails = () => screen.queryAllByText(/3 tries, no-answer/);
  await waitFor(() => expect(mails()).toHaveLength(2));
  await user.click(screen.getByRole("button", { name: "Show more" }));
  await waitFor(() => expect(mails()).toHaveLength(3));
  screen.getByText(/held back/);
  await user.click(screen.getByRole("button", { name: "Try all again" }));
  await waitFor(() => expect(mails()).toHaveLength(0));
  expect(screen.queryByRole("button", { name: "Try all again" })).toBeNull();
});
