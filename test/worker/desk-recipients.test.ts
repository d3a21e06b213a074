import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { categoryCriteria } from "../../db/model/lenders.ts";
import { introductionWords } from "../../db/model/permission.ts";
import type { Guidance } from "../../web/api.ts";
import type { Case, PossibleRecipient } from "../../web/desk/api.ts";
import { referenceOf } from "../../worker/reference.ts";
import { call, post, postWith } from "./call.ts";
import { freshDatabase } from "./database.ts";
import { answer, dealer, lender, permit, type Recipient } from "./directory.ts";
import { envLosingReply, faultyEnv } from "./faults.ts";
import { mailed } from "./mailed-codes.ts";
import { apply, type Colleague, refusal, signedIn } from "./staff.ts";

/** To whom an application goes, what they answer, which papers have arrived, and a no on the phone. */

freshDatabase();

const NOON = new Date("2026-11-18T12:00:00-06:00");
beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: NOON }));
afterEach(() => vi.useRealTimers());

const read = async (member: Colleague, id: string) => (await member.get(`/api/desk/case/${id}`)).json<Case>();

async function guidance(id: string) {
  return (await call(`/api/applications/${await referenceOf(env, id)}/guidance`)).json<Guidance>();
}

async function recipients(member: Colleague, id: string) {
  const response = await member.get(`/api/desk/case/${id}/recipients`);
  return (await response.json<{ recipients: PossibleRecipient[] }>()).recipients;
}

async function dealerIn(metro: string, name: string): Promise<Recipient> {
  const recipient = await dealer(name);
  await env.DB.prepare("update dealers set metro = ? where id = ?").bind(metro, recipient.recipientId).run();
  return recipient;
}

async function kinds(id: string) {
  const { results } = await env.DB.prepare(
    "select event ->> '$.kind' as kind from case_events where applicationId = ? order by id",
  )
    .bind(id)
    .run<{ kind: string }>();
  return results.map(({ kind }) => kind);
}

test("recipients that fit come first, each with its reasons; those who are not active are not there", async () => {
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
    ["Austin Motors", false],
    ["Pecan Credit Union", false],
  ]);
  expect(found[0]?.findings).toContainEqual({ meets: true, reason: "Accepts an open bankruptcy" });
  expect(found[1]?.findings).toEqual([{ meets: true, reason: "In San Antonio, where the applicant lives" }]);
  expect(found[2]?.findings).toEqual([{ meets: false, reason: "In Austin, the applicant lives in San Antonio" }]);
  expect(found[3]?.findings).toContainEqual({ meets: false, reason: "Does not accept an open bankruptcy" });
  expect((await max.get("/api/desk/case/x/recipients")).status).toBe(404);
});

test("who is elsewhere in Texas fits others there, and the distance is to be checked", async () => {
  const max = await signedIn("manager", "max");
  await dealer("Zebra Motors");
  const reasonFor = async (zip: string) => (await recipients(max, await apply({ zip })))[0]?.findings[0]?.reason;
  expect(await reasonFor("79936")).toBe("In San Antonio, the applicant lives elsewhere in Texas");
  await env.DB.exec("update dealers set metro = 'Elsewhere in Texas'");
  expect(await reasonFor("79936")).toBe("Elsewhere in Texas, as the applicant: check how far");
  expect(await reasonFor("77001")).toBe("Elsewhere in Texas, the applicant lives in Houston");
});

test("outside of every metro nothing speaks against a dealer", async () => {
  const id = await apply({ zip: "10001" });
  const max = await signedIn("manager", "max");
  await dealerIn("Austin", "Austin Motors");
  expect(await recipients(max, id)).toMatchObject([{ isSuitable: true }]);
});

