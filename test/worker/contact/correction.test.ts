import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CODE_PURPOSES } from "../../../db/model/contact/code.ts";
import { exampleApplication } from "../../../db/model/form/example.ts";
import { introductionWords } from "../../../db/model/introductions/permission.ts";
import { isRefusal } from "../../../db/model/mail/errors.ts";
import { APPLICANT_MAILS } from "../../../db/model/mail/mail.ts";
import type { Env } from "../../../worker/env.ts";
import { call, post, postWith, strict } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";
import { dealer, lender } from "../directory/directory.ts";
import type { SentMail } from "../routes/faults.ts";
import { type Colleague, idOf, refusal, signedIn } from "../staff/staff.ts";
import { applyByForm, askForCode, mailed, other } from "./mailed-codes.ts";

/** Corrected contact data: by the applicant with a mailed code, or by a member who works on the case. */

freshDatabase();
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-23T18:00:00Z") }));
afterEach(() => void vi.useRealTimers());

const HOUR = 60 * 60_000;
const OLD = { phone: "210 555 0123", email: "maria@example.com" };
const NEW = { phone: "(512) 555-0144", email: "Maria.Lopez@example.com" };

function confirm(ref: string, body: Record<string, unknown>, bindings: Env = env) {
  return postWith(bindings, `/api/applications/${ref}/correction/confirm`, body);
}

async function rows(query: string) {
  return (await env.DB.prepare(query).all<Record<string, unknown>>()).results;
}

async function onFile() {
  const [row] = await rows(
    "select phone, email, phoneDigits, emailFolded, reachedEmail from applications order by number",
  );
  return row;
}

async function events() {
  const found = await rows("select event from case_events order by id");
  return found.map(({ event }) => JSON.parse(String(event)));
}

function linkIn(mail: { text: string } | undefined) {
  const [, ref = "", proof = ""] = /\/results\?ref=([\w-]+)#mail-(\w+)/.exec(mail?.text ?? "") ?? [];
  return { ref, proof };
}

test("the mailed code corrects phone and e-mail, and both addresses are told", async () => {
  const { ref } = await applyByForm();
  await env.DB.exec("update outbox set status = 'dead', attempts = 12 where kind = 'confirmation'");
  const { code, mail } = await askForCode(ref, "correction");
  expect(mail?.to).toBe(OLD.email);
  expect(mail?.subject).not.toContain(code);
  expect((await confirm(ref, { code: other(code), ...NEW })).status).toBe(400);
  expect(await onFile()).toMatchObject(OLD);
  expect((await confirm(ref, { code, ...NEW })).status).toBe(200);

  expect(await (await call(`/api/applications/${ref}`)).json()).toMatchObject(NEW);
  expect(await onFile()).toMatchObject({ phoneDigits: "5125550144", emailFolded: "maria.lopez@example.com" });
  expect(await events()).toEqual([
    { kind: "corrected", field: "phone", old: OLD.phone, grounds: null },
    { kind: "corrected", field: "email", old: OLD.email, grounds: null },
  ]);
  const told = (await mailed()).toSorted((a, b) => b.subject.localeCompare(a.subject));
  expect(told.map(({ to, subject }) => [to, subject])).toEqual(
    [
      [NEW.email, "Your contact details were corrected"],
      [OLD.email, "Your email address was replaced"],
      [NEW.email, "We received your application"],
    ].toSorted(([, a = ""], [, b = ""]) => b.localeCompare(a)),
  );
  expect(told.find(({ subject }) => subject.includes("corrected"))?.text).toContain(NEW.phone);
  const toOld = told.find(({ to }) => to === OLD.email);
  for (const personal of [NEW.phone, NEW.email, OLD.phone, ref, "Maria"]) expect(toOld?.text).not.toContain(personal);
  const manager = await signedIn("manager");
  const found = async (q: string) =>
    (await (await manager.post("/api/desk/queue/search", { q })).json<{ applications: object[] }>()).applications
      .length;
  expect([await found("512 555 0144"), await found(OLD.email), await found("maria.lopez@example.com")]).toEqual([
    1, 0, 1,
  ]);
  expect((await confirm(ref, { code, ...OLD })).status, "the code is spent").toBe(410);
});

test("what the form would refuse is refused, and costs no try", async () => {
  const { ref } = await applyByForm();
  const { code } = await askForCode(ref, "correction");
  for (const [field, value, message] of [
    ["phone", "555 0123", "Valid phone number is required"],
    ["email", "maria@example", "Valid email is required"],
    ["code", "12345", "Enter the 6 digits from our email"],
  ] as const) {
    const refused = await confirm(ref, { code, ...NEW, [field]: value });
    expect([refused.status, (await refused.json<{ fields: object }>()).fields]).toEqual([400, { [field]: message }]);
  }
  expect(await rows("select tries from codes")).toEqual([{ tries: 0 }]);
});

