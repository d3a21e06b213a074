import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { introductionWords } from "../../../db/model/introductions/permission.ts";
import { referenceOf } from "../../../worker/reference.ts";
import { postWith } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";
import { dealer } from "../directory/directory.ts";
import { faultyEnv, seed } from "../routes/faults.ts";
import { apply, signedIn } from "../staff/staff.ts";

/** Each deed is a transaction: of two at once one comes first, and a crash leaves all of it or nothing. */

freshDatabase();
beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-23T12:00:00-06:00") }));
afterEach(() => vi.useRealTimers());

/** Of pairs of different deeds the short run tries one in so many, chosen by the seed, and each deed with itself. */
const SHARE = 24;

type Deed = (id: string, bindings?: typeof env) => Promise<Response>;

/** Deeds that may happen at once on a case, by a manager or the applicant. */
async function deeds(): Promise<[string, Deed][]> {
  const max = await signedIn("manager", "max");
  const recipient = await dealer();
  const desk =
    (what: string, body: object = {}): Deed =>
    (id, bindings = env) =>
      postWith(bindings, `/api/desk/case/${id}/${what}`, body, max.headers);
  const applicant =
    (what: string, body: object = {}): Deed =>
    async (id, bindings = env) =>
      postWith(bindings, `/api/applications/${await referenceOf(env, id)}/${what}`, body);
  const letter = { name: "Hello", language: "en", subject: "A word", body: "Hello,\n\n{link}", isActive: true };
  await max.post("/api/desk/letters", letter);
  const templateId = await env.DB.prepare("select id from letter_templates").first<string>("id");
  const answer: Deed = async (id, bindings = env) => {
    const asked = await env.DB.prepare("select id from permissions where applicationId = ?").bind(id).first("id");
    return applicant(`permissions/${asked ?? "none"}`, { decision: "no" })(id, bindings);
  };
  const said = (decision: string) => ({
    ...recipient,
    decision,
    words: introductionWords("dealer", "Hill Country Motors"),
  });
  return [
    ["claim", desk("claim")],
    ["call", desk("calls", { outcome: "reached" })],
    ["move", desk("status", { from: "submitted", to: "contacted" })],
    ["close", desk("status", { from: "submitted", to: "withdrawn", outcome: "undecided" })],
    ["ask", desk("permissions", recipient)],
    ["yes", desk("permissions/phone", said("yes"))],
    ["no", desk("permissions/phone", said("no"))],
    ["send", desk("send", recipient)],
    ["correct", desk("correct", { phone: "512 555 0177", ground: "askedByPhone", reason: "They called" })],
    ["letter", desk("letters", { templateId, version: 1, body: "Hello,\n\n{link}" })],
    ["answer", answer],
    ["book", applicant("appointment", { startsAt: null })],
    ["stop", applicant("stop-contact")],
  ];
}

const columns =
  "status, outcome, closedFrom, ownerId, nextKind, nextNote, phone = '512 555 0177', firstContactBy, contactStoppedAt is null as isWanted";

/** What is stored about a case, without ids and times. */
async function stored(id: string) {
  const rows = async (sql: string) => (await env.DB.prepare(sql).bind(id).raw()).map((row) => row.join(" "));
  return JSON.stringify({
    application: await rows(`select ${columns} from applications where id = ?`),
    events: await rows(
      "select event ->> '$.kind', event ->> '$.to' from case_events where applicationId = ? order by version",
    ),
    permissions: await rows("select state, how from permissions where applicationId = ?"),
    calls: await rows("select sequence, endedAt is null from appointments where applicationId = ? order by sequence"),
    mails: await rows(`select kind, status from outbox where subjectId = ?1
      or subjectId in (select id from permissions where applicationId = ?1)
      or subjectId in (select id from referrals where applicationId = ?1)
      or subjectId in (select id from appointments where applicationId = ?1)
      or subjectId in (select id from letters where applicationId = ?1)
      or subjectId in (select cast(id as text) from case_events where applicationId = ?1) order by kind`),
  });
}

let people = 0;
function newCase() {
  people++;
  return apply({ phone: `210 555 ${3000 + people}`, email: `c${people}@example.com` });
}

async function after(...done: Deed[]) {
  const id = await newCase();
  for (const deed of done) await deed(id);
  return stored(id);
}

test("two deeds at once end as if one had come first", { timeout: 600_000 }, async () => {
  const all = await deeds();
  for (const [index, [first, one]] of all.entries()) {
    for (const [place, [second, other]] of all.slice(index).entries()) {
      if (!env.LONG && place > 0 && (index + place) % SHARE !== seed % SHARE) continue;
      const id = await newCase();
      const answers = await Promise.all([one(id), other(id)]);
      expect(Math.max(...answers.map(({ status }) => status)), `${first} and ${second}`).toBeLessThan(500);
      expect([await after(one, other), await after(other, one)], `${first} and ${second}`).toContain(await stored(id));
    }
  }
});

test("wherever D1 fails in a deed, all of it stands or nothing", {
  timeout: 600_000,
}, async () => {
  for (const [index, [name, deed]] of (await deeds()).entries()) {
    const [nothing, all] = [await after(), await after(deed)];
    // A lead needs a yes first, and an answer needs a question.
    if (name !== "send" && name !== "answer") expect(all, name).not.toBe(nothing);
    for (const [place, fault] of (["before", "after"] as const).entries()) {
      // The short run tries a quarter of them, by the seed.
      if (!env.LONG && (2 * index + place + seed) % 4) continue;
      let isOver = false;
      for (let failing = 1; !isOver; failing++) {
        const id = await newCase();
        let calls = 0;
        const { env: bindings } = faultyEnv((part) => (part === "d1" && ++calls === failing ? fault : null));
        await deed(id, bindings as typeof env);
        expect([nothing, all], `${name}, ${fault} call ${failing}`).toContain(await stored(id));
        isOver = calls < failing;
      }
    }
  }
});