test("who has it, and whom the applicant refused, is told", async () => {
  const id = await apply();
  const max = await signedIn("manager", "max");
  const [has, refused, asked] = [await dealer("Has"), await dealer("Refused"), await dealer("Asked")];
  await permit(max, id, has);
  expect((await max.post(`/api/desk/case/${id}/send`, has)).status).toBe(201);
  for (const each of [refused, asked]) await max.post(`/api/desk/case/${id}/permissions`, each);
  await answer(id, refused, "no");
  expect((await recipients(max, id)).map(({ name, permission, hasIt }) => [name, permission, hasIt])).toEqual([
    ["Asked", "asked", false],
    ["Has", "yes", true],
    ["Refused", "no", false],
  ]);
  await answer(id, has, "no");
  await answer(id, has, "yes");
  expect((await recipients(max, id))[1], "a new yes can be used anew").toMatchObject({
    permission: "yes",
    hasIt: false,
  });
});

test("one that does not fit needs a reason at each step, which stands in the timeline; the audit log has only whom; a no needs none", async () => {
  const id = await apply({ zip: "78205" });
  const max = await signedIn("manager", "max");
  const [far, other] = [await dealerIn("Houston", "Far Motors"), await dealerIn("Houston", "Other Motors")];
  const path = `/api/desk/case/${id}`;
  const words = introductionWords("dealer", "Far Motors");
  const steps: [string, Record<string, unknown>][] = [
    ["permissions", {}],
    ["permissions/phone", { decision: "yes", words }],
    ["send", {}],
  ];
  for (const [step, body] of steps) {
    expect(await refusal(await max.post(`${path}/${step}`, { ...far, ...body })), step).toBe(
      "409 Far Motors does not fit this application (In Houston, the applicant lives in San Antonio). Say why it should be this one.",
    );
    for (const reason of ["", "no", "x".repeat(301), 3]) {
      expect((await max.post(`${path}/${step}`, { ...far, ...body, reason })).status, step).toBe(400);
    }
  }
  expect(await kinds(id)).toEqual([]);
  for (const [step, body] of steps) {
    const reason = `They work there: ${step}`;
    expect((await max.post(`${path}/${step}`, { ...far, ...body, reason })).status, step).toBe(201);
  }
  const { events } = await read(max, id);
  expect(events.flatMap(({ event }) => (event.kind === "unsuitableChosen" ? [event.reason] : []))).toEqual(
    steps.map(([step]) => `They work there: ${step}`),
  );
  const { results } = await env.DB.prepare(
    "select action, change ->> '$.new' as changed from audit where change is not null order by id",
  ).run();
  expect(results).toEqual(
    ["askPermission", "recordPermission", "send"].map((action) => ({ action, changed: '{"recipient":"Far Motors"}' })),
  );
  const no = { ...other, decision: "no", words: introductionWords("dealer", "Other Motors") };
  expect((await max.post(`${path}/permissions/phone`, no)).status).toBe(201);
});

test("a reason is not kept where it is not needed, nor where nothing was done", async () => {
  const id = await apply();
  const max = await signedIn("manager", "max");
  const recipient = { ...(await dealer()), reason: "I like them" };
  expect((await max.post(`/api/desk/case/${id}/permissions`, recipient)).status).toBe(201);
  await env.DB.exec("update dealers set metro = 'Houston'");
  expect((await max.post(`/api/desk/case/${id}/permissions`, recipient)).status, "asked before").toBe(409);
  expect(await kinds(id)).toEqual(["permissionAsked"]);
});

/** An application that a dealer has. */
async function sent() {
  const id = await apply();
  const max = await signedIn("manager", "max");
  const recipient = await dealer();
  await permit(max, id, recipient);
  expect((await max.post(`/api/desk/case/${id}/send`, recipient)).status).toBe(201);
  const [referral] = (await read(max, id)).referrals;
  return { id, max, recipient, path: `/api/desk/case/${id}/referrals/${referral?.id}/answer` };
}

