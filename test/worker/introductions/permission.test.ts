import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { RecipientKind } from "../../../db/model/directory/recipient-kind.ts";
import { exampleApplication } from "../../../db/model/form/example.ts";
import { introductionWords, withRecipient } from "../../../db/model/introductions/permission.ts";
import type { PossibleRecipients } from "../../../web/desk/api.ts";
import { sha256 } from "../../../worker/hash.ts";
import { inLanguage } from "../../../worker/http/language.ts";
import { deliver, sweep } from "../../../worker/mail/outbox.ts";
import { referenceOf } from "../../../worker/reference.ts";
import { call, post, postWith, strict, withoutIds } from "../calls/call.ts";
import { mailed } from "../contact/mailed-codes.ts";
import { freshDatabase } from "../database.ts";
import { answer, dealer, lender, permissionOf, permit, type Recipient } from "../directory/directory.ts";
import { purge } from "../operations/purge.ts";
import { type Fate, type Fault, faultyEnv, interrupted, seed } from "../routes/faults.ts";
import { readPage } from "../site/page.ts";
import { apply, type Colleague, guidanceOf, idOf, readCase, refusal, sessionOf, signedIn } from "../staff/staff.ts";

/** Introductions over the API, with leads on their way. The rules are in test/model/case/introductions. */

freshDatabase();

const NOON = new Date("2026-11-18T12:00:00-06:00");
const HOUR = 60 * 60_000;
beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: NOON }));
afterEach(() => vi.useRealTimers());

const DEALER = "leads@dealer.example.com";
const LENDER = "new@lender.example.com";
const APPLICANT = "maria@example.com";
const HILL = "Hill Country Motors";
const LEAD = "New lead (ADF)";
const WITHDRAWN = "Permission withdrawn: please do not contact the applicant";

/** An application that a manager works on, and a dealer for it. */
async function scene() {
  return { id: await apply(), max: await signedIn("manager", "max"), recipient: await dealer() };
}

/** The same with an owed lead to the dealer. */
async function sentScene() {
  const found = await scene();
  await permit(found.max, found.id, found.recipient);
  expect((await send(found.max, found.id, found.recipient)).status).toBe(201);
  return found;
}

const ask = (member: Colleague, id: string, recipient: Recipient) =>
  member.post(`/api/desk/case/${id}/permissions`, recipient);
const send = (member: Colleague, id: string, recipient: Recipient) =>
  member.post(`/api/desk/case/${id}/send`, recipient);

async function stop(id: string) {
  return post(`/api/applications/${await referenceOf(env, id)}/stop-contact`, {});
}

/** Sends all owed mail, and returns that to this address. */
async function mailTo(address: string, fate: Fate = () => null) {
  const { env: bindings, sent } = faultyEnv(fate);
  await sweep(bindings);
  return sent.filter(({ to }) => to === address);
}

/** The subjects of new mails to this address. */
async function subjectsTo(address: string) {
  return (await mailTo(address)).map(({ subject }) => subject);
}

async function count(table: string) {
  return await env.DB.prepare(`select count(*) n from ${table}`).first<number>("n");
}

/** The words that members read out about a recipient of this kind. */
async function script(member: Colleague, id: string, kind: RecipientKind, name: string) {
  const { scripts } = await (await member.get(`/api/desk/case/${id}/recipients`)).json<PossibleRecipients>();
  return withRecipient(scripts[kind], name);
}

