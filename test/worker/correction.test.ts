import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { exampleApplication } from "../../db/model/example.ts";
import { APPLICANT_MAILS } from "../../db/model/mail.ts";
import { introductionWords } from "../../db/model/permission.ts";
import type { Env } from "../../worker/env.ts";
import { call, post, postWith, strict } from "./call.ts";
import { freshDatabase } from "./database.ts";
import { dealer, lender } from "./directory.ts";
import type { SentMail } from "./faults.ts";
import { applyByForm, askForCode, mailed, other } from "./mailed-codes.ts";
import { type Colleague, idOf, refusal, signedIn } from "./staff.ts";

/** Mistyped contact data is put right: by the applicant with a mailed code, or by whoever works on the case. */

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

test("with the code from the mail phone and e-mail are corrected, and the old and the new address are told", async () => {
  const { ref } = await applyByForm();
  const { code, mail } = await askForCode(ref, "correction");
  expect(mail?.to).toBe(OLD.email);
  expect(mail?.subject).not.toContain(code);
  expect((await confirm(ref, { code, ...NEW })).status).toBe(200);

  expect(await (await call(`/api/applications/${ref}`)).json()).toMatchObject(NEW);
  expect(await onFile()).toMatchObject({ phoneDigits: "5125550144", emailFolded: "maria.lopez@example.com" });
  expect(await events()).toEqual([
    { kind: "corrected", field: "phone", old: OLD.phone, grounds: null },
    { kind: "corrected", field: "email", old: OLD.email, grounds: null },
  ]);
  const told = await mailed();
  expect(told.map(({ to, subject }) => [to, subject])).toEqual([
    [NEW.email, "Your contact details were corrected"],
    [OLD.email, "Your email address was replaced"],
  ]);
  expect(told[0]?.text).toContain(NEW.phone);
  for (const personal of [NEW.phone, NEW.email, OLD.phone, ref, "Maria"]) expect(told[1]?.text).not.toContain(personal);
  // The code is spent.
  expect((await confirm(ref, { code, ...OLD })).status).toBe(410);
});

test("what is as it was leaves no trace; one that changed tells the address on file alone", async () => {
  const { ref } = await applyByForm();
  expect((await confirm(ref, { code: (await askForCode(ref, "correction")).code, ...OLD })).status).toBe(200);
  expect(await events()).toEqual([]);
  expect(await mailed()).toEqual([]);
  const { code } = await askForCode(ref, "correction");
  expect((await confirm(ref, { code, ...OLD, phone: NEW.phone })).status).toBe(200);
  expect(await events()).toMatchObject([{ kind: "corrected", field: "phone", old: OLD.phone }]);
  expect((await mailed()).map(({ to }) => to)).toEqual([OLD.email]);
});

test("a wrong code changes nothing, five wrong ones spend the right one, and so does an hour", async () => {
  const { ref } = await applyByForm();
  const { code } = await askForCode(ref, "correction");
  for (let n = 0; n < 5; n++) expect((await confirm(ref, { code: other(code), ...NEW })).status).toBe(400);
  const spent = await confirm(ref, { code, ...NEW });
  expect([spent.status, (await spent.json<{ fields: object }>()).fields]).toEqual([
    410,
    { code: "This code no longer works. Please ask for a new one" },
  ]);
  const { code: late } = await askForCode(ref, "correction");
  vi.setSystemTime(Date.now() + HOUR);
  expect((await confirm(ref, { code: late, ...NEW })).status).toBe(410);
  expect(await onFile()).toMatchObject(OLD);
  expect(await events()).toEqual([]);
  expect(await mailed()).toEqual([]);
});

test("a code for one purpose never works for another, and asking for one leaves the other as it is", async () => {
  const { ref } = await applyByForm();
  const { code: deletion } = await askForCode(ref, "deletion");
  expect((await confirm(ref, { code: deletion, ...NEW })).status).toBe(410);
  const { code: correction } = await askForCode(ref, "correction");
  if (deletion === correction) return;
  expect((await confirm(ref, { code: deletion, ...NEW })).status).toBe(400);
  expect((await post(`/api/applications/${ref}/deletion/confirm`, { code: correction })).status).toBe(400);
  expect((await confirm(ref, { code: correction, ...NEW })).status).toBe(200);
  expect((await post(`/api/applications/${ref}/deletion/confirm`, { code: deletion })).status).toBe(200);
});