test("what a recipient answered is noted with time and name, another answer takes its place, the same one changes nothing", async () => {
  const { id, max, path } = await sent();
  expect((await read(max, id)).referrals).toMatchObject([{ answer: null, answeredAt: null, answerBy: null }]);
  for (const body of [{}, { answer: "perhaps" }, { answer: null }]) {
    expect((await max.post(path, body)).status).toBe(400);
  }
  expect((await max.post(path, { answer: "needsMore" })).status).toBe(200);
  expect((await max.post(path, { answer: "needsMore" })).status).toBe(200);
  vi.setSystemTime(NOON.getTime() + 60_000);
  expect((await max.post(path, { answer: "approved" })).status).toBe(200);
  const found = await read(max, id);
  expect(found.referrals).toMatchObject([
    { answer: "approved", answeredAt: new Date(NOON.getTime() + 60_000).toISOString(), answerBy: "max" },
  ]);
  expect(found.status, "an answer closes nothing").toBe("submitted");
  expect((await kinds(id)).filter((kind) => kind === "recipientAnswered")).toHaveLength(2);
});

test("of answers noted at once each is in the timeline at most once, and the last one counts", async () => {
  const { id, max, path } = await sent();
  const answers = ["approved", "declined", "needsMore", "noAnswer"];
  const statuses = await Promise.all(
    [...answers, ...answers].map(async (each) => (await max.post(path, { answer: each })).status),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
  const found = await read(max, id);
  const noted = found.events.flatMap(({ event }) => (event.kind === "recipientAnswered" ? [event.answer] : []));
  expect(noted.at(-1)).toBe(found.referrals[0]?.answer);
  expect(noted.some((each, index) => each === noted[index + 1])).toBe(false);
});

test("only whoever works on it notes an answer, and only to what was sent; the applicant is told nothing of it", async () => {
  const { id, max, recipient, path } = await sent();
  const dana = await signedIn("specialist", "dana");
  expect(await refusal(await dana.post(path, { answer: "declined" }))).toMatch(/^409 Claim this application first/);
  const nowhere = `/api/desk/case/${id}/referrals/x/answer`;
  expect(await refusal(await max.post(nowhere, { answer: "declined" }))).toMatch(/^409 .*not sent to them/);
  const elsewhere = path.replace(id, await apply({ phone: "512 555 0101", email: "b@example.com" }));
  expect((await max.post(elsewhere, { answer: "declined" })).status).toBe(409);
  const before = await guidance(id);
  expect((await max.post(path, { answer: "declined" })).status).toBe(200);
  expect(await guidance(id)).toEqual(before);
  // Nobody had it in hand yet, so nobody will get it.
  await answer(id, recipient, "no");
  expect(await refusal(await max.post(path, { answer: "approved" }))).toMatch(/^409 .*never left for Hill Country/);
});

/** An application whose papers were asked for. */
async function asked() {
  const id = await apply();
  const max = await signedIn("manager", "max");
  const papers = ["payStub", "residence"];
  for (const [from, to] of [
    ["submitted", "in_review"],
    ["in_review", "contacted"],
    ["contacted", "docs_requested"],
  ]) {
    expect((await max.post(`/api/desk/case/${id}/status`, { from, to, papers })).status).toBe(200);
  }
  const tick = (paper: string, received: boolean) => max.post(`/api/desk/case/${id}/papers`, { paper, received });
  return { id, max, tick };
}

test("papers are ticked off as they arrive, which the applicant sees, and a tick can be taken back", async () => {
  const { id, max, tick } = await asked();
  const state = async () => (await read(max, id)).papers.map(({ paper, receivedAt }) => [paper, receivedAt !== null]);
  expect(await state()).toEqual([
    ["payStub", false],
    ["residence", false],
  ]);
  expect((await tick("payStub", true)).status).toBe(200);
  expect((await tick("payStub", true)).status, "again is as good as once").toBe(200);
  const { progress } = await guidance(id);
  expect(progress.now).toMatchObject({
    code: "documents",
    papers: [
      { paper: "payStub", receivedAt: NOON.toISOString() },
      { paper: "residence", receivedAt: null },
    ],
  });
  await tick("payStub", false);
  await tick("residence", true);
  expect(await state()).toEqual([
    ["payStub", false],
    ["residence", true],
  ]);
  expect((await kinds(id)).filter((kind) => /paper/i.test(kind))).toEqual([
    "paperReceived",
    "paperNotReceived",
    "paperReceived",
  ]);
});

test("only a paper that was asked for is ticked off, by whoever works on it, while it is open", async () => {
  const { id, max, tick } = await asked();
  expect(await refusal(await tick("insurance", true))).toBe("409 This paper was not asked for.");
  for (const body of [{}, { paper: "passport", received: true }, { paper: "payStub", received: "yes" }]) {
    expect((await max.post(`/api/desk/case/${id}/papers`, body)).status).toBe(400);
  }
  const dana = await signedIn("specialist", "dana");
  expect((await dana.post(`/api/desk/case/${id}/papers`, { paper: "payStub", received: true })).status).toBe(409);
  await max.post(`/api/desk/case/${id}/status`, { from: "docs_requested", to: "withdrawn", outcome: "undecided" });
  expect(await refusal(await tick("payStub", true))).toBe("409 This application is closed.");
  expect((await kinds(id)).filter((kind) => /paper/i.test(kind))).toEqual([]);
});

test("twenty ticks of one paper at once are one", async () => {
  const { id, tick } = await asked();
  await Promise.all(Array.from({ length: 20 }, () => tick("payStub", true)));
  expect((await kinds(id)).filter((kind) => /paper/i.test(kind))).toEqual(["paperReceived"]);
});

const phone = (member: Colleague, id: string, recipient: Recipient, decision: string) =>
  member.post(`/api/desk/case/${id}/permissions/phone`, {
    ...recipient,
    decision,
    words: introductionWords("dealer", "Hill Country Motors"),
  });

test("a no on the phone is recorded with words, time and name, and the applicant is told how to undo it", async () => {
  const id = await apply();
  const max = await signedIn("manager", "max");
  const [recipient, other] = [await dealer(), await dealer("Other Motors")];
  await permit(max, id, other);
  await mailed();
  const stale = { ...recipient, decision: "no", words: "May we?" };
  expect(await refusal(await max.post(`/api/desk/case/${id}/permissions/phone`, stale))).toMatch(/^409 The words to/);
  for (const decision of [undefined, "perhaps"]) {
    const body = { ...recipient, decision, words: introductionWords("dealer", "Hill Country Motors") };
    expect((await max.post(`/api/desk/case/${id}/permissions/phone`, body)).status).toBe(400);
  }
  expect((await phone(max, id, recipient, "no")).status).toBe(201);
  const [mail, ...more] = await mailed();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ to: "maria@example.com", subject: "You said no over the phone" });
  expect(mail?.text).toContain("Nov 18, 2026, 12:00 PM Central, to this:");
  expect(mail?.text).toContain(`That wasn't me:\nhttp://localhost:8787/results?ref=${await referenceOf(env, id)}`);
  expect(mail?.text).toContain("How to stop messages".toUpperCase());

  const found = await read(max, id);
  expect(found.permissions.map(({ recipientName, state, how }) => [recipientName, state, how])).toEqual([
    ["Other Motors", "yes", "page"],
    ["Hill Country Motors", "no", "phone"],
  ]);
  expect(found.events.at(-1)).toMatchObject({
    by: "max",
    event: { kind: "permissionRefused", how: "phone", words: introductionWords("dealer", "Hill Country Motors") },
  });
  expect(await refusal(await phone(max, id, recipient, "no"))).toMatch(/^409 The applicant said no/);
  expect(await refusal(await phone(max, id, recipient, "yes"))).toMatch(/^409 The applicant said no/);
  expect(await refusal(await max.post(`/api/desk/case/${id}/permissions`, recipient))).toMatch(/^409 .*said no/);
  expect((await answer(id, recipient, "yes")).status).toBe(200);
  expect((await max.post(`/api/desk/case/${id}/send`, recipient)).status).toBe(201);
});