test("codes and mails to a new address have their limits", async () => {
  const { ref } = await applyByForm();
  const another = exampleApplication({ email: NEW.email });
  for (let n = 0; n < 3; n++) await postWith(strict, "/api/applications/submit", another);
  await mailed();
  const { code } = await askForCode(ref, "correction");
  expect((await confirm(ref, { code, ...NEW }, strict)).status).toBe(429);
  expect(await onFile()).toMatchObject(OLD);
  expect((await confirm(ref, { code, ...NEW, email: OLD.email }, strict)).status).toBe(200);
  await mailed();
  const ask = () => postWith(strict, `/api/applications/${ref}/correction`, {});
  expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([202, 202, 202]);
  expect((await ask()).status).toBe(429);
});

test("applying with an address keeps nobody from correcting theirs to it", async () => {
  const { ref } = await applyByForm();
  const stranger = { "cf-connecting-ip": "203.0.113.9" };
  const theirs = exampleApplication({ email: NEW.email });
  for (let n = 0; n < 4; n++) await postWith(strict, "/api/applications/submit", theirs, stranger);
  await mailed();
  const { code } = await askForCode(ref, "correction");
  expect((await confirm(ref, { code, ...NEW }, strict)).status).toBe(200);
  expect((await mailed()).map(({ to }) => to)).toContain(NEW.email);
});

interface Case {
  answers: Record<string, string>;
  events: { by: string; event: Record<string, unknown> }[];
  mails: { kind: string }[];
  hasBounced: boolean;
}

async function caseOf(member: Colleague, ref: string) {
  return (await member.get(`/api/desk/case/${await idOf(ref)}`)).json<Case>();
}

test("whoever works on a case corrects an address that has bounced", async () => {
  const { ref } = await applyByForm({ email: "maria@gmial.example" });
  const id = await idOf(ref);
  const correct = (member: Colleague, body: object) => member.post(`/api/desk/case/${id}/correct`, body);
  const body = { email: OLD.email, ground: "bounced", reason: "She said it again on the phone" };
  const dana = await signedIn("specialist", "dana");
  expect(await refusal(await correct(dana, body))).toBe("409 Claim this application first.");
  await dana.post(`/api/desk/case/${id}/claim`);
  expect(await refusal(await correct(dana, body))).toMatch(/^409 No email to this applicant has failed/);
  await env.DB.exec(
    "update outbox set status = 'dead', lastError = 'E_RECIPIENT_SUPPRESSED' where kind = 'confirmation'",
  );
  expect((await caseOf(dana, ref)).hasBounced).toBe(true);
  expect((await correct(dana, body)).status).toBe(201);

  expect(await onFile()).toMatchObject(OLD);
  const found = await caseOf(dana, ref);
  expect(found.events.at(-1)).toMatchObject({
    by: "dana",
    event: {
      kind: "corrected",
      field: "email",
      old: "m•••@•••",
      grounds: { ground: "bounced", reason: "She said it again on the phone" },
    },
  });
  expect(found.mails.map(({ kind }) => kind)).toEqual(["confirmation", "contactCorrected"]);
  expect((await events()).at(-1)).toMatchObject({ old: "maria@gmial.example" });
  const [change] = await rows("select * from audit where change is not null and action = 'correctContact'");
  expect(change).toMatchObject({ username: "dana", subjectId: id });
  expect(JSON.parse(String(change?.change))).toEqual({
    old: { phone: "••• ••• 23", email: "m•••@•••" },
    new: { phone: "••• ••• 23", email: "m•••@•••" },
  });
  expect((await mailed()).map(({ to }) => to)).toEqual([OLD.email, OLD.email]);
  // Codes go to the new address once the applicant has confirmed it.
  expect((await askForCode(ref, "correction")).mail?.to).toBe("maria@gmial.example");
  expect((await post(`/api/applications/${ref}/confirm-email`, { email: OLD.email })).status).toBe(200);
  expect((await askForCode(ref, "correction")).mail?.to).toBe(OLD.email);
});

const byApplicant = async (ref: string, changes: object) =>
  confirm(ref, { code: (await askForCode(ref, "correction")).code, ...OLD, ...changes });
