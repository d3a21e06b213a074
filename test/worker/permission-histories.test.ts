import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { contactAgainConsent } from "../../db/model/consent.ts";
import { introductionWords, type PermissionState } from "../../db/model/permission.ts";
import { deliver, sweep } from "../../worker/outbox.ts";
import { referenceOf } from "../../worker/reference.ts";
import { call, post } from "./call.ts";
import { freshDatabase } from "./database.ts";
import { answer, dealer, lender, type Recipient } from "./directory.ts";
import { type Fate, type Fault, faultyEnv, randomFrom, type SentMail, scaled, seed } from "./faults.ts";
import { apply, type Colleague, sessionOf, signedIn } from "./staff.ts";

/**
 * No lead without a yes: random histories of what staff, applicants and the mail service do, against a model that knows
 * nothing but who said what. Deliveries are made one at a time, so that what happens in the middle of one is known exactly.
 */

freshDatabase();
beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-18T12:00:00-06:00") }));
afterEach(() => vi.useRealTimers());

const HISTORIES = scaled(1000);
const MOST_STEPS = 14;
const LONGEST_PAUSE_MS = 3 * 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
const OPENING = ["ask", "yes", "send"];
const STEPS = [
  "ask",
  "phone",
  "phoneNo",
  "yes",
  "yes",
  "no",
  "send",
  "send",
  "race",
  "stop",
  "stranger",
  "resume",
  "claim",
  "correct",
  "kill",
  "retry",
];
const INTERRUPTIONS = ["no", "phoneNo", "stop", "yes", "correct"];

/** What the applicant said about one recipient, and what became of their present yes. */
interface Said {
  recipient: Recipient;
  name: string;
  state?: PermissionState;
  lead?: "owed" | "arrived";
  /** The last mail that was handed over for them was a lead. */
  hasLead?: boolean;
}

test(`in ${HISTORIES} random histories no lead goes out without a yes or after a stop, and nobody who was stopped gets mail`, {
  timeout: 30 * 60_000,
}, async () => {
  const random = randomFrom(seed);
  const manager = (await signedIn("manager", "max")).id;
  const specialist = (await signedIn("specialist", "dana")).id;
  const recipients = [
    { recipient: await dealer("Hill Country Motors"), name: "Hill Country Motors" },
    { recipient: await lender("Pecan Credit Union"), name: "Pecan Credit Union" },
  ];
  let sentLeads = 0;
  for (let index = 0; index < HISTORIES; index++) {
    const history = await newHistory(index, random, recipients, await sessionOf(manager), await sessionOf(specialist));
    const steps = Math.ceil(random() * MOST_STEPS);
    for (let step = 0; step < steps; step++) await history.step(step);
    await history.end();
    expect(history.complaints, `SEED=${seed}, history ${index}: ${history.told.join(", ")}`).toEqual([]);
    sentLeads += history.leads();
  }
  expect(sentLeads, "the histories are about something").toBeGreaterThan(HISTORIES / 20);
});

