import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { exampleApplication } from "../../../db/model/form/example.ts";
import type { Answer } from "../../../web/wire.ts";
import { post, withoutIds } from "../calls/call.ts";
import { mailed } from "../contact/mailed-codes.ts";
import { freshDatabase } from "../database.ts";
import { dealer, lender, permit } from "../directory/directory.ts";
import { apply, type Colleague, idOf, readCase, refusal, signedIn } from "../staff/staff.ts";

freshDatabase();

/** A Wednesday noon in Texas, when everybody may be called. */
const NOON = new Date("2026-11-18T12:00:00-06:00");
beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: NOON }));
afterEach(() => vi.useRealTimers());

/** Sends all owed mail, and returns that to this address. */
async function mailOf(address: string) {
  return (await mailed()).filter(({ to }) => to.toLowerCase() === address);
}

test("of ten who claim at once one wins, and others read who", async () => {
  const id = await apply();
  const members = await Promise.all(
    Array.from({ length: 10 }, (_, index) => signedIn("specialist", `member-${index}`)),
  );
  const answers = await Promise.all(members.map((member) => member.post(`/api/desk/case/${id}/claim`)));
  const winner = `member-${answers.findIndex(({ status }) => status === 200)}`;
  const told = await Promise.all(answers.filter(({ status }) => status !== 200).map(refusal));
  expect(told).toEqual(Array(9).fill(`409 ${winner} has already claimed this application.`));
  const { owner, events } = await readCase(members[0] as Colleague, id);
  expect(owner?.username).toBe(winner);
  expect(events).toMatchObject([
    { by: winner, isClaim: true },
    { by: winner, event: { from: "submitted", to: "in_review" } },
  ]);
});

test("only the owner or a manager works on an application", async () => {
  const id = await apply();
  const [dana, lee, max] = [
    await signedIn("specialist", "dana"),
    await signedIn("specialist", "lee"),
    await signedIn("manager", "max"),
  ];
  const does = async (member: Colleague, what: string, body = {}) => {
    const response = await member.post(`/api/desk/case/${id}/${what}`, body);
    return response.ok ? response.status : refusal(response);
  };
  await does(dana, "claim");
  expect(await does(lee, "release")).toMatch(/^409 dana works on this/);
  expect(await does(max, "assign", { ownerId: (await signedIn("author", "ann")).id })).toMatch(/^400 /);
  expect(await does(max, "assign", { ownerId: lee.id })).toBe(200);
  expect(await does(lee, "release")).toBe(200);
  expect((await readCase(lee, id)).owner).toBeNull();

  await does(dana, "claim");
  await env.DB.prepare("delete from users where username = 'dana'").run();
  expect((await readCase(lee, id)).workRefusal).toBe("A former member works on this application. Claim it first.");
  expect(await does(lee, "claim")).toBe(200);
  expect((await readCase(lee, id)).events.slice(-2)).toMatchObject([
    { by: null, ownerName: null, isClaim: true },
    { by: "lee", ownerName: "lee", isClaim: true },
  ]);
});

test("a case shows answers, points, lenders, consent, notes, mail and possible duplicates", async () => {
  await lender();
  const id = await apply({ bankruptcyStatus: "Discharged" });
  const twin = await apply({ phone: "512 555 0199", email: "other@example.com", fullName: "MARIA LOPEZ" });
  await apply({ phone: "512 555 0198", email: "third@example.com", fullName: "Somebody Else" });
  const dana = await signedIn("specialist", "dana");
  expect((await dana.post(`/api/desk/case/${id}/notes`, { text: "Prefers mornings" })).status).toBe(201);
  const found = await readCase(dana, id);
  expect(found.answers).toMatchObject({ fullName: "Maria Lopez", phone: "210 555 0123", housingType: "Rent" });
  expect(found.forecast).toMatchObject({ score: 79, points: { bankruptcy: -9 } });
  expect(found.lenders.map(({ name, isSuitable }) => [name, isSuitable])).toEqual([["Pecan Credit Union", false]]);
  expect(found.consent.ticked).toEqual(["Calls and email", "Electronic disclosures", "Accuracy"]);
  expect(found.events).toMatchObject([{ by: "dana", event: { kind: "note", text: "Prefers mornings" } }]);
  expect(found.mails).toMatchObject([{ kind: "confirmation", status: "owed" }]);
  expect(found.duplicates).toMatchObject([{ id: twin, samePhone: 0, sameEmail: 0, sameName: 1 }]);
});

test("outside calling hours the number cannot be read", async () => {
  const id = await apply({ zip: "79901" });
  vi.setSystemTime(new Date("2026-11-18T09:30:00-06:00"));
  const dana = await signedIn("specialist", "dana");
  const response = await dana.get(`/api/desk/case/${id}`);
  const text = await response.text();
  expect(text).not.toMatch(/210 ?555 ?0123/);
  expect(JSON.parse(text)).toMatchObject({
    answers: { phone: "••• ••• 23", email: "maria@example.com" },
    contact: {
      call: { allowed: false, reason: expect.stringContaining("Mountain Time"), opensAt: "2026-11-18T16:00:00.000Z" },
      email: { allowed: true },
    },
  });
});