test("a code opens its own application only, and an unknown reference is the constant 404", async () => {
  const { ref } = await applyByForm();
  const { ref: another } = await applyByForm({ email: "joe@example.com" });
  const { code } = await askForCode(ref, "correction");
  expect((await confirm(another, { code, ...NEW })).status).toBe(410);
  const unknown = await (await call("/api/applications/x")).text();
  for (const answer of [await post("/api/applications/x/correction", {}), await confirm("x", { code, ...NEW })]) {
    expect([answer.status, await answer.text()]).toEqual([404, unknown]);
  }
});

for (const [field, value, message] of [
  ["phone", "555 0123", "Valid phone number is required"],
  ["email", "maria@example", "Valid email is required"],
  ["code", "12345", "Enter the 6 digits from our email"],
] as const) {
  test(`'${value}' as ${field} is refused as on the form, and costs no try`, async () => {
    const { ref } = await applyByForm();
    const { code } = await askForCode(ref, "correction");
    const refused = await confirm(ref, { code, ...NEW, [field]: value });
    expect([refused.status, (await refused.json<{ fields: object }>()).fields]).toEqual([400, { [field]: message }]);
    expect(await rows("select tries from codes")).toEqual([{ tries: 0 }]);
  });
}

test("codes and mails to a new address have their limits; a mail too many changes nothing", async () => {
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

test("who applies with an address again and again keeps nobody elsewhere from correcting theirs to it", async () => {
  const { ref } = await applyByForm();
  const stranger = { "cf-connecting-ip": "203.0.113.9" };
  const theirs = exampleApplication({ email: NEW.email });
  for (let n = 0; n < 4; n++) await postWith(strict, "/api/applications/submit", theirs, stranger);
  await mailed();
  const { code } = await askForCode(ref, "correction");
  expect((await confirm(ref, { code, ...NEW }, strict)).status).toBe(200);
  expect((await mailed()).map(({ to }) => to)).toContain(NEW.email);
});

test("an address that was mistyped again locks nobody out: codes go where the last one was read", async () => {
  const { ref } = await applyByForm();
  const { code } = await askForCode(ref, "correction");
  await confirm(ref, { code, ...OLD, email: "typo@example.com" });
  const [told] = await mailed();
  const again = await post(`/api/applications/${ref}/correction`, {});
  expect(await again.json()).toMatchObject({ sentTo: OLD.email });
  const [mail] = await mailed();
  expect(mail?.to).toBe(OLD.email);
  // Once somebody opens the link in the mail to the new address, that one is known to work.
  await post(`/api/applications/${ref}/opened`, linkIn(told));
  expect((await askForCode(ref, "deletion")).mail?.to).toBe("typo@example.com");
});

test("a confirmation that had died goes to the new address", async () => {
  const { ref } = await applyByForm();
  await env.DB.exec("update outbox set status = 'dead', attempts = 12 where kind = 'confirmation'");
  const { code } = await askForCode(ref, "correction");
  await confirm(ref, { code, ...NEW });
  const sent = (await mailed()).map(({ to, subject }) => `${subject}: ${to}`);
  expect(sent.toSorted()).toEqual([
    `We received your application: ${NEW.email}`,
    `Your contact details were corrected: ${NEW.email}`,
    `Your email address was replaced: ${OLD.email}`,
  ]);
});

test("after a stop nothing is corrected, and a stop beside the code wins; notices owed by then are not sent", async () => {
  const { ref } = await applyByForm();
  const { code } = await askForCode(ref, "correction");
  await confirm(ref, { code, ...NEW });
  const { code: later } = await askCodeOnly(ref);
  await post(`/api/applications/${ref}/stop-contact`, {});
  const refused = await confirm(ref, { code: later, ...OLD });
  expect(await refusal(refused)).toBe(
    "409 You asked us to stop contacting you, so we can't change your contact details",
  );
  expect((await post(`/api/applications/${ref}/correction`, {})).status).toBe(409);
  expect(await onFile()).toMatchObject(NEW);
  expect(await mailed()).toEqual([]);
});

/** The new number of somebody who stopped is a later consent, as with a new application. */
test("a number of somebody who has stopped stops nobody else who corrects to it", async () => {
  const stopped = await applyByForm({ phone: NEW.phone, email: "joe@example.com" });
  await post(`/api/applications/${stopped.ref}/stop-contact`, {});
  const { ref } = await applyByForm();
  const { code } = await askForCode(ref, "correction");
  expect((await confirm(ref, { code, ...OLD, phone: NEW.phone })).status).toBe(200);
  const { contactStoppedAt } = await (await call(`/api/applications/${ref}/guidance`)).json<Record<string, unknown>>();
  expect(contactStoppedAt).toBeNull();
});

test("the flag of a number that cannot be dialled goes with the number, and the search finds the new one", async () => {
  const { ref } = await applyByForm({ phone: "0123456789" });
  const manager = await signedIn("manager");
  const codesOf = async () => {
    const found = await caseOf(manager, ref);
    return found.flags.map(({ code }) => code);
  };
  expect(await codesOf()).toContain("PHONE_INVALID");
  await confirm(ref, { code: (await askForCode(ref, "correction")).code, ...NEW });
  expect(await codesOf()).not.toContain("PHONE_INVALID");
  const found = async (q: string) =>
    (await (await manager.post("/api/desk/queue/search", { q })).json<{ applications: object[] }>()).applications
      .length;
  expect([await found("512 555 0144"), await found("maria@example.com"), await found("maria.lopez@")]).toEqual([
    1, 0, 1,
  ]);
  await mailed();
  await confirm(ref, { code: (await askForCode(ref, "correction")).code, ...NEW, phone: "0123456789" });
  expect(await codesOf()).toContain("PHONE_INVALID");
});

interface Case {
  answers: Record<string, string>;
  events: { by: string; event: Record<string, unknown> }[];
  flags: { code: string }[];
  mails: { kind: string }[];
  hasBounced: boolean;
}

async function caseOf(member: Colleague, ref: string) {
  return (await member.get(`/api/desk/case/${await idOf(ref)}`)).json<Case>();
}

/** As `askForCode`, while another mail is owed. */
async function askCodeOnly(ref: string) {
  await post(`/api/applications/${ref}/correction`, {});
  const codeMail = (await mailed()).find(({ subject }) => subject.includes("code"));
  await env.DB.exec(
    "update outbox set status = 'owed', nextAttemptAt = 0 where kind in ('contactCorrected', 'emailReplaced')",
  );
  return { code: /^\d{6}$/m.exec(codeMail?.text ?? "")?.[0] ?? "" };
}

test("whoever works on the case corrects it when a mail has bounced; the timeline, the audit log and the new address say so", async () => {
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
  // Codes go to the new one as soon as the applicant has said that it is theirs.
  expect((await askForCode(ref, "correction")).mail?.to).toBe("maria@gmial.example");
  expect((await post(`/api/applications/${ref}/confirm-email`, { email: OLD.email })).status).toBe(200);
  expect((await askForCode(ref, "correction")).mail?.to).toBe(OLD.email);
});

test("when the applicant asks on the phone, both addresses are told, and the words are required", async () => {
  const { ref } = await applyByForm();
  const id = await idOf(ref);
  const max = await signedIn("manager", "max");
  const correct = (body: object) => max.post(`/api/desk/case/${id}/correct`, body);
  const asked = { ground: "askedByPhone", reason: "Called at noon, gave her ZIP code" };
  for (const [body, message] of [
    [asked, "Enter the right phone number or email address"],
    [{ ...asked, ...NEW, reason: " " }, "Please say how you know, in a few words"],
    [{ ...asked, ...NEW, ground: "hunch" }, "Choose a reason from the list"],
    [{ ...asked, phone: "12345" }, "Valid phone number is required"],
  ] as const) {
    expect(await refusal(await correct(body))).toBe(`400 ${message}`);
  }
  expect(await refusal(await correct({ ...asked, ...OLD }))).toBe("409 That is what we already have.");
  expect((await correct({ ...asked, ...NEW })).status).toBe(201);
  expect((await mailed()).map(({ to }) => to)).toEqual([NEW.email, OLD.email]);
  await post(`/api/applications/${ref}/stop-contact`, {});
  expect(await refusal(await correct({ ...asked, ...OLD }))).toMatch(/^409 The applicant asked us to stop/);
  expect(await onFile()).toMatchObject(NEW);
});

const byApplicant = async (ref: string, changes: object) =>
  confirm(ref, { code: (await askForCode(ref, "correction")).code, ...OLD, ...changes });
const byMember = async (ref: string, changes: object) => {
  const max = await signedIn("manager", "max");
  return max.post(`/api/desk/case/${await idOf(ref)}/correct`, {
    ground: "askedByPhone",
    reason: "Called",
    ...changes,
  });
};
/** How somebody with NEW.phone asks us to stop. */
const stopElsewhere = async (way: "application" | "message") => {
  if (way === "application") {
    const { ref } = await applyByForm({ phone: NEW.phone, email: "joe@example.com" });
    return (await signedIn("specialist", "kim")).post(`/api/desk/case/${await idOf(ref)}/stop`, { how: "phone" });
  }
  await post("/api/contact", { name: "Joe", message: "Stop calling me", replyTo: NEW.phone });
  const [message] = await rows("select id from contact_messages");
  return (await signedIn("specialist", "lee")).post(`/api/desk/messages/${message?.id}/stop`);
};
for (const [who, correct] of [
  ["the applicant", byApplicant],
  ["a member", byMember],
] as const) {
  for (const way of ["application", "message"] as const) {
    test(`a number that was stopped meanwhile in another ${way} stays stopped when ${who} corrects to it`, async () => {
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
}

test("who can apply with a number but never read mail there stops nobody who corrects to it", async () => {
  const { ref } = await applyByForm();
  vi.setSystemTime(Date.now() + HOUR);
  const stranger = await applyByForm({ phone: NEW.phone, email: "joe@example.com" });
  expect((await post(`/api/applications/${stranger.ref}/stop-contact`, {})).status).toBe(200);
  expect((await byApplicant(ref, { phone: NEW.phone })).ok).toBe(true);
  expect(await rows("select contactStoppedAt from applications order by number limit 1")).toEqual([
    { contactStoppedAt: null },
  ]);
});

test("a wrong code carries no stop over, nor does a correction to something else", async () => {
  const { ref } = await applyByForm();
  vi.setSystemTime(Date.now() + HOUR);
  await stopElsewhere("application");
  const { code } = await askForCode(ref, "correction");
  expect((await confirm(ref, { code: other(code), ...OLD, phone: NEW.phone })).status).toBe(400);
  expect((await confirm(ref, { code, ...OLD, email: NEW.email })).status).toBe(200);
  expect(await rows("select contactStoppedAt from applications order by number limit 1")).toEqual([
    { contactStoppedAt: null },
  ]);
});

test("only refusals for good since the last correction count as a bounce, of whatever mail to the applicant", async () => {
  const { ref } = await applyByForm();
  const max = await signedIn("manager", "max");
  const path = `/api/applications/${ref}/appointment`;
  expect((await post(path, { startsAt: null })).status).toBe(200);
  await mailed();
  const dead = (kind: string, lastError: string) =>
    env.DB.prepare("update outbox set status = 'dead', lastError = ? where kind = ?").bind(lastError, kind).run();
  for (const passing of ["restored", "no-answer", "database", "E_DELIVERY_FAILED", "E_DAILY_LIMIT_EXCEEDED"]) {
    await dead("appointment", passing);
    expect((await caseOf(max, ref)).hasBounced, passing).toBe(false);
  }
  for (const refused of ["E_RECIPIENT_SUPPRESSED", "bad-address"]) {
    await dead("appointment", refused);
    expect((await caseOf(max, ref)).hasBounced, refused).toBe(true);
  }
  vi.setSystemTime(Date.now() + HOUR);
  const correct = (email: string) =>
    max.post(`/api/desk/case/${id}/correct`, { email, ground: "askedByPhone", reason: "Called" });
  const id = await idOf(ref);
  // An address that bounces is not told that it was replaced, whatever the reason for that; one that does not is.
  await correct("second@example.com");
  expect((await mailed()).map(({ to }) => to)).toEqual(["second@example.com"]);
  expect((await caseOf(max, ref)).hasBounced).toBe(false);
  vi.setSystemTime(Date.now() + HOUR);
  await correct("third@example.com");
  expect((await mailed()).map(({ to }) => to)).toEqual(["third@example.com", "second@example.com"]);
  await dead("contactCorrected", "E_RECIPIENT_SUPPRESSED");
  expect((await caseOf(max, ref)).hasBounced).toBe(true);
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

test("whoever puts an address of their own on file gets no mail that opens the application, of whatever kind, and no code", async () => {
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
  for (const purpose of ["deletion", "correction"] as const)
    sent.push((await askForCode(ref, purpose)).mail as SentMail);

  const kinds = await rows("select distinct kind from outbox where status = 'sent'");
  expect(kinds.map(({ kind }) => kind)).toEqual(expect.arrayContaining([...APPLICANT_MAILS]));
  expect(sent.filter(({ to }) => to === INSIDER)).toHaveLength(8);
  for (const { to, subject, text, html } of sent) {
    if (to === INSIDER) expect(text + html, subject).not.toMatch(/results\?ref=|[0-9a-f]{8}-[0-9a-f]{4}-|^\d{6}$/m);
    else expect([subject, to]).toEqual([expect.stringMatching(/code|replaced|over the phone/), OLD.email]);
  }
});

test("a member who puts an address of their own on file records no answer on the phone unnoticed: whoever has the last one that was the applicant's is told, too", async () => {
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
    // It may be somebody else's address, so nothing about the applicant stands in it, and nothing opens the application.
    for (const personal of [ref, "Maria", "Hill Country", OLD.phone, INSIDER]) {
      expect(note?.text, personal).not.toContain(personal);
      expect(note?.html, personal).not.toContain(personal);
    }
    expect(note?.text).toContain("/contact");
  }
  // Said on the page since then, which needs the reference: no note is true anymore.
  await post(`/api/applications/${ref}/confirm-email`, { email: INSIDER });
  const { results } = await env.DB.prepare("select id from permissions").all<{ id: string }>();
  expect((await post(`/api/applications/${ref}/permissions/${results[0]?.id}`, { decision: "yes" })).status).toBe(200);
  expect((await answer("no")).map(({ to }) => to)).toEqual([INSIDER]);
});

test("an address that a mail could not reach is told nothing of answers on the phone", async () => {
  const { ref } = await applyByForm();
  const id = await idOf(ref);
  const dana = await signedIn("manager", "dana");
  await env.DB.exec("update outbox set status = 'dead', lastError = 'E_RECIPIENT_SUPPRESSED'");
  await dana.post(`/api/desk/case/${id}/correct`, { email: NEW.email, ground: "bounced", reason: "Said it again" });
  await mailed();
  const words = introductionWords("dealer", "Hill Country Motors");
  await dana.post(`/api/desk/case/${id}/permissions/phone`, { ...(await dealer()), decision: "yes", words });
  expect((await mailed()).map(({ to }) => to)).toEqual([NEW.email]);
});

test("the applicant confirms on the results page the address that a member put on file, and has all powers there", async () => {
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

test("a second correction by a member, or one of the phone, does not make an address the applicant's; their own code does", async () => {
  const { ref } = await applyByForm();
  const id = await idOf(ref);
  const dana = await signedIn("manager", "dana");
  const correct = async (changes: object) => {
    vi.setSystemTime(Date.now() + HOUR);
    expect(
      (await dana.post(`/api/desk/case/${id}/correct`, { ...toInsider, email: undefined, ...changes })).status,
    ).toBe(201);
    await mailed();
  };
  await correct(toInsider);
  await correct({ phone: NEW.phone });
  expect((await guidanceOf(ref)).isEmailToConfirm).toBe(true);
  await correct({ email: "dana+2@insider.example" });
  expect((await guidanceOf(ref)).isEmailToConfirm).toBe(true);
  expect((await askForCode(ref, "correction")).mail?.to).toBe(OLD.email);
  // Back to where codes go: that address is the applicant's already.
  await correct({ email: OLD.email });
  expect((await guidanceOf(ref)).isEmailToConfirm).toBe(false);
  await correct(toInsider);
  expect((await byApplicant(ref, { email: NEW.email })).status).toBe(200);
  expect((await guidanceOf(ref)).isEmailToConfirm).toBe(false);
});

test("who corrects the phone alone, with a code, has not confirmed the address that a member put on file", async () => {
  const { ref } = await applyByForm();
  await byMember(ref, toInsider);
  await mailed();
  expect((await byApplicant(ref, { phone: NEW.phone, email: INSIDER })).status).toBe(200);
  const [told] = await mailed();
  expect([told?.to, told?.text.includes(ref)]).toEqual([INSIDER, false]);
  expect((await guidanceOf(ref)).isEmailToConfirm).toBe(true);
});

test("a merge and a split leave an address that a member put on file as unconfirmed as it was", async () => {
  const { ref } = await applyByForm();
  const id = await idOf(ref);
  const dana = await signedIn("manager", "dana");
  await dana.post(`/api/desk/case/${id}/correct`, toInsider);
  const other = await idOf((await applyByForm({ email: INSIDER })).ref);
  for (const what of ["merge", "split"]) {
    expect((await dana.post(`/api/desk/case/${id}/${what}`, { other })).status).toBe(200);
    expect((await guidanceOf(ref)).isEmailToConfirm, what).toBe(true);
    await mailed();
    expect((await askForCode(ref, "deletion")).mail?.to, what).toBe(OLD.email);
  }
});

test("the desk never reads in full an address at which a link was opened, once it was corrected", async () => {
  const { ref, mails } = await applyByForm();
  expect((await post(`/api/applications/${ref}/opened`, { proof: linkIn(mails[0]).proof })).status).toBe(200);
  const dana = await signedIn("manager", "dana");
  await dana.post(`/api/desk/case/${await idOf(ref)}/correct`, { ...toInsider, email: NEW.email });
  const read = await (await dana.get(`/api/desk/case/${await idOf(ref)}`)).text();
  expect(read).toContain('"kind":"linkOpened","email":"m•••@•••"');
  expect(read).not.toContain(OLD.email);
});
