import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { exampleApplication } from "../../../db/model/form/example.ts";
import type { Case, MyDay, QueuedApplication } from "../../../web/desk/api.ts";
import { countDecisions } from "../../../worker/figures/decisions.ts";
import { routeApplications } from "../../../worker/introductions/routing.ts";
import { referenceOf } from "../../../worker/reference.ts";
import { post, postWith } from "../calls/call.ts";
import { askForCode, mailed } from "../contact/mailed-codes.ts";
import { freshDatabase } from "../database.ts";
import { lender } from "../directory/directory.ts";
import { decided } from "../figures/decided.ts";
import { apply, guidanceOf, idOf, signedIn } from "../staff/staff.ts";

/** The suggestion of lenders, from submit to the desk, the export and the results page. */

freshDatabase();

const NOON = new Date("2026-11-18T12:00:00-06:00");
beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: NOON }));
afterEach(() => vi.useRealTimers());

async function suggestionsOf(id: string) {
  const find = env.DB.prepare("select suggested from suggestions where applicationId = ? order by id");
  const { results } = await find.bind(id).all<{ suggested: string }>();
  return results.map(({ suggested }) => JSON.parse(suggested).fits as string[]);
}

/** Sends an application, and waits for what follows. */
async function submitted(changes: Parameters<typeof exampleApplication>[0] = {}) {
  const response = await postWith(env, "/api/applications/submit", exampleApplication(changes));
  return idOf((await response.json<{ ref: string }>()).ref);
}

async function caseAt(id: string) {
  const max = await signedIn("manager", `max-${crypto.randomUUID().slice(0, 8)}`);
  return (await max.get(`/api/desk/case/${id}`)).json<Case>();
}

test("a suggestion is there as soon as an application is sent", async () => {
  const [first, second] = [await lender("Zebra Union"), await lender("Any Union")];
  const id = await submitted();
  expect(await suggestionsOf(id)).toEqual([[first.recipientId, second.recipientId]]);
  expect((await caseAt(id)).lenders.map(({ name }) => name)).toEqual(["Zebra Union", "Any Union"]);
  const max = await signedIn("manager", "max");
  const lines = (await (await max.get("/api/desk/export.csv")).text()).split("\r\n");
  expect(lines[0]).toContain('"suggestedLender1","suggestedLender2","suggestedLender3","suggestionVersion"');
  expect(lines[1]).toMatch(/"Zebra Union","Any Union",,"2\.\d+"/);
});

test("when the directory changes, open applications are suggested anew", async () => {
  const [first, second] = [await lender("Zebra Union"), await lender("Any Union")];
  const id = await submitted();
  const change = env.DB.prepare("update lenders set isActive = 0, version = version + 1 where id = ?");
  await change.bind(first.recipientId).run();
  expect((await caseAt(id)).lenders.map(({ name }) => name)).toEqual(["Any Union"]);
  await routeApplications(env);
  await routeApplications(env);
  expect(await suggestionsOf(id)).toEqual([[first.recipientId, second.recipientId], [second.recipientId]]);
  await env.DB.prepare("update lenders set version = version + 1").run();
  await routeApplications(env);
  expect(await suggestionsOf(id)).toHaveLength(2);
});

test("what a crash keeps from being suggested, the next minute finds", async () => {
  const bank = await lender();
  const id = await apply();
  await env.DB.prepare("delete from suggestions").run();
  await env.DB.prepare("update applications set routedWith = 0").run();
  await routeApplications(env);
  expect(await suggestionsOf(id)).toEqual([[bank.recipientId]]);
});

test("thirty decisions of a lender move it from the next night on", async () => {
  const [first, second] = [await lender("First Union"), await lender("Second Union")];
  const id = await submitted();
  expect(await suggestionsOf(id)).toEqual([[first.recipientId, second.recipientId]]);
  for (let n = 0; n < 30; n++) await decided(id, second.recipientId, n === 0 ? "declined" : "approved");
  await routeApplications(env);
  expect(await suggestionsOf(id)).toHaveLength(1);
  await countDecisions(env, new Date());
  await routeApplications(env);
  expect((await suggestionsOf(id)).at(-1)).toEqual([second.recipientId, first.recipientId]);
});

test("the queue and a member's day can begin with the likeliest approval", async () => {
  await lender();
  const weak = await submitted({
    fullName: "Weak Case",
    hasActiveBank: false,
    cashDownPayment: 0,
    phone: "2105550111",
  });
  const strong = await submitted({ fullName: "Strong Case", grossMonthlyIncome: 8000, phone: "2105550112" });
  const none = await submitted({ fullName: "No Lender", bankruptcyStatus: "Open", phone: "2105550113" });
  const max = await signedIn("manager", "max");
  const queue = await (await max.get("/api/desk/queue?order=approval")).json<{ applications: QueuedApplication[] }>();
  expect(queue.applications.map(({ id }) => id)).toEqual([strong, weak, none]);
  const day = await (await max.get("/api/desk/my-day?order=approval")).json<MyDay>();
  expect(day.free.map(({ id }) => id)).toEqual([strong, weak, none]);
  const usual = await (await max.get("/api/desk/queue")).json<{ applications: QueuedApplication[] }>();
  expect(usual.applications.map(({ id }) => id)).toEqual([weak, strong, none].toSorted((a, b) => (a < b ? -1 : 1)));
});

test("the results page names kinds of lenders and no lender", async () => {
  await lender("Pecan Credit Union");
  const id = await submitted();
  const { lenders } = await guidanceOf(id);
  expect(lenders?.text[0]).toBe("One credit union fits what you told us.");
  expect(JSON.stringify(lenders)).not.toContain("Pecan");
  await post(`/api/applications/${await referenceOf(env, id)}/stop-contact`, {});
  expect((await guidanceOf(id)).lenders).toBeNull();
});

test("a deletion takes suggestions along", async () => {
  await lender();
  const id = await submitted();
  const ref = await referenceOf(env, id);
  await mailed();
  const { code } = await askForCode(ref, "deletion");
  expect((await post(`/api/applications/${ref}/deletion/confirm`, { code })).status).toBe(200);
  expect(await suggestionsOf(id)).toEqual([]);
});