test("only a yes on the page makes a lead, not opening it", async () => {
  const { id, max, recipient } = await scene();
  expect(await refusal(await send(max, id, recipient))).toBe(
    `409 Nothing goes to ${HILL} without the applicant’s yes. Ask first.`,
  );
  expect((await ask(max, id, recipient)).status).toBe(201);
  const mail = (await mailTo(APPLICANT)).find(({ subject }) => subject === "We need your yes or no");
  expect(mail?.text).toContain(`${HILL}, a dealer?`);
  expect(mail?.text).toContain("your name, contact details, down payment, and purchase plans to");
  const ref = await referenceOf(env, id);
  const [link = ""] = /https?:\S+#permissions/.exec(mail?.text ?? "") ?? [];
  expect(link).toContain(`/results?ref=${ref}`);
  const { pathname, search } = new URL(link);
  await call(pathname + search);
  expect((await call(`/api/applications/${ref}/permissions/${await permissionOf(id, recipient)}`)).status).toBe(405);
  const [asked] = (await guidanceOf(id)).permissions;
  const words = introductionWords("dealer", HILL);
  expect(asked).toMatchObject({
    ...{ state: "asked", kind: "dealer", recipientName: HILL, words, wasSent: false },
    answers: { fullName: "Maria Lopez", city: "San Antonio" },
  });
  expect(Object.keys(asked?.answers ?? {})).toEqual(asked?.fields);

  vi.setSystemTime(new Date("2026-11-22T15:10:00-06:00"));
  const again = await sessionOf(max.id);
  expect((await answer(id, recipient, "yes")).status).toBe(200);
  expect((await send(again, id, recipient)).status).toBe(201);
  const other = await lender();
  await permit(again, id, other);
  await send(again, id, other);
  await env.DB.exec("update applications set phone = '512 555 0142', phoneDigits = '5125550142'");
  const sent = await mailed();
  for (const address of [DEALER, LENDER]) {
    const mail = sent.find(({ to }) => to === address)?.text ?? "";
    // A dealer's program reads the mail, a lender opens its link.
    const link = /\/lead\?token=[\w.-]+/.exec(mail)?.[0] ?? "";
    const lead = address === DEALER ? mail : (await readPage(link)).html;
    expect(lead).toContain("Permission given by the applicant on the website, Nov 22, 2026, 3:10 PM Central.");
    expect(lead).toContain(address === DEALER ? "512 555 0142" : "(512) 555-0142");
    expect(lead).not.toContain("agreed to be contacted");
  }
  expect((await guidanceOf(id)).permissions.find(({ kind }) => kind === "dealer")).toMatchObject({
    ...{ state: "yes", how: "page", wasSent: true },
  });
  const { events } = await readCase(again, id);
  expect(events.find(({ event }) => event.kind === "permissionGiven")).toMatchObject({
    by: "The applicant",
    event: { textId: "introduction-1", words, wordsSha256: await sha256(words) },
  });
});

test.each([
  ["en", "yes"],
  ["es", "no"],
] as const)("who applied in '%s' is asked so, and mails quote their %s", async (language, decision) => {
  const [max, recipient, other] = [await signedIn("manager", "max"), await dealer(), await lender()];
  const applied = await post("/api/applications/submit", exampleApplication(), { "accept-language": language });
  const id = await idOf((await applied.json<{ ref: string }>()).ref);
  const wordsIn = (language: "en" | "es") => inLanguage(language, () => introductionWords("dealer", HILL));
  const words = wordsIn(language);
  expect(await script(max, id, "dealer", HILL)).toBe(words);
  const phone = (body: object) => max.post(`/api/desk/case/${id}/permissions/phone`, { ...recipient, ...body });
  for (const stale of ["May we?", wordsIn(language === "en" ? "es" : "en")]) {
    expect(await refusal(await phone({ decision, words: stale }))).toBe(
      "409 The words to read out have changed meanwhile. Please read the new ones.",
    );
  }
  for (const unclear of [undefined, "perhaps"]) expect((await phone({ decision: unclear, words })).status).toBe(400);
  await mailTo(APPLICANT);
  expect((await phone({ decision, words })).status).toBe(201);
  const evidence = { textId: language === "en" ? "introduction-1" : "introduction-1-es", words };
  const wordsSha256 = await sha256(words);
  expect((await readCase(max, id)).events.at(-1)).toMatchObject({
    by: "max",
    event: { ...evidence, wordsSha256, how: "phone" },
  });
  expect((await guidanceOf(id)).permissions).toMatchObject([{ ...evidence, state: decision, how: "phone" }]);
  const [mail, ...more] = await mailTo(APPLICANT);
  expect(more).toEqual([]);
  expect(mail?.text).toContain(words);
  expect(mail?.text).toContain(`/results?ref=${await referenceOf(env, id)}#permissions`);
  if (language === "en") {
    expect(mail?.subject).toBe(`You said ${decision} over the phone`);
    expect(mail?.text).toMatch(/Nov 18, 2026, 12:00 PM Central, to this:.*That wasn’t me:\nhttp.*STOP MESSAGES/s);
  }
  expect((await send(max, id, recipient)).status).toBe(decision === "yes" ? 201 : 409);
  if (decision === "yes") {
    expect((await mailTo(DEALER))[0]?.text).toContain(
      "Permission given by the applicant over the phone, Nov 18, 2026, 12:00 PM Central.",
    );
  }
  expect((await ask(max, id, other)).status).toBe(201);
  const question = inLanguage(language, () => introductionWords("lender", "Pecan Credit Union"));
  expect((await guidanceOf(id)).permissions).toContainEqual(expect.objectContaining({ words: question }));
});

