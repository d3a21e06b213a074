import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { namesOf } from "../../db/model/answer-words.ts";
import { FIELDS } from "../../db/model/application.ts";
import { exampleApplication } from "../../db/model/example.ts";
import { type Decision, introductionWords, withRecipient } from "../../db/model/permission.ts";
import { fieldsSentTo, RECIPIENT_KINDS, type RecipientKind } from "../../db/model/referral.ts";
import type { Guidance } from "../../web/api.ts";
import type { Case, PossibleRecipients } from "../../web/desk/api.ts";
import { sha256 } from "../../worker/hash.ts";
import { inLanguage } from "../../worker/language.ts";
import { consume, sweep } from "../../worker/outbox.ts";
import { referenceOf } from "../../worker/reference.ts";
import { purge } from "../../worker/retention.ts";
import { call, post, postWith, strict, withoutIds } from "./call.ts";
import { freshDatabase } from "./database.ts";
import { answer, dealer, lender, permissionOf, permit, type Recipient } from "./directory.ts";
import { type Fate, faultyEnv, interrupted } from "./faults.ts";
import { apply, type Colleague, idOf, refusal, sessionOf, signedIn } from "./staff.ts";

freshDatabase();

const NOON = new Date("2026-11-18T12:00:00-06:00");
beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: NOON }));
afterEach(() => vi.useRealTimers());

const DEALER = "leads@dealer.example.com";
const LENDER = "new@lender.example.com";
const APPLICANT = "maria@example.com";

/** An application that a manager works on, and a dealer who may be introduced. */
async function scene() {
  return { id: await apply(), max: await signedIn("manager", "max"), recipient: await dealer() };
}

const ask = (member: Colleague, id: string, recipient: Recipient) =>
  member.post(`/api/desk/case/${id}/permissions`, recipient);
const send = (member: Colleague, id: string, recipient: Recipient) =>
  member.post(`/api/desk/case/${id}/send`, recipient);
const phone = (member: Colleague, id: string, recipient: Recipient, words: string, decision: Decision = "yes") =>
  member.post(`/api/desk/case/${id}/permissions/phone`, { ...recipient, decision, words });

async function guidance(id: string) {
  return (await call(`/api/applications/${await referenceOf(env, id)}/guidance`)).json<Guidance>();
}

async function read(member: Colleague, id: string) {
  return (await member.get(`/api/desk/case/${id}`)).json<Case>();
}

async function stop(id: string) {
  expect((await post(`/api/applications/${await referenceOf(env, id)}/stop-contact`, {})).status).toBe(200);
}

/** What is owed goes out; what this address got. */
async function mailTo(address: string, fate: Fate = () => null) {
  const { env: bindings, sent } = faultyEnv(fate);
  await sweep(bindings);
  return sent.filter(({ to }) => to === address);
}

/** Which mails this address got now. */
async function subjectsTo(address: string) {
  return (await mailTo(address)).map(({ subject }) => subject);
}

/** The application ends. */
async function close(member: Colleague, id: string) {
  const body = { from: (await read(member, id)).status, to: "withdrawn", outcome: "undecided" };
  expect((await member.post(`/api/desk/case/${id}/status`, body)).status).toBe(200);
}

async function count(table: string) {
  return await env.DB.prepare(`select count(*) n from ${table}`).first<number>("n");
}

/** The state of the leads. */
async function leads() {
  const { results } = await env.DB.prepare(
    "select status from outbox where kind in ('dealerLead', 'lenderLead')",
  ).run();
  return results.map(({ status }) => status);
}

/** What the log says about permissions. */
async function logged() {
  const { results } = await env.DB.prepare(
    "select userId, event ->> '$.kind' as kind, event ->> '$.how' as how from case_events where event ->> '$.kind' like 'permission%' order by id",
  ).run<{ userId: string | null; kind: string; how: string }>();
  return results.map(({ userId, kind, how }) => `${userId === null ? "applicant" : "member"} ${kind} ${how}`);
}

