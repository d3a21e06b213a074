import type { Page } from "@playwright/test";

/** Replaces everything that differs from run to run. */

/** Noon on a Tuesday in Texas. */
export const NOW = "2026-07-07T17:00:00.000Z";
const APPLIED = "2026-07-07T14:30:00.000Z";
const DUE = "2026-07-08T01:00:00.000Z";
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const byName: Record<string, unknown> = {
  phone: "210 555 0123",
  email: "maria@example.com",
  // New applications, and overdue ones.
  count: 0,
  overdue: 0,
  by: DUE,
  dueAt: DUE,
  missed: null,
  confirmation: "sent",
  contact: { call: { allowed: true }, email: { allowed: true } },
  spokenReference: "BAP-7K2M-QX",
};
/** Replaces the reference or id of the application that a page shows. */
export const ID = "5a8c3f10-2b64-4d7e-9c1f-0e6d8b7a4321";

/** Fixes the page's time and replaces parts of API responses. An address with `ID` reads the application `id`. */
export async function showStandIns(page: Page, id = ID) {
  await page.clock.setFixedTime(NOW);
  await page.route(/\/api\/(applications|desk)\//, async (route) => {
    const response = await route.fetch({ url: route.request().url().replace(ID, id) });
    const body = await response.text();
    await route.fulfill({ response, body: body && JSON.stringify(JSON.parse(body, standIn)) });
  });

  function standIn(name: string, value: unknown) {
    if (name in byName) return byName[name];
    if (name === "applications") return demoPeople(value as { fullName: string }[]);
    // Those that fit equally well come in no order of their own.
    if (name === "lenders" && Array.isArray(value)) return value.sort((a, b) => a.name.localeCompare(b.name));
    if (value === id) return ID;
    return typeof value === "string" && TIME.test(value) ? APPLIED : value;
  }
}

/** Other pages send applications of their own, and the queue's order depends on the time of day. */
function demoPeople(applications: { fullName: string }[]) {
  const demo = applications.filter(({ fullName }) => fullName.endsWith(" Demo"));
  return demo.sort((one, other) => one.fullName.localeCompare(other.fullName));
}
