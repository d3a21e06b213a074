import { expect, test } from "vitest";
import type { SiteHealth } from "../../../web/desk/api.ts";
import { managing } from "../desk.ts";
import { openPage, screen } from "../screen.tsx";

const health: SiteHealth = {
  health: { database: "answers", lastSweepAt: null, oldestOwedAt: null, version: "1", trouble: null },
  now: { waiting: 3, overdue: 0, messages: 0, mailsOwed: 0, mailsDead: 0 },
  ...{ alarms: [], jobs: [], speed: [], oldestOwedAt: null },
  days: [{ day: "2026-11-24", counts: {} }],
};

test("all is well only while no promise is broken", async () => {
  await openPage("/desk/status", { ...managing, "GET /api/desk/site-health": health });
  await screen.findByText("All is well.");
  const now = { ...health.now, overdue: 2 };
  await openPage("/desk/status", { ...managing, "GET /api/desk/site-health": { ...health, now } });
  await screen.findByRole("link", { name: "Show the overdue ones" });
  expect(screen.queryByText("All is well.")).toBeNull();
});