test("nothing is sent without the applicant's yes to this recipient; a refusal says what is missing", async () => {
  const { id, max, recipient } = await scene();
  const other = await lender();
  expect(await refusal(await send(max, id, recipient))).toBe(
    "409 Nothing goes to Hill Country Motors without the applicant's yes. Ask first.",
  );
  expect((await ask(max, id, recipient)).status).toBe(201);
  expect(await refusal(await send(max, id, recipient))).toBe(
    "409 The applicant has not answered yet about Hill Country Motors.",
  );
  expect((await answer(id, recipient, "yes")).status).toBe(200);
  expect(await refusal(await send(max, id, other))).toMatch(/^409 Nothing goes to Pecan Credit Union without/);
  expect(await leads()).toEqual([]);
  expect((await send(max, id, recipient)).status).toBe(201);
  expect(await leads()).toEqual(["owed"]);
});

/** Somebody applies on the Spanish pages. */
async function spanishApplication() {
  const time = new Date().toISOString();
  const consentRecord = { textIds: ["contact-1-es"], language: "es-US", shownAt: time, tickedAt: time };
  const sent = await post("/api/applications/submit", exampleApplication({ consentRecord }), {
    "accept-language": "es",
  });
  return idOf((await sent.json<{ ref: string }>()).ref);
}

/** What the desk has members read out about a recipient of this kind. */
async function script(member: Colleague, id: string, kind: RecipientKind, name: string) {
  const { scripts } = await (await member.get(`/api/desk/case/${id}/recipients`)).json<PossibleRecipients>();
  return withRecipient(scripts[kind], name);
}

test("who applied in Spanish is asked in Spanish, on the page and on the phone", async () => {
  const [max, recipient, other] = [await signedIn("manager", "max"), await lender(), await dealer()];
  const id = await spanishApplication();
  expect((await ask(max, id, recipient)).status).toBe(201);
  const words = await script(max, id, "dealer", "Hill Country Motors");
  expect((await phone(max, id, other, words)).status).toBe(201);
  const { permissions } = await guidance(id);
  expect(permissions.map(({ textId, words }) => [textId, words.split("?")[0]])).toEqual([
    [
      "introduction-1-es",
      expect.stringMatching(
        /^¿Puede .* a Pecan Credit Union, un prestamista: nombre, datos de contacto, trabajo e ingreso, vivienda, enganche y planes de compra$/,
      ),
    ],
    [
      "introduction-1-es",
      expect.stringMatching(
        /^¿Puede .* a Hill Country Motors, un concesionario: nombre, datos de contacto, enganche y planes de compra$/,
      ),
    ],
  ]);
});

test("a yes and a no on the phone keep the Spanish words that were read out, and the mail quotes them", async () => {
  const [max, id] = [await signedIn("manager", "max"), await spanishApplication()];
  for (const [decision, name] of [
    ["yes", "Hill Country Motors"],
    ["no", "Alamo Motors"],
  ] as const) {
    const recipient = await dealer(name);
    const english = introductionWords("dealer", name);
    expect(await refusal(await phone(max, id, recipient, english, decision)), "they would not have understood").toBe(
      "409 The words to read out have changed meanwhile. Please read the new ones.",
    );
    const words = await script(max, id, "dealer", name);
    expect((await phone(max, id, recipient, words, decision)).status).toBe(201);
    const { events } = await read(max, id);
    expect(events.map(({ event }) => event)).toContainEqual(
      expect.objectContaining({ textId: "introduction-1-es", words, wordsSha256: await sha256(words), how: "phone" }),
    );
    const [mail] = (await mailTo(APPLICANT)).slice(-1);
    expect(mail?.text).toContain(words);
  }
});

test("who applied in English is read English on the phone, and no Spanish is taken for it", async () => {
  const { id, max, recipient } = await scene();
  const english = await script(max, id, "dealer", "Hill Country Motors");
  expect(english).toBe(introductionWords("dealer", "Hill Country Motors"));
  const spanish = inLanguage("es", () => introductionWords("dealer", "Hill Country Motors"));
  expect((await phone(max, id, recipient, spanish)).status).toBe(409);
  expect((await phone(max, id, recipient, english)).status).toBe(201);
});