/** What the applicant says while the lead is on its way, and their last word. */
const WISHES: Record<string, (id: string, recipient: Recipient, max: Colleague) => Promise<unknown>> = {
  no: (id, recipient) => answer(id, recipient, "no"),
  stop: (id) => stop(id),
  "no, yes": async (id, recipient) => {
    await answer(id, recipient, "no");
    await answer(id, recipient, "yes");
  },
  "no, yes, sent again": async (id, recipient, max) => {
    await WISHES["no, yes"]?.(id, recipient, max);
    await send(max, id, recipient);
  },
};

/** The steps of a delivery: it takes the lead, reads its subject, hands it over and records the result. */
const MOMENTS: Record<string, ["d1" | "email", number] | null> = {
  "before a delivery": null,
  "before it is read": ["d1", 2],
  "while it is handed over": ["email", 1],
  "before its end is recorded": ["d1", 3],
  "after the delivery": null,
};

test.each(Object.entries(MOMENTS))("%s of a lead nothing goes out that was taken back", async (moment, at) => {
  const { id: member } = await signedIn("manager", "max");
  for (const [wish, act] of Object.entries(WISHES)) {
    for (const [place, end] of (["arrives", "is unknown", "is refused"] as const).entries()) {
      // A sixth of them in the short run, by the seed.
      if (!env.LONG && (place + 3 * Object.keys(WISHES).indexOf(wish) + seed) % 6) continue;
      const what = `${wish}, ${end}`;
      await env.DB.exec("delete from outbox");
      const max = await sessionOf(member);
      const id = await apply({ email: `${crypto.randomUUID()}@example.com` });
      const recipient = await dealer(what);
      await permit(max, id, recipient);
      await send(max, id, recipient);
      const say = () => act(id, recipient, max);
      const got: string[] = [];
      if (moment === "before a delivery") await say();
      const fault: Fault = end === "arrives" ? null : end === "is unknown" ? "after" : "before";
      const interrupt = at ? interrupted(...at, say) : () => null;
      const { env: bindings, sent } = faultyEnv(
        async (part) => (await interrupt(part)) ?? (part === "email" ? fault : null),
      );
      const lead = await env.DB.prepare("select id from outbox where kind = 'dealerLead' order by createdAt").first(
        "id",
      );
      await deliver(bindings, String(lead));
      got.push(...sent.map(({ subject }) => subject));
      const isOut = got.length > 0;
      const isEarly = moment === "before a delivery" || moment === "before it is read";
      expect(isOut, what).toBe(end !== "is refused" && !isEarly);
      if (moment === "after the delivery") {
        await env.DB.exec("update outbox set status = 'dead' where status = 'owed' and kind = 'dealerLead'");
        await say();
      }
      if (at) got.push(...(await subjectsTo(DEALER)));
      expect(got, `${what}: not while the delivery may be under way`).not.toContain(WITHDRAWN);
      for (let time = 0; time < 3; time++) {
        vi.setSystemTime(Date.now() + 8 * HOUR);
        await (await sessionOf(member)).post("/api/desk/outbox/retry");
        got.push(...(await subjectsTo(DEALER)));
      }
      const [permission] = (await guidanceOf(id)).permissions;
      // Nobody knows how a delivery that has begun will end.
      const mayHaveIt = isOut || at !== null;
      const hasArrived = end === "arrives" && moment === "after the delivery";
      const isKept = wish === "stop" ? hasArrived : wish !== "no";
      expect(permission?.state, what).toBe(isKept ? "yes" : "withdrawn");
      const last =
        wish === "no, yes, sent again" || (isOut && isKept) ? LEAD : mayHaveIt && !isKept ? WITHDRAWN : undefined;
      expect(got.at(-1), `${what}: ${got}`).toBe(last);
      expect(got.filter((each) => each === WITHDRAWN).length, what).toBe(Number(last === WITHDRAWN));
      expect(await env.DB.prepare("select 1 from outbox where status = 'owed'").first(), what).toBeNull();
    }
  }
});