const byMember = async (ref: string, changes: object) => {
  const member = await signedIn("manager", crypto.randomUUID());
  return member.post(`/api/desk/case/${await idOf(ref)}/correct`, {
    ground: "askedByPhone",
    reason: "Called",
    ...changes,
  });
};
/** How another person with NEW.phone asks us to stop. */
const stopElsewhere = async (way: "application" | "message") => {
  if (way === "application") {
    const { ref } = await applyByForm({ phone: NEW.phone, email: "joe@example.com" });
    return (await signedIn("specialist", "kim")).post(`/api/desk/case/${await idOf(ref)}/stop`, { how: "phone" });
  }
  await post("/api/contact", { name: "Joe", message: "Stop calling me", replyTo: NEW.phone });
  const [message] = await rows("select id from contact_messages");
  return (await signedIn("specialist", "lee")).post(`/api/desk/messages/${message?.id}/stop`);
};
for (const [who, correct, way] of [
  ["the applicant", byApplicant, "message"],
  ["a member", byMember, "application"],
] as const) {
  test(`a number stopped in another ${way} stays so if ${who} enters it`, async () => {
    const { ref } = await applyByForm();
    vi.setSystemTime(Date.now() + HOUR);
    expect((await stopElsewhere(way)).status).toBe(200);
    await mailed();
    vi.setSystemTime(Date.now() + HOUR);
    expect((await correct(ref, { phone: NEW.phone })).ok).toBe(true);
    const guidance = async () =>
      (await call(`/api/applications/${ref}/guidance`)).json<{ contactStoppedAt: string | null }>();
    expect((await guidance()).contactStoppedAt).toBe(new Date().toISOString());
    expect((await rows("select event from case_events order by id desc limit 1"))[0]?.event).toBe(
      JSON.stringify({ kind: "contactStopped", elsewhere: true, how: "correction" }),
    );
    expect(await mailed()).toEqual([]);
    const tickedAt = new Date().toISOString();
    const consentRecord = { textIds: ["contact-again-2"], language: "en", shownAt: tickedAt, tickedAt };
    expect((await post(`/api/applications/${ref}/resume-contact`, { consentRecord })).status).toBe(200);
    expect((await guidance()).contactStoppedAt).toBeNull();
  });
}
test("only what refuses an address for good is a bounce", () => {
  const passing = ["restored", "no-answer", "database", "E_DELIVERY_FAILED", "E_DAILY_LIMIT_EXCEEDED", "soft-bounce"];
  const refused = ["E_RECIPIENT_SUPPRESSED", "bad-address", "hard-bounce", "marked-as-spam"];
  expect([...passing, ...refused].filter(isRefusal)).toEqual(refused);
});

interface Letter {
  templateId: string;
  version: number;
  body: string;
}
const INSIDER = "dana@insider.example";
const toInsider = { email: INSIDER, ground: "askedByPhone", reason: "Called at noon" };
const guidanceOf = async (ref: string) =>
  (await call(`/api/applications/${ref}/guidance`)).json<{ isEmailToConfirm: boolean }>();

test("whoever files their own address gets no mail that opens an application", async () => {
  const { ref } = await applyByForm();
  const id = await idOf(ref);
  const dana = await signedIn("manager", "dana");
  const desk = (path: string, body: object) => dana.post(`/api/desk/case/${id}/${path}`, body);
  expect((await desk("correct", toInsider)).status).toBe(201);
  const recipient = await lender();
  expect((await desk("permissions", recipient)).status).toBe(201);
  await desk("permissions/phone", {
    ...(await dealer()),
    decision: "yes",
    words: introductionWords("dealer", "Hill Country Motors"),
  });
  await desk("permissions/phone", {
    ...(await lender("Oak")),
    decision: "no",
    words: introductionWords("lender", "Oak"),
  });
  const template = {
    name: "Hello",
    language: "en",
    subject: "Hello",
    body: "Hello {firstName},\n\n{link}",
    isActive: true,
  };
  await dana.post("/api/desk/letters", template);
  const { letters } = await (await dana.get(`/api/desk/case/${id}/letters`)).json<{ letters: Letter[] }>();
  const { templateId, version, body } = letters[0] as Letter;
  expect((await desk("letters", { templateId, version, body })).status).toBe(201);
  await post(`/api/applications/${ref}/appointment`, { startsAt: null });
  await env.DB.exec("update outbox set status = 'owed', nextAttemptAt = 0 where kind = 'confirmation'");
  const sent = await mailed();
  await call(`/api/applications/${ref}/appointment`, {
    method: "DELETE",
    headers: { "sec-fetch-site": "same-origin" },
  });
  sent.push(...(await mailed()));
  await desk("papers/ask", { papers: ["payStub"] });
  sent.push(...(await mailed()));
  for (const purpose of CODE_PURPOSES) sent.push((await askForCode(ref, purpose)).mail as SentMail);

  expect((await post("/api/applications/link-again", { email: INSIDER })).status).toBe(202);
  const kinds = await rows("select distinct kind from outbox where status = 'sent'");
  // Nothing is ever owed to somebody who asks at such an address.
  const sentKinds = APPLICANT_MAILS.filter((kind) => kind !== "linkAgain");
  expect(kinds.map(({ kind }) => kind)).toEqual(expect.arrayContaining(sentKinds));
  expect(await rows("select kind from outbox where kind = 'linkAgain'")).toEqual([]);
  expect(sent.filter(({ to }) => to === INSIDER)).toHaveLength(9);
  for (const { to, subject, text, html } of sent) {
    if (to === INSIDER) expect(text + html, subject).not.toMatch(/results\?ref=|[0-9a-f]{8}-[0-9a-f]{4}-|^\d{6}$/m);
    else expect([subject, to]).toEqual([expect.stringMatching(/code|replaced|over the phone/), OLD.email]);
  }
});