async function newHistory(
  index: number,
  random: () => number,
  recipients: Omit<Said, "state" | "lead">[],
  max: Colleague,
  dana: Colleague,
) {
  const email = `person${index}@example.com`;
  const phoneAfter = (corrections: number) => `${corrections % 2 === 0 ? 210 : 512} ${1_000_000 + index}`;
  const id = await apply({ email, phone: phoneAfter(0) });
  const ref = await referenceOf(env, id);
  const said: Said[] = recipients.map((each) => ({ ...each }));
  let isStopped = false;
  let leads = 0;
  let corrections = 0;
  const told: string[] = [];
  const complaints: string[] = [];

  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;

  async function expectStatus(what: string, response: Response, status: number) {
    told.push(`${what} ${response.status}`);
    if (response.status !== status) complaints.push(`${what}: ${response.status} instead of ${status}`);
    await response.arrayBuffer();
  }

  async function act(name: string, about = pick(said)) {
    const path = `/api/desk/case/${id}`;
    const what = `${name} ${about.name.split(" ")[0]}`;
    switch (name) {
      case "ask": {
        const isFree = !isStopped && about.state === undefined;
        if (isFree) about.state = "asked";
        return expectStatus(what, await max.post(`${path}/permissions`, about.recipient), isFree ? 201 : 409);
      }
      case "phone": {
        const isFree = !isStopped && (about.state === undefined || about.state === "asked");
        if (isFree) about.state = "yes";
        const words = introductionWords(about.recipient.kind, about.name);
        const body = { ...about.recipient, decision: "yes", words };
        return expectStatus(what, await max.post(`${path}/permissions/phone`, body), isFree ? 201 : 409);
      }
      case "phoneNo": {
        const isFree = !isStopped && about.state !== "no" && about.state !== "withdrawn";
        if (isFree) about.state = about.state === "yes" ? "withdrawn" : "no";
        const words = introductionWords(about.recipient.kind, about.name);
        const body = { ...about.recipient, decision: "no", words };
        return expectStatus(what, await max.post(`${path}/permissions/phone`, body), isFree ? 201 : 409);
      }
      case "yes": {
        const isNew = about.state !== "yes";
        const status = about.state === undefined ? 404 : isNew && isStopped ? 409 : 200;
        if (status === 200 && isNew) Object.assign(about, { state: "yes", lead: undefined });
        return expectStatus(what, await answer(id, about.recipient, "yes"), status);
      }
      case "no": {
        const status = about.state === undefined ? 404 : 200;
        refuse(about);
        return expectStatus(what, await answer(id, about.recipient, "no"), status);
      }
      case "send": {
        const isFree = !isStopped && about.state === "yes" && !about.lead;
        if (isFree) about.lead = "owed";
        return expectStatus(what, await max.post(`${path}/send`, about.recipient), isFree ? 201 : 409);
      }
      case "race": {
        refuse(about);
        await Promise.all([max.post(`${path}/send`, about.recipient), answer(id, about.recipient, "no")]);
        return told.push(what);
      }
      case "stop": {
        if (!isStopped) {
          for (const each of said) {
            if (each.state === "asked" || (each.state === "yes" && each.lead !== "arrived")) each.state = "withdrawn";
          }
        }
        isStopped = true;
        return expectStatus("stop", await post(`/api/applications/${ref}/stop-contact`, {}), 200);
      }
      case "stranger": {
        const theirs = await referenceOf(env, await apply({ email, phone: phoneAfter(corrections) }));
        return expectStatus("stranger", await post(`/api/applications/${theirs}/stop-contact`, {}), 200);
      }
      case "resume": {
        isStopped = false;
        const at = new Date().toISOString();
        const consentRecord = { textIds: [contactAgainConsent().id], language: "en", shownAt: at, tickedAt: at };
        return expectStatus("resume", await post(`/api/applications/${ref}/resume-contact`, { consentRecord }), 200);
      }
      case "claim":
        await dana.post(`${path}/claim`);
        return told.push("claim");
      case "correct": {
        if (!isStopped) corrections++;
        const phone = phoneAfter(corrections);
        const body = { phone, ground: "askedByPhone", reason: "They called us" };
        return expectStatus("correct", await max.post(`${path}/correct`, body), isStopped ? 409 : 201);
      }
      case "kill":
        told.push("kill");
        return env.DB.exec("update outbox set status = 'dead' where status = 'owed' and leasedUntil is null");
      case "retry":
        told.push("retry");
        return (await max.post("/api/desk/outbox/retry")).arrayBuffer();
    }
  }

  function refuse(about: Said) {
    if (about.state === "asked") about.state = "no";
    else if (about.state === "yes") about.state = "withdrawn";
  }

  /** What the model thinks of a mail at the moment in which it is handed over. */
  function judge({ to, subject, text }: SentMail, before: { isStopped: boolean; states: unknown[] }) {
    const about = said.find(
      ({ recipient }) => to === (recipient.kind === "dealer" ? "leads@dealer.example.com" : "new@lender.example.com"),
    );
    if (!about) {
      if (to === email && before.isStopped) complaints.push(`'${subject}' to the applicant after a stop`);
      return;
    }
    about.hasLead = !subject.startsWith("Permission withdrawn");
    if (!about.hasLead) return;
    leads++;
    if (!text.includes(id)) complaints.push("a lead about somebody else");
    if (!text.includes("Permission given by the applicant")) complaints.push("a lead that names no permission");
    if (before.isStopped || before.states[said.indexOf(about)] !== "yes")
      complaints.push(`a lead to ${about.name} without a yes`);
  }

  /** Delivers what is due, one mail after the other, while the mail service and the applicant do as they like. */
  async function deliverAll() {
    const { results } = await env.DB.prepare(
      "select id, kind from outbox where status = 'owed' and nextAttemptAt <= ? and leasedUntil is null",
    )
      .bind(Date.now())
      .run<{ id: string; kind: string }>();
    for (const mail of results) {
      const fault = pick<Fault>([null, null, null, "before", "after"]);
      const moment = pick(["none", "none", "lease", "read", "email"]);
      let calls = 0;
      let before = { isStopped, states: said.map(({ state }) => state) };
      const fate: Fate = async (part) => {
        if (part === "queue" || part === "r2") return null;
        const now = part === "email" ? "email" : ++calls === 1 ? "lease" : calls === 2 ? "read" : "record";
        if (now === "email") before = { isStopped, states: said.map(({ state }) => state) };
        if (now === moment) {
          told.push(`(before ${now} of ${mail.kind}:`);
          await act(pick(INTERRUPTIONS));
          told.push(")");
        }
        return part === "email" ? fault : null;
      };
      const { env: bindings, sent } = faultyEnv(fate);
      await deliver(bindings, mail.id);
      for (const each of sent) judge(each, before);
      const about = said.find(({ recipient }) => mail.kind === `${recipient.kind}Lead`);
      // While the permission stands the lead counts as arrived; one that was taken away on the way is none of this yes.
      if (about && sent.length > 0 && fault === null && moment !== "email" && about.state === "yes")
        about.lead = "arrived";
      told.push(`${mail.kind} ${sent.length > 0 ? "sent" : "not sent"} ${fault ?? ""}`);
      if (moment === "email") await settle(about);
    }
  }

  /** What happened while a mail was handed over is read back: only whether the yes was still there counts for the model. */
  async function settle(about: Said | undefined) {
    if (about?.state !== "yes") return;
    const sent = await env.DB.prepare(
      `select count(*) n from referrals join permissions on permissions.id = permissionId and permittedAt = decidedAt
        join outbox on subjectId = referrals.id and outbox.status = 'sent'
        where referrals.applicationId = ? and permissions.recipientId = ?`,
    )
      .bind(id, about.recipient.recipientId)
      .first<number>("n");
    if (sent) about.lead = "arrived";
  }

  return {
    told,
    complaints,
    leads: () => leads,
    /** It begins as it should. */
    async step(index: number) {
      vi.setSystemTime(Date.now() + random() * LONGEST_PAUSE_MS);
      // Staff stay signed in.
      await env.DB.prepare("update sessions set lastUsedAt = ?").bind(Date.now()).run();
      if (OPENING[index]) await act(OPENING[index], said[0]);
      else await act(pick(STEPS));
      if (random() < 0.5) await deliverAll();
    },
    /** A quiet day later nothing is owed, and whoever got a lead that was taken back was told after it. */
    async end() {
      for (let round = 0; round < 3; round++) {
        vi.setSystemTime(Date.now() + DAY_MS / 2);
        const { env: bindings, sent } = faultyEnv(() => null);
        await sweep(bindings);
        const before = { isStopped, states: said.map(({ state }) => state) };
        for (const each of sent) judge(each, before);
      }
      const owed = await env.DB.prepare("select count(*) n from outbox where status = 'owed'").first<number>("n");
      if (owed) complaints.push(`${owed} mails still owed`);
      for (const { recipient, name, state, hasLead } of said) {
        const gaveUp = await env.DB.prepare(
          "select count(*) n from outbox join referrals on referrals.id = subjectId where outbox.kind = 'permissionWithdrawn' and status = 'dead' and recipientId = ?",
        )
          .bind(recipient.recipientId)
          .first<number>("n");
        if (hasLead && state !== "yes" && !gaveUp) complaints.push(`${name} was not told`);
      }
      const { permissions } = await (await call(`/api/applications/${ref}/guidance`)).json<{
        permissions: { recipientName: string; state: string }[];
      }>();
      for (const { name, state } of said) {
        const shown = permissions.find(({ recipientName }) => recipientName === name)?.state;
        if (shown !== state) complaints.push(`${name} is ${shown} instead of ${state}`);
      }
      // What died here must not come to life in the next history.
      await env.DB.exec("delete from outbox");
    },
  };
}