test("a withdrawal that a new yes held back is told later", async () => {
  const { id, max, recipient } = await sentScene();
  await mailTo(DEALER);
  await WISHES["no, yes"]?.(id, recipient, max);
  expect(await subjectsTo(DEALER)).toEqual([]);
  await answer(id, recipient, "no");
  expect(await subjectsTo(DEALER)).toEqual([WITHDRAWN]);
  await WISHES["no, yes"]?.(id, recipient, max);
  await answer(id, recipient, "no");
  expect(await subjectsTo(DEALER), "they know already").toEqual([]);
  for (const end of ["no", "stop"]) {
    vi.setSystemTime(Date.now() + 60_000);
    await env.DB.exec("delete from outbox");
    const other = await apply({ email: `${end}@example.com`, phone: "512 555 0177" });
    await permit(max, other, recipient);
    await send(max, other, recipient);
    await mailTo(DEALER);
    await WISHES["no, yes"]?.(other, recipient, max);
    // D1 calls: find what is due, take it, read its subject, record the result.
    const ends = async () => WISHES[end]?.(other, recipient, max);
    expect(await mailTo(DEALER, interrupted("d1", 4, ends)), end).toEqual([]);
    vi.setSystemTime(Date.now() + 61_000);
    expect(await subjectsTo(DEALER), end).toEqual([WITHDRAWN]);
  }
});

test("what tells of a withdrawal names no applicant", async () => {
  const { id, max, recipient } = await sentScene();
  await mailTo(DEALER);
  await answer(id, recipient, "no");
  const [notice] = await mailTo(DEALER);
  expect(notice?.text).toContain(id);
  expect(withoutIds(notice?.text)).not.toMatch(/maria|lopez|555/i);
  expect(await guidanceOf(id)).toMatchObject({
    sharedWith: [{ name: HILL }],
    permissions: [{ state: "withdrawn", wasSent: true }],
  });
  const notices = (await readCase(max, id)).mails.filter(({ kind }) => kind === "permissionWithdrawn");
  expect(notices).toMatchObject([{ status: "sent" }]);
});

test("nothing reaches the program of a firm whose leads once went there", async () => {
  const { id, recipient } = await sentScene();
  await env.DB.exec("update referrals set recipientAddress = 'https://crm.example.com/hooks/1'");
  await mailTo(DEALER);
  await answer(id, recipient, "no");
  await mailTo(DEALER);
  const { results } = await env.DB.prepare("select status, lastError from outbox where kind = 'dealerLead'").all();
  expect(results).toEqual([{ status: "dropped", lastError: "no-webhooks" }]);
});