/** A member who does not own the case records that the applicant called to say stop. */
async function stop(id: string) {
  const lee = await signedIn("specialist", "lee");
  expect((await lee.post(`/api/desk/case/${id}/stop`, { how: "phone" })).status).toBe(200);
}

type Inbox = Answer<"GET /desk/messages">;

test("only a message from after the stop may be answered", async () => {
  const id = await apply();
  const max = await signedIn("manager", "max");
  const write = (replyTo: string) =>
    post("/api/contact", { name: "Maria", message: "Do you help with a truck?", replyTo });
  const inbox = async () => (await max.get("/api/desk/messages")).json<Inbox>();
  const reply = (messageId = "") => max.post(`/api/desk/messages/${messageId}/reply`, { text: "Yes, we do." });
  await write("Maria@Example.com");
  await write("1-210-555-0123");
  const first = (await inbox()).messages.find(({ reply }) => reply.kind === "email");
  await max.post(`/api/desk/messages/${first?.id}/claim`);
  await mailOf("maria@example.com");
  expect((await reply(first?.id)).status).toBe(201);
  vi.setSystemTime(NOON.getTime() + 60_000);
  await stop(id);
  expect(await mailOf("maria@example.com")).toEqual([]);
  const early = await inbox();
  expect(withoutIds(early)).not.toMatch(/maria@|0123/i);
  const reason = "The sender asked us to stop contacting them, in this message or after it.";
  const { messages } = await (await max.get("/api/desk/messages?show=answered")).json<Inbox>();
  expect([...early.messages, ...messages].map(({ reply }) => reply)).toEqual(
    Array(2).fill({ kind: "stopped", reason }),
  );
  expect(await refusal(await reply(first?.id))).toMatch(/^409 .*stop/);
  vi.setSystemTime(NOON.getTime() + 120_000);
  await write("maria@example.com");
  expect((await inbox()).messages.at(-1)?.reply).toEqual({ kind: "email", address: "maria@example.com" });
});

test("score, flags, credit history and IP never leave the house", async () => {
  const response = await post(
    "/api/applications/submit",
    exampleApplication({
      bankruptcyStatus: "Open",
      repoLast12Months: true,
      mortgageDelinquent: true,
      autoFinanceHistory: "Repo—Involuntary",
      bankName: "CanaryBank",
      birthYear: 1971,
    }),
    { "cf-connecting-ip": "203.0.113.77" },
  );
  const id = await idOf((await response.json<{ ref: string }>()).ref);
  const max = await signedIn("manager", "max");
  for (const recipient of [await dealer(), { ...(await lender()), reason: "A test of what is sent" }]) {
    await permit(max, id, recipient);
    await max.post(`/api/desk/case/${id}/send`, recipient);
  }
  const leads = (await mailed()).filter(({ to }) => to !== "maria@example.com");
  expect(leads).toHaveLength(2);
  expect(withoutIds(leads)).not.toMatch(
    /bankrupt|repo[^r]|mortgage[^d]*true|delinquent|forecast|score|flag|BK_|203\.0\.113|CanaryBank|1971/i,
  );
});

test("what an applicant wrote is no link in a lender's mail", async () => {
  const ref = await apply({ fullName: "https://evil.test/x win", city: "www.evil.test" });
  const max = await signedIn("manager", "max");
  const recipient = await lender();
  await permit(max, ref, recipient);
  await max.post(`/api/desk/case/${ref}/send`, recipient);
  const [{ text = "", html = "" } = {}] = await mailOf("new@lender.example.com");
  for (const [link] of html.matchAll(/<a [^>]*>/g)) expect(link).toContain(`href="${env.SITE_URL}/lead?token=`);
  for (const piece of html.split(/<[^>]*>/)) expect(piece).not.toMatch(/:\/\/|\.\w*evil|evil\.\w/);
  expect(html.replaceAll("<wbr>", "")).toContain("<strong>City:</strong> www.evil.test");
  expect(text).toContain("> City: www.evil.test\n");
  for (const line of text.split("\n")) if (line.includes("evil")) expect(line).toMatch(/^> /);
});

test("a lender that is not active in the directory gets nothing", async () => {
  const [id, max] = [await apply(), await signedIn("manager", "max")];
  for (const recipient of [{ kind: "dealer", recipientId: "x" }, await dealer("Closed", false)])
    for (const action of ["send", "permissions"])
      expect(await refusal(await max.post(`/api/desk/case/${id}/${action}`, recipient))).toMatch(/^400 /);
});

test("unknown cases are 404 with a sentence", async () => {
  const max = await signedIn("manager", "max");
  expect((await max.get("/api/desk/case/x")).status).toBe(404);
  for (const [action, body] of Object.entries({
    claim: {},
    status: { from: "submitted", to: "in_review" },
    send: { kind: "dealer", recipientId: "x" },
  })) {
    expect(await refusal(await max.post(`/api/desk/case/x/${action}`, body)), action).toMatch(/^404 There is no/);
  }
});