test("a no on the phone takes back a yes: its lead is dropped, or its recipient is told; each time there is a mail", async () => {
  const id = await apply();
  const max = await signedIn("manager", "max");
  const recipient = await dealer();
  await permit(max, id, recipient);
  await mailed();
  await max.post(`/api/desk/case/${id}/send`, recipient);
  expect((await phone(max, id, recipient, "no")).status).toBe(201);
  expect((await mailed()).map(({ subject }) => subject)).toEqual(["You said no over the phone"]);
  vi.setSystemTime(NOON.getTime() + 60_000);
  await answer(id, recipient, "yes");
  await max.post(`/api/desk/case/${id}/send`, recipient);
  expect((await mailed()).map(({ subject }) => subject)).toEqual(["New lead (ADF)"]);
  expect((await phone(max, id, recipient, "no")).status).toBe(201);
  expect((await mailed()).map(({ subject }) => subject).toSorted()).toEqual([
    "Permission withdrawn: please do not contact the applicant",
    "You said no over the phone",
  ]);
  expect((await read(max, id)).permissions).toMatchObject([{ state: "withdrawn", how: "phone" }]);
});

test("a no on the phone of whose answer the Worker learns only later is one no; whom the yes had led to is told at once", async () => {
  const id = await apply();
  const max = await signedIn("manager", "max");
  const recipient = await dealer();
  const no = { ...recipient, decision: "no", words: introductionWords("dealer", "Hill Country Motors") };
  const path = `/api/desk/case/${id}/permissions/phone`;
  expect((await postWith(envLosingReply(), path, no, max.headers)).status).toBe(201);
  expect(await kinds(id)).toEqual(["permissionRefused"]);
  expect(await refusal(await max.post(path, no))).toMatch(/^409 The applicant said no/);
  vi.setSystemTime(NOON.getTime() + 60_000);
  await answer(id, recipient, "yes");
  await max.post(`/api/desk/case/${id}/send`, recipient);
  await env.DB.exec("update outbox set status = 'sent' where kind = 'dealerLead'");
  const { env: bindings, rung } = faultyEnv(() => null);
  expect((await postWith(bindings, path, no, max.headers)).status, "the first mail is still owed").toBe(201);
  const { results } = await env.DB.prepare(
    "select id, kind from outbox where kind in ('refusalByPhone', 'permissionWithdrawn') order by kind",
  ).all<{ id: string; kind: string }>();
  expect(results.map(({ kind }) => kind)).toEqual(["permissionWithdrawn", "refusalByPhone"]);
  expect(rung.toSorted()).toEqual(results.map(({ id }) => id).toSorted());
});