test("the question names exactly what is sent, in plain words, however it is put into groups", () => {
  for (const language of ["en", "es"] as const) {
    for (const kind of RECIPIENT_KINDS) {
      const { words, named } = inLanguage(language, () => ({
        words: introductionWords(kind, "Oak"),
        named: FIELDS.filter((field) => namesOf(fieldsSentTo[kind]).includes(namesOf([field]))),
      }));
      expect(words).toContain(inLanguage(language, () => namesOf(fieldsSentTo[kind])));
      expect(named.toSorted(), `${kind}, ${language}`).toEqual([...fieldsSentTo[kind]].toSorted());
    }
  }
  expect(introductionWords("lender", "Oak")).toContain(
    "send your name, contact details, job and income, housing, down payment, and purchase plans to Oak, a lender?",
  );
});

test("a yes to other fields than are sent today is no yes", async () => {
  const { id, max, recipient } = await scene();
  await permit(max, id, recipient);
  await env.DB.exec(`update permissions set fields = '["fullName"]'`);
  expect(await refusal(await send(max, id, recipient))).toMatch(/^409 Nothing goes to Hill Country Motors without/);
  expect((await read(max, id)).permissions).toEqual([]);
  expect((await ask(max, id, recipient)).status, "they can be asked about today's").toBe(201);
  await env.DB.exec(`update permissions set state = 'no' where state = 'yes'`);
  const words = introductionWords("dealer", "Hill Country Motors");
  expect((await phone(max, id, recipient, words)).status, "a no counts whatever the fields were").toBe(409);
});

test("a yes to a lender or dealer is none to another name; a new address changes nothing", async () => {
  const { id, max, recipient } = await scene();
  await permit(max, id, recipient);
  await env.DB.exec("update dealers set name = 'Fast Cash'");
  expect(await refusal(await send(max, id, recipient))).toBe(
    "409 Nothing goes to Fast Cash without the applicant's yes. Ask first.",
  );
  expect((await read(max, id)).permissions).toEqual([]);
  expect((await ask(max, id, recipient)).status).toBe(201);
  expect(await refusal(await send(max, id, recipient)), "who is now asked about").toMatch(/^409 .*not answered yet/);
  expect((await guidance(id)).permissions.map(({ recipientName, state }) => `${recipientName} ${state}`)).toEqual([
    "Fast Cash asked",
    "Hill Country Motors yes",
  ]);
  await env.DB.exec("update dealers set name = 'Hill Country Motors', leadAddress = 'moved@dealer.example.com'");
  expect((await send(max, id, recipient)).status).toBe(201);
  expect(await subjectsTo("moved@dealer.example.com")).toEqual(["New lead (ADF)"]);
});

test("a no counts under whatever name", async () => {
  const { id, max, recipient } = await scene();
  await ask(max, id, recipient);
  await answer(id, recipient, "no");
  await env.DB.exec("update dealers set name = 'Hill Country Motors Inc.'");
  expect(await refusal(await ask(max, id, recipient))).toMatch(/^409 The applicant said no/);
  expect((await read(max, id)).permissions).toMatchObject([{ state: "no" }]);
});