test("an answer by phone is told to the applicant's own last address", async () => {
  const { ref } = await applyByForm();
  const id = await idOf(ref);
  const dana = await signedIn("specialist", "dana");
  await dana.post(`/api/desk/case/${id}/claim`);
  await dana.post(`/api/desk/case/${id}/correct`, toInsider);
  await mailed();
  const recipient = await dealer();
  const answer = async (decision: "yes" | "no") => {
    vi.setSystemTime(Date.now() + HOUR);
    const words = introductionWords("dealer", "Hill Country Motors");
    const recorded = await dana.post(`/api/desk/case/${id}/permissions/phone`, { ...recipient, decision, words });
    expect(recorded.status).toBe(201);
    return (await mailed()).filter(({ subject }) => subject.endsWith("over the phone"));
  };
  for (const decision of ["yes", "no"] as const) {
    const told = await answer(decision);
    const subject = `You said ${decision} over the phone`;
    expect(told.map((mail) => [mail.to, mail.subject]).toSorted()).toEqual([
      [INSIDER, subject],
      [OLD.email, subject],
    ]);
    const note = told.find(({ to }) => to === OLD.email);
    // It may be somebody else's address, so the mail says nothing about the applicant and opens nothing.
    for (const personal of [ref, "Maria", "Hill Country", OLD.phone, INSIDER]) {
      expect(note?.text, personal).not.toContain(personal);
      expect(note?.html, personal).not.toContain(personal);
    }
    expect(note?.text).toContain("/contact");
  }
});

test("an address that a member entered has all powers once confirmed", async () => {
  const { ref } = await applyByForm();
  const dana = await signedIn("manager", "dana");
  const confirmAs = (email: string, reference = ref) => post(`/api/applications/${reference}/confirm-email`, { email });
  expect((await guidanceOf(ref)).isEmailToConfirm).toBe(false);
  await byMember(ref, { email: NEW.email });
  await mailed();
  expect((await guidanceOf(ref)).isEmailToConfirm).toBe(true);
  expect(await caseOf(dana, ref)).toMatchObject({ isEmailConfirmed: false });
  expect((await confirmAs(NEW.email, crypto.randomUUID())).status).toBe(404);
  expect(await refusal(await confirmAs(OLD.email))).toMatch(/^409 By now we have another email address/);
  expect((await guidanceOf(ref)).isEmailToConfirm).toBe(true);
  expect((await confirmAs(NEW.email)).status).toBe(200);
  expect((await confirmAs(NEW.email)).status).toBe(200);
  expect((await guidanceOf(ref)).isEmailToConfirm).toBe(false);
  expect(await caseOf(dana, ref)).toMatchObject({ isEmailConfirmed: true });
  expect((await events()).filter(({ kind }) => kind === "emailConfirmed")).toEqual([
    { kind: "emailConfirmed", email: NEW.email },
  ]);
  expect((await askForCode(ref, "deletion")).mail?.to).toBe(NEW.email);
  await post(`/api/applications/${ref}/appointment`, { startsAt: null });
  expect((await mailed())[0]?.text).toContain(`/results?ref=${ref}`);
});

test("once corrected, an address is never read in full at the desk", async () => {
  const { ref, mails } = await applyByForm();
  expect((await post(`/api/applications/${ref}/opened`, { proof: linkIn(mails[0]).proof })).status).toBe(200);
  const dana = await signedIn("manager", "dana");
  await dana.post(`/api/desk/case/${await idOf(ref)}/correct`, { ...toInsider, email: NEW.email });
  const read = await (await dana.get(`/api/desk/case/${await idOf(ref)}`)).text();
  expect(read).toContain('"kind":"linkOpened","email":"m•••@•••"');
  expect(read).not.toContain(OLD.email);
});
