import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { exampleApplication } from "../../db/model/example.ts";
import type { Guidance } from "../../web/api.ts";
import type { Case, readMessages } from "../../web/desk/api.ts";
import { sweep } from "../../worker/outbox.ts";
import { referenceOf } from "../../worker/reference.ts";
import { call, post, withoutIds } from "./call.ts";
import { freshDatabase } from "./database.ts";
import { dealer, lender, permit } from "./directory.ts";
import { faultyEnv } from "./faults.ts";
import { apply, type Colleague, idOf, refusal, signedIn } from "./staff.ts";

freshDatabase();

/** A Wednesday noon in Texas, so that everybody may be called. */
const NOON = new Date("2026-11-18T12:00:00-06:00");
beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: NOON }));
afterEach(() => vi.useRealTimers());

async function read(member: Colleague, id: string) {
  return (await member.get(`/api/desk/case/${id}`)).json<Case>();
}

/** Everything owed is sent; answers what went out. */
async function mailOf(address: string) {
  const { env: bindings, sent } = faultyEnv(() => null);
  await sweep(bindings);
  return sent.filter(({ to }) => to === address) as unknown as { subject: string; text: string; html?: string }[];
}

test("of two specialists who claim at once, one wins and the other is told who", async () => {
  const id = await apply();
  const members = [await signedIn("specialist", "dana"), await signedIn("specialist", "lee")] as const;
  const answers = await Promise.all(members.map((member) => member.post(`/api/desk/case/${id}/claim`)));
  const winner = answers.findIndex(({ status }) => status === 200);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const name = ["dana", "lee"][winner];
  expect(await refusal(answers[1 - winner] as Response)).toBe(`409 ${name} has already claimed this application.`);
  const { owner, events } = await read(members[0], id);
  expect(owner?.username).toBe(name);
  expect(events).toMatchObject([{ isClaim: true }, { event: { from: "submitted", to: "in_review" } }]);
});

