import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { callWith, strict } from "../calls/call.ts";
import { databaseWith } from "../database.ts";
import { signedIn } from "../staff/staff.ts";
import { goodRequest, makeReady, nameOf, storeOneOfEach } from "./good-requests.ts";
import { isDesk, type Route, writeRoutes } from "./routes.ts";

const stored = databaseWith(async () => {
  const manager = await signedIn("manager");
  return { manager, requests: await storeOneOfEach(manager) };
});

/** A reference is a key to one application, and to sign out needs no limit. */
function mayBeUnlimited(route: Route) {
  return route.pattern.includes("/:ref") || nameOf(route) === "DELETE /api/session";
}

for (const route of writeRoutes.filter((route) => !isDesk(route))) {
  test(`${nameOf(route)} has a limit for strangers and their mail`, async () => {
    const { manager, requests } = stored();
    await makeReady(route, requests, manager);
    await env.DB.exec("delete from counters; update outbox set status = 'sent'");
    const [path, init] = goodRequest(route, requests, manager);
    const { status } = await callWith(strict, path, { ...init, headers: { ...init.headers, cookie: "" } });
    if (status === 401) return;
    expect(status).toBeLessThan(300);
    const { results } = await env.DB.prepare("select name from counters").all<{ name: string }>();
    const counted = results.map(({ name }) => name.split("/")[0]);
    if (!mayBeUnlimited(route)) expect(counted, "countStatements").not.toEqual([]);
    const mails = await env.DB.prepare("select kind from outbox where status = 'owed'").all();
    if (mails.results.length > 0) expect(counted.join(), "mailsTo, or beyondShare").toMatch(/\b(mail|code)\b/);
  });
}
