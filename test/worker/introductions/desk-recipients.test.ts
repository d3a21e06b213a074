import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { categoryCriteria } from "../../../db/model/directory/lenders.ts";
import type { PossibleRecipient } from "../../../web/desk/api.ts";
import { freshDatabase } from "../database.ts";
import { dealer, lender, permit, type Recipient } from "../directory/directory.ts";
import { apply, type Colleague, guidanceOf, readCase, refusal, signedIn } from "../staff/staff.ts";

/** Recipients, their answers, and papers that arrive. */

freshDatabase();

const NOON = new Date("2026-11-18T12:00:00-06:00");
beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: NOON }));
afterEach(() => vi.useRealTimers());

async function recipients(member: Colleague, id: string) {
  const response = await member.get(`/api/desk/case/${id}/recipients`);
  return (await response.json<{ recipients: PossibleRecipient[] }>()).recipients;
}

async function dealerIn(metro: string, name: string): Promise<Recipient> {
  const recipient = await dealer(name);
  await env.DB.prepare("update dealers set metro = ? where id = ?").bind(metro, recipient.recipientId).run();
  return recipient;
}

test("recipients that fit come first, each with its reasons", async () => {
  const id = await apply({ zip: "78205", bankruptcyStatus: "Open" });
  const max = await signedIn("manager", "max");
  await dealerIn("Austin", "Austin Motors");
  await dealerIn("San Antonio", "Zebra Motors");
  await dealer("Gone Motors", false);
  await lender("Pecan Credit Union");
  await env.DB.prepare("insert into lenders (id, name, category, leadAddress, criteria) values ('s', ?, ?, ?, ?)")
    .bind("Any Lending", "Specialty lenders", "a@b.co", JSON.stringify(categoryCriteria["Specialty lenders"]))
    .run();
  const found = await recipients(max, id);
  expect(found.map(({ name, isSuitable }) => [name, isSuitable])).toEqual([
    ["Any Lending", true],
    ["Zebra Motors", true],
    ["Pecan Credit Union", false],
    ["Austin Motors", false],
  ]);
  expect(found[0]?.findings).toContainEqual({
    meets: true,
    reason: "Accepts an open bankruptcy, with the court’s permission",
  });
  expect(found[1]?.findings).toEqual([{ meets: true, reason: "In San Antonio, where the applicant lives" }]);
  expect(found[3]?.findings).toEqual([{ meets: false, reason: "In Austin, the applicant lives in San Antonio" }]);
  expect(found[2]?.findings).toContainEqual({ meets: false, reason: "Does not accept an open bankruptcy" });
  expect((await max.get("/api/desk/case/x/recipients")).status).toBe(404);
});

/** An application that a dealer has received. */
async function sent() {
  const id = await apply();
  const max = await signedIn("manager", "max");
  const recipient = await dealer();
  await permit(max, id, recipient);
  expect((await max.post(`/api/desk/case/${id}/send`, recipient)).status).toBe(201);
  const [referral] = (await readCase(max, id)).referrals;
  return { id, max, path: `/api/desk/case/${id}/referrals/${referral?.id}/answer` };
}

test("a recipient's answer is noted, and the applicant reads it", async () => {
  const { id, max, path } = await sent();
  const before = await guidanceOf(id);
  for (const body of [{}, { answer: "perhaps" }, { answer: null }]) {
    expect((await max.post(path, body)).status).toBe(400);
  }
  vi.setSystemTime(NOON.getTime() + 60_000);
  expect((await max.post(path, { answer: "approved" })).status).toBe(200);
  expect((await readCase(max, id)).referrals).toMatchObject([
    { answer: "approved", answeredAt: new Date(NOON.getTime() + 60_000).toISOString(), answerBy: "max" },
  ]);
  const permissions = before.permissions.map((each: object) => ({ ...each, recipientAnswer: "approved" }));
  expect(await guidanceOf(id)).toEqual({ ...before, permissions });
  const dana = await signedIn("specialist", "dana");
  expect(await refusal(await dana.post(path, { answer: "declined" }))).toMatch(/^409 Claim this application first/);
  const elsewhere = path.replace(id, await apply({ phone: "512 555 0101", email: "b@example.com" }));
  expect(await refusal(await max.post(elsewhere, { answer: "declined" }))).toMatch(/^409 .*not sent to them/);
});