test("twenty parallel claims have one winner and one event", { timeout: 30_000 }, async () => {
  const id = await apply();
  const members = await Promise.all(
    Array.from({ length: 20 }, (_, index) => signedIn("specialist", `member-${index}`)),
  );
  const answers = await Promise.all(members.map((member) => member.post(`/api/desk/case/${id}/claim`)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const claims = env.DB.prepare("select count(*) n from case_events where event ->> '$.kind' = 'owner'");
  expect(await claims.first("n")).toBe(1);
});

test("only the owner or a manager works on an application; it can be released and handed over", async () => {
  const id = await apply();
  const [dana, lee, max] = [
    await signedIn("specialist", "dana"),
    await signedIn("specialist", "lee"),
    await signedIn("manager", "max"),
  ];
  const move = { from: "in_review", to: "contacted" };
  expect(await refusal(await dana.post(`/api/desk/case/${id}/status`, move))).toBe("409 Claim this application first.");
  await dana.post(`/api/desk/case/${id}/claim`);
  expect(await refusal(await lee.post(`/api/desk/case/${id}/status`, move))).toMatch(/^409 dana works on this/);
  expect(await refusal(await lee.post(`/api/desk/case/${id}/release`))).toMatch(/^409 dana works on this/);
  expect((await max.post(`/api/desk/case/${id}/assign`, { ownerId: lee.id })).status).toBe(200);
  expect((await lee.post(`/api/desk/case/${id}/status`, move)).status).toBe(200);
  expect((await lee.post(`/api/desk/case/${id}/release`)).status).toBe(200);
  expect((await read(lee, id)).owner).toBeNull();
  const author = await signedIn("author", "ann");
  expect((await max.post(`/api/desk/case/${id}/assign`, { ownerId: author.id })).status).toBe(400);
});

test("an application of somebody who was removed is not null's, and one specialist can claim it", async () => {
  const ref = await apply();
  const [dana, lee, ben] = [
    await signedIn("specialist", "dana"),
    await signedIn("specialist", "lee"),
    await signedIn("specialist", "ben"),
  ];
  await dana.post(`/api/desk/case/${ref}/claim`);
  await env.DB.prepare("delete from users where username = 'dana'").run();
  const refused = await refusal(await lee.post(`/api/desk/case/${ref}/release`));
  expect(refused).toBe("409 A former member works on this application. Claim it first.");
  expect((await read(lee, ref)).workRefusal).toBe("A former member works on this application. Claim it first.");
  const claims = await Promise.all([lee, ben].map((member) => member.post(`/api/desk/case/${ref}/claim`)));
  expect(claims.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const { owner, events } = await read(lee, ref);
  expect(["lee", "ben"]).toContain(owner?.username);
  expect(events).toMatchObject([
    { by: null, ownerName: null, isClaim: true },
    { by: null, event: { to: "in_review" } },
    { by: owner?.username, ownerName: owner?.username, isClaim: true },
  ]);
});

test("an application is worked from submitted to approved, each step written down with who and when", async () => {
  const id = await apply();
  const dana = await signedIn("specialist", "dana");
  await dana.post(`/api/desk/case/${id}/claim`);
  const way = ["in_review", "contacted", "docs_requested", "with_lender", "introduced"];
  for (const [index, to] of way.slice(1).entries()) {
    expect((await dana.post(`/api/desk/case/${id}/status`, { from: way[index], to })).status, to).toBe(200);
  }
  const close = { from: "introduced", to: "approved" };
  expect(await refusal(await dana.post(`/api/desk/case/${id}/status`, close))).toMatch(/^409 Closing .* outcome/);
  const outcome = "approved_in_30_days";
  expect((await dana.post(`/api/desk/case/${id}/status`, { ...close, outcome })).status).toBe(200);
  const { status, events, nextStatuses } = await read(dana, id);
  expect({ status, nextStatuses }).toEqual({ status: "approved", nextStatuses: [] });
  expect(events.map(({ by, event }) => `${by}: ${"to" in event ? event.to : event.kind}`)).toEqual([
    "dana: owner",
    ...[...way, "approved"].map((to) => `dana: ${to}`),
  ]);
  expect(events.at(-1)).toMatchObject({ at: NOON.toISOString(), event: { from: "introduced", outcome } });
});

test("a way back is refused with a sentence and changes nothing; a change by somebody else is noticed", async () => {
  const id = await apply();
  const max = await signedIn("manager", "max");
  await max.post(`/api/desk/case/${id}/status`, { from: "submitted", to: "in_review" });
  const back = { from: "in_review", to: "submitted" };
  expect(await refusal(await max.post(`/api/desk/case/${id}/status`, back))).toMatch(
    /^409 An application that is in review cannot/,
  );
  const late = await max.post(`/api/desk/case/${id}/status`, {
    from: "submitted",
    to: "withdrawn",
    outcome: "undecided",
  });
  expect(await refusal(late)).toBe("409 Somebody else changed the status meanwhile: it is now in review.");
  expect((await read(max, id)).events).toHaveLength(1);
});

test("a case shows answers, points, reasons, lenders, consent, notes, mail and possible duplicates", async () => {
  const id = await apply({ bankruptcyStatus: "Discharged" });
  const twin = await apply({ phone: "512 555 0199", email: "other@example.com", fullName: "MARIA LOPEZ" });
  await apply({ phone: "512 555 0198", email: "third@example.com", fullName: "Somebody Else" });
  const dana = await signedIn("specialist", "dana");
  expect((await dana.post(`/api/desk/case/${id}/notes`, { text: "Prefers mornings" })).status).toBe(201);
  const found = await read(dana, id);
  expect(found.answers).toMatchObject({ fullName: "Maria Lopez", phone: "210 555 0123", housingType: "Rent" });
  expect(found.forecast).toMatchObject({ score: 79, points: { bankruptcy: -9 } });
  expect(found.forecast.reasons).toContain("Bankruptcy");
  expect(found.lenders.map(({ category, isSuitable }) => [category, isSuitable])).toEqual([
    ["Major banks", false],
    ["Credit unions", false],
    ["Auto finance companies", true],
    ["Specialty lenders", true],
  ]);
  expect(found.consent.ticked).toEqual(["Calls and email", "Electronic disclosures", "Accuracy"]);
  expect(found.events).toMatchObject([{ by: "dana", event: { kind: "note", text: "Prefers mornings" } }]);
  expect(found.mails).toMatchObject([{ kind: "confirmation", status: "owed" }]);
  expect(found.duplicates).toMatchObject([{ id: twin, samePhone: 0, sameEmail: 0, sameName: 1 }]);
});

test("a note that is sent several times by one press is one; written again later it is another", async () => {
  const id = await apply();
  const [dana, max] = [await signedIn("specialist", "dana"), await signedIn("manager", "max")];
  const press = (member = dana) => member.post(`/api/desk/case/${id}/notes`, { text: "No answer" });
  const notes = async () => (await read(dana, id)).events.map(({ by }) => by);
  for (const { status } of await Promise.all([press(), press(), press()])) expect(status).toBe(201);
  expect(await notes()).toEqual(["dana"]);
  await press(max);
  vi.setSystemTime(NOON.getTime() + 60 * 60_000);
  await press();
  expect(await notes()).toEqual(["dana", "max", "dana"]);
});

test("staff read no reason of a job, and no missing time on one, for an income without an employer", async () => {
  const blank = { timeOnCurrentJobYears: null, timeOnCurrentJobMonths: null };
  const dana = await signedIn("specialist", "dana");
  for (const employmentType of ["Unemployed/Benefits", "Other"] as const) {
    const id = await apply({ ...blank, employmentType, grossMonthlyIncome: 1600, autoFinanceHistory: "Paid Off" });
    const { forecast, flags } = await read(dana, id);
    expect(forecast).toMatchObject({ version: 2, points: { job: 0, noEmployer: 13, workHistory: 0 } });
    expect(forecast.reasons).not.toContain("Length of employment");
    expect(flags.map(({ code }) => code)).not.toContain("SELF_EMP_LT_24M");
  }
  const worker = await apply({ ...blank, grossMonthlyIncome: 1600, autoFinanceHistory: "Paid Off" });
  expect((await read(dana, worker)).forecast.reasons).toContain("Length of employment");
});

test("outside calling hours the number cannot be read, and the reason and next opening are there", async () => {
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

test("stop contact works at once: number and address are hidden, nothing can be sent, what is owed is not", async () => {
  const id = await apply();
  const [max, recipient] = [await signedIn("manager", "max"), await dealer()];
  await permit(max, id, recipient);
  await max.post(`/api/desk/case/${id}/send`, recipient);
  const first = await (await post(`/api/applications/${await referenceOf(env, id)}/stop-contact`, {})).json();
  vi.setSystemTime(NOON.getTime() + 60_000);
  const again = await (await post(`/api/applications/${await referenceOf(env, id)}/stop-contact`, {})).json();
  expect(first).toMatchObject({ ok: true, contactStoppedAt: NOON.toISOString() });
  expect(again).toEqual(first);
  const text = await (await max.get(`/api/desk/case/${id}`)).text();
  expect(text).not.toContain("maria@example.com");
  expect(text).not.toContain("210 555 0123");
  expect(JSON.parse(text)).toMatchObject({
    contact: {
      call: { allowed: false, reason: "The applicant asked us to stop contacting them." },
      email: { allowed: false },
    },
    events: [{}, {}, { by: "The applicant", event: { kind: "contactStopped" } }],
  });
  expect(await refusal(await max.post(`/api/desk/case/${id}/send`, await dealer("Other")))).toMatch(/^409 .*stop/);
  expect(await mailOf("leads@dealer.example.com")).toEqual([]);
  expect((await post(`/api/applications/${crypto.randomUUID()}/stop-contact`, {})).status).toBe(404);
});

/** A member who does not work on the case records that the applicant called to say stop. */
async function stop(id: string) {
  const lee = await signedIn("specialist", "lee");
  expect((await lee.post(`/api/desk/case/${id}/stop`, { how: "phone" })).status).toBe(200);
}

test("a stop is about the person: all their applications until then are stopped, and the desk says why; a later one is a new consent", async () => {
  const samePhone = await apply({ phone: "+1 (210) 555-0123", email: "other@example.com" });
  const sameEmail = await apply({ phone: "512 555 0177", email: "MARIA@example.com" });
  const stranger = await apply({ phone: "512 555 0188", email: "third@example.com" });
  const max = await signedIn("manager", "max");
  const recipient = await dealer();
  await permit(max, sameEmail, recipient);
  await max.post(`/api/desk/case/${sameEmail}/send`, recipient);
  vi.setSystemTime(NOON.getTime() + 60_000);
  await stop(await apply());

  for (const id of [samePhone, sameEmail]) {
    const found = await read(max, id);
    expect(found.contact.email).toMatchObject({
      allowed: false,
      reason: "The applicant asked us to stop contacting them, in another application with the same phone or email.",
    });
    expect(found.events.at(-1)).toMatchObject({
      by: "lee",
      event: { kind: "contactStopped", elsewhere: true },
    });
    expect(withoutIds(found)).not.toMatch(/555.?0123|0177|maria@|other@/i);
  }
  expect(await mailOf("leads@dealer.example.com")).toEqual([]);
  expect((await read(max, stranger)).contact.email).toEqual({ allowed: true });

  vi.setSystemTime(NOON.getTime() + 120_000);
  expect((await read(max, await apply())).contact.email).toEqual({ allowed: true });
});

test("a search leads to nobody's number or address after a stop, only to the name", async () => {
  const id = await apply();
  const max = await signedIn("manager", "max");
  const names = async (q: string) => (await max.post("/api/desk/queue/search", { q })).text();
  for (const q of ["5550123", "maria@ex"]) expect(await names(q), q).toContain(id);
  await stop(id);
  for (const q of ["5550123", "maria@ex"]) expect(await names(q), q).not.toContain(id);
  expect(await names("Lopez")).toContain(id);
});

type Inbox = Awaited<ReturnType<typeof readMessages>>;

test("a contact message from before the stop leads to no number or address; a later one may be answered", async () => {
  const id = await apply();
  const max = await signedIn("manager", "max");
  const write = (replyTo: string) =>
    post("/api/contact", { name: "Maria", message: "Do you help with a truck?", replyTo });
  await write("Maria@Example.com");
  await write("1-210-555-0123");
  vi.setSystemTime(NOON.getTime() + 60_000);
  await stop(id);
  const early = await (await max.get("/api/desk/messages")).json<Inbox>();
  expect(withoutIds(early)).not.toMatch(/maria@|0123/i);
  const reason = "The sender asked us to stop contacting them, in this message or after it.";
  expect(early.messages.map(({ reply }) => reply)).toEqual(Array(2).fill({ kind: "stopped", reason }));
  const messageId = early.messages[0]?.id;
  await max.post(`/api/desk/messages/${messageId}/claim`);
  expect(await refusal(await max.post(`/api/desk/messages/${messageId}/reply`, { text: "Yes, we do." }))).toMatch(
    /^409 .*stop/,
  );
  vi.setSystemTime(NOON.getTime() + 120_000);
  await write("maria@example.com");
  const late = await (await max.get("/api/desk/messages")).json<Inbox>();
  expect(late.messages.at(-1)?.reply).toEqual({ kind: "email", address: "maria@example.com" });
});

test("a dealer gets one ADF lead as plain text; the applicant sees who got what and when", async () => {
  const id = await apply({ fullName: "José Ruiz" });
  const guidance = async () =>
    (await call(`/api/applications/${await referenceOf(env, id)}/guidance`)).json<Guidance>();
  expect(await guidance()).toMatchObject({ sharedWith: [], contactStoppedAt: null });
  const [max, sending] = [await signedIn("manager", "max"), await dealer()];
  await permit(max, id, sending);
  expect((await max.post(`/api/desk/case/${id}/send`, sending)).status).toBe(201);
  expect((await guidance()).sharedWith, "still on its way").toEqual([]);
  expect(await refusal(await max.post(`/api/desk/case/${id}/send`, sending))).toBe(
    "409 This application was sent to Hill Country Motors before.",
  );
  const [mail, ...more] = await mailOf("leads@dealer.example.com");
  expect(more).toEqual([]);
  expect(mail?.html).toBeUndefined();
  expect(mail?.text).toMatch(/^<\?xml/);
  expect(mail?.text).toMatch(/<\/adf>\n$/);
  expect(mail?.text).toContain("Jos&#233; Ruiz");
  expect((await guidance()).sharedWith).toEqual([
    {
      name: "Hill Country Motors",
      kind: "dealer",
      at: NOON.toISOString(),
      fields: [
        "fullName",
        "phone",
        "email",
        "city",
        "zip",
        "cashDownPayment",
        "downPaymentAvailable",
        "purchaseTimeline",
      ],
    },
  ]);
  expect((await read(max, id)).mails).toContainEqual(expect.objectContaining({ kind: "dealerLead", status: "sent" }));
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
  const { env: bindings, sent } = faultyEnv(() => null);
  await sweep(bindings);
  const leads = sent.filter(({ to }) => to !== "maria@example.com");
  expect(leads).toHaveLength(2);
  expect(withoutIds(leads)).not.toMatch(
    /bankrupt|repo[^r]|mortgage[^d]*true|delinquent|forecast|score|flag|BK_|203\.0\.113|CanaryBank|1971/i,
  );
});

test("what an applicant wrote is no link in a lender's mail, and is set off in its text", async () => {
  const ref = await apply({ fullName: "https://evil.test/x win", city: "www.evil.test" });
  const max = await signedIn("manager", "max");
  const recipient = await lender();
  await permit(max, ref, recipient);
  await max.post(`/api/desk/case/${ref}/send`, recipient);
  const [{ text = "", html = "" } = {}] = await mailOf("new@lender.example.com");
  expect(html).not.toContain("<a ");
  for (const piece of html.split(/<[^>]*>/)) expect(piece).not.toMatch(/:\/\/|\.\w*evil|evil\.\w/);
  expect(html.replaceAll("<wbr>", "")).toContain("<strong>Full Name:</strong> https://evil.test/x win");
  expect(text).toContain("> Full Name: https://evil.test/x win\n");
  expect(text).toContain("> Gross Monthly Income: $3,800 a month\n> Housing Type: Rent\n> Rent: $1,100 a month\n");
  expect(text).toContain("> Time on Current Job: 2 years 6 months\n");
  for (const line of text.split("\n")) if (line.includes("evil")) expect(line).toMatch(/^> /);
});

test("a lender that is not in the directory, or not active, gets nothing", async () => {
  const id = await apply();
  const max = await signedIn("manager", "max");
  for (const recipient of [{ kind: "dealer", recipientId: "x" }, await dealer("Closed", false)]) {
    for (const action of ["send", "permissions"]) {
      expect(await refusal(await max.post(`/api/desk/case/${id}/${action}`, recipient))).toMatch(/^400 /);
    }
  }
});

test("unknown cases are 404 with a sentence", async () => {
  const max = await signedIn("manager", "max");
  expect((await max.get("/api/desk/case/x")).status).toBe(404);
  for (const [action, body] of Object.entries({
    claim: {},
    release: {},
    status: { from: "submitted", to: "in_review" },
    notes: { text: "x" },
    permissions: { kind: "dealer", recipientId: "x" },
    "permissions/phone": { kind: "dealer", recipientId: "x", decision: "yes", words: "x" },
    papers: { paper: "payStub", received: true },
    "referrals/x/answer": { answer: "approved" },
    letters: { templateId: "x", version: 1, body: "x" },
    send: { kind: "dealer", recipientId: "x" },
  })) {
    expect(await refusal(await max.post(`/api/desk/case/x/${action}`, body)), action).toMatch(/^404 There is no/);
  }
});

test("a reply that is still owed does not go out after a stop", async () => {
  const id = await apply();
  const max = await signedIn("manager", "max");
  await post("/api/contact", { name: "Maria", message: "Do you help with a truck?", replyTo: "maria@example.com" });
  await mailOf("maria@example.com");
  const { messages } = await (await max.get("/api/desk/messages")).json<Inbox>();
  await max.post(`/api/desk/messages/${messages[0]?.id}/claim`);
  expect((await max.post(`/api/desk/messages/${messages[0]?.id}/reply`, { text: "Yes, we do." })).status).toBe(201);
  vi.setSystemTime(NOON.getTime() + 60_000);
  await stop(id);
  expect(await mailOf("maria@example.com")).toEqual([]);
});

test("a lead that a stop has kept back is told as received by nobody", async () => {
  const id = await apply();
  const max = await signedIn("manager", "max");
  const recipient = await dealer();
  await permit(max, id, recipient);
  await max.post(`/api/desk/case/${id}/send`, recipient);
  await stop(id);
  expect(await mailOf("leads@dealer.example.com")).toEqual([]);
  const guidance = await call(`/api/applications/${await referenceOf(env, id)}/guidance`);
  expect(await guidance.json()).toMatchObject({ sharedWith: [] });
});
