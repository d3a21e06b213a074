import { expectAccessible } from "../../axe.ts";
import { enter } from "../../desk.ts";
import { expect, test } from "../../test.ts";

/** A push service's address for this browser, which has none. */
const ENDPOINT = "https://fcm.googleapis.com/fcm/send/journey";

test("a member has notifications on a device, which say that there is an application, lead to the queue, and end as they began", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["notifications"]);
  await page.addInitScript((endpoint) => {
    const subscription = { endpoint };
    PushManager.prototype.subscribe = async () => subscription as PushSubscription;
  }, ENDPOINT);
  // The site has no key of its own here.
  await page.route("/api/desk/account", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), pushKey: "BPublicKey" } });
  });
  await enter(page, "demo-specialist", "/desk/account");
  const stored = page.waitForRequest((request) => request.method() === "PUT");
  await page.getByRole("button", { name: "Notify this device" }).press("Enter");
  expect((await stored).postDataJSON()).toEqual({ endpoint: ENDPOINT });
  const stop = page.getByRole("button", { name: "Stop notifications on this device" });
  await expect(stop).toBeVisible();
  await expectAccessible(page);

  // A browser without a window shows nothing, so the worker notes what it would show.
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  await worker.evaluate(() => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration; shown: string[] };
    scope.shown = [];
    scope.registration.showNotification = async (title, options) => void scope.shown.push(`${title}. ${options?.body}`);
    dispatchEvent(new (globalThis as unknown as { PushEvent: typeof Event }).PushEvent("push"));
  });
  expect(await worker.evaluate(() => (globalThis as unknown as { shown: string[] }).shown)).toEqual([
    "New application. Somebody is waiting for a call. Open the queue.",
  ]);

  await stop.press("Enter");
  await expect(page.getByRole("button", { name: "Notify this device" })).toBeVisible();
  const left = await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  expect(left).toBe(0);
});