test("only a lead that has arrived counts as shared", async () => {
  const { id, max } = await sentScene();
  const found = async () => {
    const { permissions, sharedWith } = await guidanceOf(id);
    const [{ wasSent, hasArrived } = {}] = permissions;
    return {
      wasSent,
      hasArrived,
      isShared: sharedWith.length > 0,
      isUnsent: (await readCase(max, id)).referrals[0]?.isUnsent,
    };
  };
  expect(await found()).toEqual({ wasSent: false, hasArrived: false, isShared: false, isUnsent: false });
  await mailTo(DEALER, (part) => (part === "email" ? "after" : null));
  expect(await found(), "who knows").toEqual({ wasSent: true, hasArrived: false, isShared: false, isUnsent: false });
  vi.setSystemTime(NOON.getTime() + 6 * HOUR);
  await mailTo(DEALER);
  expect(await found()).toEqual({ wasSent: true, hasArrived: true, isShared: true, isUnsent: false });

  const other = await lender();
  await permit(max, id, other);
  await send(max, id, other);
  await answer(id, other, "no");
  expect((await readCase(max, id)).referrals).toMatchObject([{ isUnsent: false }, { isUnsent: true }]);
  expect((await guidanceOf(id)).sharedWith).toMatchObject([{ name: HILL }]);
});

test("an application says yes 30 times an hour at most", async () => {
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
  expect((await guidanceOf(id)).permissions).toMatchObject([{ state: "withdrawn" }]);
  vi.setSystemTime(NOON.getTime() + HOUR);
  expect(await decide("yes", 32)).toBe(200);
});

test("nobody answers with another application's reference, and an unknown permission is 404", async () => {
  const { id, max, recipient } = await scene();
  await ask(max, id, recipient);
  const permission = await permissionOf(id, recipient);
  const strange = await referenceOf(env, await apply({ email: "other@example.com", phone: "512 555 0177" }));
  const own = await referenceOf(env, id);
  for (const path of [`${strange}/permissions/${permission}`, `${own}/permissions/x`]) {
    expect(await refusal(await post(`/api/applications/${path}`, { decision: "yes" })), path).toMatch(/^404 /);
  }
  const unclear = await post(`/api/applications/${own}/permissions/${permission}`, { decision: "maybe" });
  expect(await refusal(unclear)).toBe("400 Answer yes or no");
  expect((await guidanceOf(id)).permissions).toMatchObject([{ state: "asked" }]);
});

test("permissions and the mails about them go with their application", async () => {
  const { id } = await sentScene();
  await env.DB.prepare("delete from applications where id = ?").bind(id).run();
  expect([await count("permissions"), await count("referrals")]).toEqual([0, 0]);
  const { results } = await env.DB.prepare("select kind from outbox").run();
  expect(results).toEqual([{ kind: "confirmation" }]);
});

test.each(["is told of a withdrawal even when the application is deleted", "could not be told"])(
  "nothing of an application is left once a recipient %s",
  async (what) => {
    const { id, recipient } = await sentScene();
    await mailTo(DEALER);
    await answer(id, recipient, "no");
    if (what === "could not be told") await env.DB.exec("update outbox set status = 'dead' where status = 'owed'");
    await env.DB.prepare("delete from applications where id = ?").bind(id).run();
    expect([await count("permissions"), await count("referrals")]).toEqual([0, 1]);
    const told = await subjectsTo(DEALER);
    expect(told).toEqual(what === "could not be told" ? [] : [WITHDRAWN]);
    expect(await count("referrals")).toBe(1 - told.length);
    await purge(env, new Date(NOON.getTime() + 91 * 24 * HOUR));
    expect([await count("referrals"), await count("outbox")]).toEqual([0, 0]);
  },
);