test("of a yes and a no on the phone at once the no counts, and nothing goes out on the yes", async () => {
  const id = await apply();
  const max = await signedIn("manager", "max");
  const recipient = await dealer();
  await Promise.all(["yes", "no", "yes", "no"].map((decision) => phone(max, id, recipient, decision)));
  const [permission, ...more] = (await read(max, id)).permissions;
  expect(more).toEqual([]);
  expect(["no", "withdrawn"]).toContain(permission?.state);
  expect((await max.post(`/api/desk/case/${id}/send`, recipient)).status).toBe(409);
  const refusals = (await kinds(id)).filter((kind) => kind === "permissionRefused" || kind === "permissionWithdrawn");
  expect(refusals).toHaveLength(1);
});

test("no no is recorded, and no mail about one goes out, after a stop or once it is closed", async () => {
  const id = await apply();
  const max = await signedIn("manager", "max");
  const [recipient, other] = [await dealer(), await dealer("Other Motors")];
  expect((await phone(max, id, recipient, "no")).status).toBe(201);
  await post(`/api/applications/${await referenceOf(env, id)}/stop-contact`, {});
  expect(await mailed()).toEqual([]);
  const words = introductionWords("dealer", "Other Motors");
  const no = { ...other, decision: "no", words };
  expect(await refusal(await max.post(`/api/desk/case/${id}/permissions/phone`, no))).toMatch(
    /^409 .*asked us to stop/,
  );
  expect(await kinds(id)).toEqual(["permissionRefused", "contactStopped"]);
});