test("a mail asks, opening its link decides nothing, and a yes on the page is in the lead with its time", async () => {
  const { id, max, recipient } = await scene();
  await ask(max, id, recipient);
  const mail = (await mailTo(APPLICANT)).find(({ subject }) => subject === "We need your yes or no");
  expect(mail?.text).toContain("Hill Country Motors, a dealer?");
  expect(mail?.text).toContain("your name, contact details, down payment, and purchase plans to");
  const [link = ""] = /https?:\S+#permissions/.exec(mail?.text ?? "") ?? [];
  expect(link).toContain(`/results?ref=${await referenceOf(env, id)}`);
  const { pathname, search } = new URL(link);
  await call(pathname + search);
  const permission = `/api/applications/${await referenceOf(env, id)}/permissions/${await permissionOf(id, recipient)}`;
  expect((await call(permission)).status).toBe(405);
  const [asked] = (await guidance(id)).permissions;
  expect(asked).toMatchObject({
    state: "asked",
    kind: "dealer",
    recipientName: "Hill Country Motors",
    words: introductionWords("dealer", "Hill Country Motors"),
    answers: { fullName: "Maria Lopez", city: "San Antonio" },
    wasSent: false,
  });
  expect(Object.keys(asked?.answers ?? {})).toEqual(asked?.fields);

  vi.setSystemTime(new Date("2026-11-22T15:10:00-06:00"));
  await answer(id, recipient, "yes");
  await send(await sessionOf(max.id), id, recipient);
  const [lead] = await mailTo(DEALER);
  expect(lead?.text).toContain("Permission given by the applicant on the website, Nov 22, 2026, 3:10 PM Central.");
  expect((await guidance(id)).permissions).toMatchObject([{ state: "yes", how: "page", wasSent: true }]);
  expect(await logged()).toEqual(["member permissionAsked page", "applicant permissionGiven page"]);
  const { events } = await read(await sessionOf(max.id), id);
  const words = introductionWords("dealer", "Hill Country Motors");
  expect(events.at(-1)?.event).toMatchObject({
    textId: "introduction-1",
    words,
    wordsSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

test("a lender's mail names the permission too, and no longer says that the applicant agreed to be contacted", async () => {
  const { id, max } = await scene();
  const recipient = await lender();
  await permit(max, id, recipient);
  await send(max, id, recipient);
  const [mail] = await mailTo(LENDER);
  expect(mail?.text).toContain("Permission given by the applicant on the website, Nov 18, 2026, 12:00 PM Central.");
  expect(mail?.text).not.toContain("agreed to be contacted");
});

test("a yes on the phone needs the exact words, is recorded with them, and the applicant gets a mail with 'That wasn't me'", async () => {
  const { id, max, recipient } = await scene();
  const words = introductionWords("dealer", "Hill Country Motors");
  expect(await refusal(await phone(max, id, recipient, "May we?"))).toBe(
    "409 The words to read out have changed meanwhile. Please read the new ones.",
  );
  const tries = await Promise.all([phone(max, id, recipient, words), phone(max, id, recipient, words)]);
  expect(tries.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(await logged()).toEqual(["member permissionGiven phone"]);
  const row = await env.DB.prepare("select * from permissions").first();
  expect(row).toMatchObject({ state: "yes", how: "phone", recordedBy: max.id, words, decidedAt: NOON.getTime() });
  const notes = (await mailTo(APPLICANT)).filter(({ subject }) => subject === "You said yes over the phone");
  expect(notes).toHaveLength(1);
  expect(notes[0]?.text).toMatch(/That wasn't me:\nhttps?:\S+\/results\?ref=\S+#permissions/);
  expect(notes[0]?.text).toContain("Nov 18, 2026, 12:00 PM Central");

  expect((await send(max, id, recipient)).status).toBe(201);
  await answer(id, recipient, "no");
  expect(await leads()).toEqual(["dropped"]);
  expect(await mailTo(DEALER)).toEqual([]);
});

test("a lead on a yes by phone says so; what was asked on the page can be answered on the phone", async () => {
  const { id, max, recipient } = await scene();
  await ask(max, id, recipient);
  expect((await phone(max, id, recipient, introductionWords("dealer", "Hill Country Motors"))).status).toBe(201);
  await send(max, id, recipient);
  const [lead] = await mailTo(DEALER);
  expect(lead?.text).toContain("Permission given by the applicant over the phone, Nov 18, 2026, 12:00 PM Central.");
  expect(await mailTo(APPLICANT), "what was asked is answered").toEqual([]);
});

test("after a no staff cannot ask again, on the page or on the phone; the applicant can say yes after all", async () => {
  const { id, max, recipient } = await scene();
  await ask(max, id, recipient);
  expect(await refusal(await ask(max, id, recipient))).toBe(
    "409 The applicant was asked about Hill Country Motors already.",
  );
  await answer(id, recipient, "no");
  const words = introductionWords("dealer", "Hill Country Motors");
  for (const again of [await ask(max, id, recipient), await phone(max, id, recipient, words)]) {
    expect(await refusal(again)).toMatch(/^409 The applicant said no to Hill Country Motors\. Only they can change/);
  }
  expect(await refusal(await send(max, id, recipient))).toMatch(/^409 The applicant said no/);
  expect((await answer(id, recipient, "yes")).status).toBe(200);
  expect((await send(max, id, recipient)).status).toBe(201);
  expect(await logged()).toEqual([
    "member permissionAsked page",
    "applicant permissionRefused page",
    "applicant permissionGiven page",
  ]);
});

test("the same answer again changes nothing and is not logged; twenty at once have one entry", async () => {
  const { id, max, recipient } = await scene();
  await ask(max, id, recipient);
  const answers = await Promise.all(Array.from({ length: 20 }, () => answer(id, recipient, "yes")));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await answer(id, recipient, "no");
  await answer(id, recipient, "no");
  expect(await logged()).toEqual([
    "member permissionAsked page",
    "applicant permissionGiven page",
    "applicant permissionWithdrawn page",
  ]);
});

test("a withdrawal before the lead has left drops it, and nobody is told; a new yes can be sent anew", async () => {
  const { id, max, recipient } = await scene();
  await permit(max, id, recipient);
  await send(max, id, recipient);
  await answer(id, recipient, "no");
  expect(await leads()).toEqual(["dropped"]);
  expect(await mailTo(DEALER)).toEqual([]);
  const found = await guidance(id);
  expect(found).toMatchObject({ sharedWith: [], permissions: [{ state: "withdrawn", wasSent: false }] });
  expect(await refusal(await send(max, id, recipient))).toMatch(/^409 The applicant took back/);

  await answer(id, recipient, "yes");
  expect((await send(max, id, recipient)).status).toBe(201);
  expect(await refusal(await send(max, id, recipient))).toBe(
    "409 This application was sent to Hill Country Motors before.",
  );
  expect(await mailTo(DEALER)).toHaveLength(1);
});

test("a withdrawal after the lead has left is recorded and shown, and the recipient is told once", async () => {
  const { id, max, recipient } = await scene();
  await permit(max, id, recipient);
  await send(max, id, recipient);
  expect(await mailTo(DEALER)).toHaveLength(1);
  await answer(id, recipient, "no");
  await answer(id, recipient, "no");
  const [notice, ...more] = await mailTo(DEALER);
  expect(more).toEqual([]);
  expect(notice?.subject).toBe("Permission withdrawn: please do not contact the applicant");
  expect(notice?.text).toContain(id);
  expect(withoutIds(notice?.text)).not.toMatch(/maria|lopez|555/i);
  expect(await guidance(id)).toMatchObject({
    sharedWith: [{ name: "Hill Country Motors" }],
    permissions: [{ state: "withdrawn", wasSent: true }],
  });
  expect((await read(max, id)).mails).toContainEqual(
    expect.objectContaining({ kind: "permissionWithdrawn", status: "sent" }),
  );
});

/** One delivery of the lead that is owed, and what the dealer got of it. */
async function deliverLead(fate: Fate) {
  const outboxId = await env.DB.prepare("select id from outbox where kind = 'dealerLead'").first<string>("id");
  const { env: bindings, sent } = faultyEnv(fate);
  const message = { body: outboxId, ack: () => undefined, retry: () => undefined };
  await consume({ queue: "mail", messages: [message] } as unknown as MessageBatch<unknown>, bindings);
  return sent;
}

for (const [wish, act] of [
  ["withdrawal", (id: string, recipient: Recipient) => answer(id, recipient, "no")],
  ["stop", (id: string) => stop(id)],
] as const) {
  test(`a ${wish} while a delivery has the lead in hand but has not read the permission: nothing goes out`, async () => {
    const { id, max, recipient } = await scene();
    await permit(max, id, recipient);
    await send(max, id, recipient);
    // The first call takes the lead, the second one reads what it is about.
    expect(await deliverLead(interrupted("d1", 2, () => act(id, recipient)))).toEqual([]);
    expect(await leads()).toEqual(["dropped"]);
  });

  test(`a ${wish} while the mail is being handed over comes too late for the mail, and the recipient is told after it`, async () => {
    const { id, max, recipient } = await scene();
    await permit(max, id, recipient);
    await send(max, id, recipient);
    expect(await deliverLead(interrupted("email", 1, () => act(id, recipient)))).toHaveLength(1);
    expect(await leads()).toEqual(["sent"]);
    expect((await guidance(id)).sharedWith).toMatchObject([{ name: "Hill Country Motors" }]);
    expect(await mailTo(DEALER), "not while the delivery may be under way").toEqual([]);
    vi.setSystemTime(NOON.getTime() + 61_000);
    expect(await mailTo(DEALER)).toMatchObject([
      { subject: "Permission withdrawn: please do not contact the applicant" },
    ]);
  });
}

test("a lead does not go on a later yes than its own, though a delivery had it in hand before the withdrawal", async () => {
  const { id, max, recipient } = await scene();
  await permit(max, id, recipient);
  await send(max, id, recipient);
  const changeMind = async () => {
    await answer(id, recipient, "no");
    vi.setSystemTime(NOON.getTime() + 1000);
    await answer(id, recipient, "yes");
  };
  expect(await deliverLead(interrupted("d1", 2, changeMind))).toEqual([]);
  expect(await leads()).toEqual(["dropped"]);
});

test("a lead that may have gone out is dropped by a withdrawal, and the recipient is told; so is one that was given up", async () => {
  for (const makeDead of [false, true]) {
    const id = await apply();
    const max = await signedIn("manager", crypto.randomUUID());
    const recipient = await dealer(makeDead ? "Dead" : "Unknown");
    await permit(max, id, recipient);
    await send(max, id, recipient);
    await mailTo(DEALER, (part) => (part === "email" ? "after" : null));
    if (makeDead) await env.DB.exec("update outbox set status = 'dead' where status = 'owed'");
    await answer(id, recipient, "no");
    vi.setSystemTime(Date.now() + 6 * 60 * 60_000);
    await max.post("/api/desk/outbox/retry");
    expect((await mailTo(DEALER)).map(({ subject }) => subject)).toEqual([
      "Permission withdrawn: please do not contact the applicant",
    ]);
  }
});

test("a recipient who has had a new yes meanwhile is not told of the old withdrawal", async () => {
  const { id, max, recipient } = await scene();
  await permit(max, id, recipient);
  await send(max, id, recipient);
  await mailTo(DEALER);
  await answer(id, recipient, "no");
  await answer(id, recipient, "yes");
  await send(max, id, recipient);
  expect((await mailTo(DEALER)).map(({ subject }) => subject)).toEqual(["New lead (ADF)"]);
});

const WITHDRAWN = "Permission withdrawn: please do not contact the applicant";

test("a recipient who was not told of a withdrawal, because of a new yes, is told when that one is taken back", async () => {
  const { id, max, recipient } = await scene();
  await permit(max, id, recipient);
  await send(max, id, recipient);
  await mailTo(DEALER);
  await answer(id, recipient, "no");
  await answer(id, recipient, "yes");
  expect(await subjectsTo(DEALER)).toEqual([]);
  await answer(id, recipient, "no");
  expect(await subjectsTo(DEALER)).toEqual([WITHDRAWN]);
  await answer(id, recipient, "yes");
  await answer(id, recipient, "no");
  expect(await subjectsTo(DEALER), "they know already").toEqual([]);
});

test("the same holds when the new yes ends while a delivery has read it, and when a stop ends it", async () => {
  for (const end of [(id: string, recipient: Recipient) => answer(id, recipient, "no"), (id: string) => stop(id)]) {
    vi.setSystemTime(Date.now() + 60_000);
    await env.DB.exec("delete from outbox");
    const key = crypto.randomUUID();
    const id = await apply({ email: `${key}@example.com`, phone: end.length === 2 ? "512 555 0177" : "512 555 0178" });
    const max = await signedIn("manager", key);
    const recipient = await dealer(key);
    await permit(max, id, recipient);
    await send(max, id, recipient);
    await mailTo(DEALER);
    await answer(id, recipient, "no");
    await answer(id, recipient, "yes");
    // The calls find what is due, take it, read what it is about, and record how it ended.
    const { env: bindings, sent } = faultyEnv(interrupted("d1", 4, () => end(id, recipient)));
    await sweep(bindings);
    expect(sent).toEqual([]);
    vi.setSystemTime(Date.now() + 61_000);
    expect(await subjectsTo(DEALER)).toEqual([WITHDRAWN]);
  }
});

test("when the application is closed, what is owed does not go out and no yes is taken; taking one back stays possible", async () => {
  const { id, max, recipient } = await scene();
  const [owed, open] = [await lender(), await dealer("Open")];
  await permit(max, id, recipient);
  await send(max, id, recipient);
  await mailTo(DEALER);
  await permit(max, id, owed);
  await send(max, id, owed);
  await ask(max, id, open);
  await close(max, id);
  expect(await mailTo(LENDER)).toEqual([]);
  expect(await subjectsTo(APPLICANT)).not.toContain("We need your yes or no");
  expect(await refusal(await answer(id, open, "yes"))).toBe(
    "409 Your application is closed, so we can't send anything to anyone",
  );
  expect((await answer(id, recipient, "no")).status).toBe(200);
  expect(await subjectsTo(DEALER)).toEqual([WITHDRAWN]);
  const found = (await guidance(id)).permissions.toSorted((a, b) => a.recipientName.localeCompare(b.recipientName));
  expect(found).toMatchObject([
    { recipientName: "Hill Country Motors", state: "withdrawn", wasSent: true },
    { recipientName: "Open", state: "asked" },
    { recipientName: "Pecan Credit Union", state: "yes", wasSent: false, hasArrived: false },
  ]);
});

test("only a lead that has arrived is called so; at the desk one that never left is not called sent", async () => {
  const { id, max, recipient } = await scene();
  await permit(max, id, recipient);
  await send(max, id, recipient);
  const found = async () => {
    const [permission] = (await guidance(id)).permissions;
    const [referral] = (await read(max, id)).referrals;
    return { wasSent: permission?.wasSent, hasArrived: permission?.hasArrived, isUnsent: referral?.isUnsent };
  };
  expect(await found()).toEqual({ wasSent: false, hasArrived: false, isUnsent: false });
  await mailTo(DEALER, (part) => (part === "email" ? "after" : null));
  expect(await found(), "who knows").toEqual({ wasSent: true, hasArrived: false, isUnsent: false });
  vi.setSystemTime(NOON.getTime() + 6 * 60 * 60_000);
  await mailTo(DEALER);
  expect(await found()).toEqual({ wasSent: true, hasArrived: true, isUnsent: false });

  const other = await lender();
  await permit(max, id, other);
  await send(max, id, other);
  await answer(id, other, "no");
  expect((await read(max, id)).referrals).toMatchObject([{ isUnsent: false }, { isUnsent: true }]);
});

test("an application says yes 30 times an hour at most, from wherever; a no and a stop always count", async () => {
  const { id, max, recipient } = await scene();
  await ask(max, id, recipient);
  const path = `/api/applications/${await referenceOf(env, id)}/permissions/${await permissionOf(id, recipient)}`;
  const decide = async (decision: string, n: number) =>
    (await postWith(strict, path, { decision }, { "cf-connecting-ip": `203.0.113.${n}` })).status;
  for (let n = 0; n < 30; n++) {
    expect(await decide("yes", n)).toBe(200);
    expect(await decide("no", n)).toBe(200);
  }
  expect(await decide("yes", 31)).toBe(429);
  expect(await decide("no", 31)).toBe(200);
  expect((await guidance(id)).permissions).toMatchObject([{ state: "withdrawn" }]);
  vi.setSystemTime(NOON.getTime() + 60 * 60_000);
  expect(await decide("yes", 32)).toBe(200);
});

test("a stop ends open questions and each yes that was not used, keeps what has arrived, and no yes is taken after it", async () => {
  const { id, max, recipient: arrived } = await scene();
  const [open, unused, owed] = [await dealer("Open"), await dealer("Unused"), await lender()];
  await permit(max, id, arrived);
  await send(max, id, arrived);
  await mailTo(DEALER);
  await ask(max, id, open);
  await permit(max, id, unused);
  await permit(max, id, owed);
  await send(max, id, owed);
  await stop(id);
  const states = async () =>
    Object.fromEntries(
      (await guidance(id)).permissions.map(({ recipientName, state, how }) => [recipientName, [state, how]]),
    );
  expect(await states()).toEqual({
    "Hill Country Motors": ["yes", "page"],
    Open: ["withdrawn", "stop"],
    Unused: ["withdrawn", "stop"],
    "Pecan Credit Union": ["withdrawn", "stop"],
  });
  expect(await refusal(await answer(id, open, "yes"))).toMatch(/^409 You asked us to stop/);
  for (const attempt of [ask, send]) expect(await refusal(await attempt(max, id, unused))).toMatch(/^409 .*stop/);
  // Whoever lifts the stop: what it ended stays ended.
  await env.DB.exec("update applications set contactStoppedAt = null");
  expect(await mailTo(LENDER)).toEqual([]);
  expect(await mailTo(APPLICANT)).toEqual([]);
  expect(await refusal(await send(max, id, unused))).toMatch(/^409 The applicant took back/);
  await answer(id, arrived, "no");
  expect(await mailTo(DEALER)).toMatchObject([
    { subject: "Permission withdrawn: please do not contact the applicant" },
  ]);
});

test("a stop covers the questions of the person's other applications", async () => {
  const { id, max, recipient } = await scene();
  await permit(max, id, recipient);
  vi.setSystemTime(NOON.getTime() + 60_000);
  expect((await max.post(`/api/desk/case/${await apply()}/stop`, { how: "phone" })).status).toBe(200);
  expect((await guidance(id)).permissions).toMatchObject([{ state: "withdrawn", how: "stop" }]);
});

test("a yes outlives a correction of the phone number, and the lead has the new one", async () => {
  const { id, max, recipient } = await scene();
  await permit(max, id, recipient);
  await send(max, id, recipient);
  await env.DB.exec("update applications set phone = '512 555 0142', phoneDigits = '5125550142'");
  const [lead] = await mailTo(DEALER);
  expect(lead?.text).toContain("512 555 0142");
});

test("nobody answers with another application's reference, and an unknown permission is 404", async () => {
  const { id, max, recipient } = await scene();
  await ask(max, id, recipient);
  const permission = await permissionOf(id, recipient);
  const strange = await referenceOf(env, await apply({ email: "other@example.com", phone: "512 555 0177" }));
  for (const path of [`${strange}/permissions/${permission}`, `${await referenceOf(env, id)}/permissions/x`]) {
    expect(await refusal(await post(`/api/applications/${path}`, { decision: "yes" })), path).toMatch(/^404 /);
  }
  const own = `/api/applications/${await referenceOf(env, id)}/permissions/${permission}`;
  expect(await refusal(await post(own, { decision: "maybe" }))).toBe("400 Answer yes or no");
  expect((await guidance(id)).permissions).toMatchObject([{ state: "asked" }]);
});

test("only whoever works on an application asks and records, and not once it is closed", async () => {
  const { id, max, recipient } = await scene();
  const dana = await signedIn("specialist", "dana");
  expect(await refusal(await ask(dana, id, recipient))).toBe("409 Claim this application first.");
  await dana.post(`/api/desk/case/${id}/claim`);
  expect((await ask(dana, id, recipient)).status).toBe(201);
  await close(max, id);
  expect(await refusal(await ask(max, id, await lender()))).toBe("409 This application is closed.");
});

test("permissions and the mails about them go with their application", async () => {
  const { id, max, recipient } = await scene();
  await permit(max, id, recipient);
  await send(max, id, recipient);
  await env.DB.prepare("delete from applications where id = ?").bind(id).run();
  expect([await count("permissions"), await count("referrals")]).toEqual([0, 0]);
  const { results } = await env.DB.prepare("select kind from outbox").run();
  expect(results).toEqual([{ kind: "confirmation" }]);
});

test("a recipient is told of a withdrawal even when the application is deleted, and then nothing is left of it", async () => {
  const { id, max, recipient } = await scene();
  await permit(max, id, recipient);
  await send(max, id, recipient);
  await mailTo(DEALER);
  await answer(id, recipient, "no");
  await env.DB.prepare("delete from applications where id = ?").bind(id).run();
  expect(await count("permissions")).toBe(0);
  const [notice] = await mailTo(DEALER);
  expect(notice?.subject).toBe(WITHDRAWN);
  expect(notice?.text).toContain(id);
  expect(await count("referrals")).toBe(0);
});

test("a notice that died outlives its application until its record goes, too", async () => {
  const { id, max, recipient } = await scene();
  await permit(max, id, recipient);
  await send(max, id, recipient);
  await mailTo(DEALER);
  await answer(id, recipient, "no");
  await env.DB.exec("update outbox set status = 'dead' where status = 'owed'");
  await env.DB.prepare("delete from applications where id = ?").bind(id).run();
  expect(await count("referrals")).toBe(1);
  await purge(env, new Date(NOON.getTime() + 91 * 24 * 60 * 60_000));
  expect(await count("referrals")).toBe(0);
  expect(await count("outbox")).toBe(0);
});
