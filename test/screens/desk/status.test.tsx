import { expect, test } from "vitest";
import type { SiteHealth } from "../../../web/desk/api.ts";
import { managing } from "../desk.ts";
import { openPage, press, screen, waitFor } from "../screen.tsx";

const health: SiteHealth = {
  health: { database: "answers", lastSweepAt: null, oldestOwedAt: null, version: "1", trouble: null },
  now: { waiting: 3, overdue: 0, messages: 0, mailsOwed: 0, mailsDead: 0 },
  ...{ alarms: [], jobs: [], oldestOwedAt: null },
};

test("all is well only while no promise is broken", async () => {
  await openPage("/desk/status", { ...managing, "GET /api/desk/site-health": health });
  await screen.findByText("All is well.");
  const now = { ...health.now, overdue: 2 };
  await openPage("/desk/status", { ...managing, "GET /api/desk/site-health": { ...health, now } });
  await screen.findByRole("link", { name: "Show the overdue ones" });
  expect(screen.queryByText("All is well.")).toBeNull();
});

test("one press has all mails that we gave up on tried again", async () => {
  const mail = (id: number) => ({
    ...{ id: `mail-${id}`, kind: "confirmation" as const, attempts: 3, lastError: "no-answer" },
    ...{ createdAt: "2026-11-21T12:00:00.000Z", diedAt: "2026-11-22T12:00:00.000Z" },
  });
  let dead = [mail(1), mail(2), mail(3)];
  await openPage("/desk/status", {
    ...managing,
    "GET /api/desk/site-health": () => ({ ...health, now: { ...health.now, mailsDead: dead.length } }),
    "GET /api/desk/outbox": ({ search }) => {
      const isSecond = search.get("cursor") === "2";
      return { dead: isSecond ? dead.slice(2) : dead.slice(0, 2), next: isSecond ? null : "2" };
    },
    "POST /api/desk/outbox/retry": () => {
      const revived = dead.length;
      dead = [];
      return { ok: true, success: true, revived };
    },
  });
  const mails = () => screen.queryAllByText("3 tries, no-answer");
  await waitFor(() => expect(mails()).toHaveLength(2));
  await press("Show more");
  await waitFor(() => expect(mails()).toHaveLength(3));
  await press("Try all again");
  await waitFor(() => expect(screen.queryByRole("heading", { name: "Emails we gave up on" })).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Now" })));
});
