import { env } from "cloudflare:workers";
import type { Env } from "../../../worker/env.ts";

export { randomFrom, scaled, seed } from "../../random.ts";

/** A fault of one call of a binding: before its work, or after it, when only the answer is lost. */
export type Fault = "before" | "after" | null;
export type Part = "d1" | "queue" | "email" | "r2";
/** Decides the fault of each call. Until it has decided, the call waits, so that other things can happen first. */
export type Fate = (call: Part) => Fault | Promise<Fault>;

export interface SentMail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** The Worker's bindings, failing as `fate` decides. `sent`: mails that went out; `rung`: ids in the queue. */
export function faultyEnv(fate: Fate) {
  const sent: SentMail[] = [];
  const rung: string[] = [];
  const faulty: Env = {
    ...env,
    DB: faultyD1(env.DB, fate),
    MEDIA: faultyR2(env.MEDIA, fate),
    PAPERS: faultyR2(env.PAPERS, fate),
    DOORBELL: {
      send: (body: string) => failing(fate("queue"), new Error("Queue is down"), async () => void rung.push(body)),
    } as unknown as Queue<string>,
    EMAIL: {
      send: async (mail: SentMail) => {
        const fault = await fate("email");
        if (fault === "before") throw Object.assign(new Error("slow down"), { code: "E_RATE_LIMIT_EXCEEDED" });
        sent.push(mail);
        if (fault === "after") throw new Error("Network connection lost.");
        return { messageId: crypto.randomUUID() };
      },
    } as unknown as SendEmail,
  };
  return { env: faulty, sent, rung };
}

/** No faults, but `act` happens before the n-th call of this part. */
export function interrupted(part: Part, n: number, act: () => Promise<unknown>): Fate {
  let calls = 0;
  return async (called) => {
    if (called === part && ++calls === n) await act();
    return null;
  };
}

/** The Worker's bindings. D1 does the first batch that starts with a change, but its reply is lost. */
export function envLosingReply(): Env {
  let isLost = false;
  const DB = new Proxy(env.DB, {
    get: (d1, name) => {
      if (name !== "batch") return (d1[name as "prepare"] as D1Database["prepare"]).bind(d1);
      return async (statements: D1PreparedStatement[]) => {
        const results = await d1.batch(statements);
        if (isLost || !results[0]?.meta.changes) return results;
        isLost = true;
        throw new Error("D1_ERROR: Network connection lost.");
      };
    },
  });
  return { ...env, DB };
}

/** The Worker's bindings with these parts down. */
export function envWithout(...parts: Part[]) {
  return faultyEnv((call) => (parts.includes(call) ? "before" : null)).env;
}

function faultyR2(bucket: R2Bucket, fate: Fate) {
  return new Proxy(bucket, {
    get: (bucket, name) => {
      const method = bucket[name as "get"].bind(bucket) as (...given: unknown[]) => Promise<unknown>;
      return (...given: unknown[]) => failing(fate("r2"), new Error("R2 is down"), () => method(...given));
    },
  });
}

const original = Symbol("original");
type Wrapped = D1PreparedStatement & { [original]: D1PreparedStatement };

function faultyD1(d1: D1Database, fate: Fate): D1Database {
  const lost = () => new Error("D1_ERROR: Network connection lost.");
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get: (target, name) => {
        if (name === original) return target;
        if (name === "bind") return (...values: unknown[]) => wrap(target.bind(...values));
        const method = target[name as "run"].bind(target) as (...given: unknown[]) => Promise<unknown>;
        return (...given: unknown[]) => failing(fate("d1"), lost(), () => method(...given));
      },
    });
  return {
    prepare: (sql: string) => wrap(d1.prepare(sql)),
    batch: (statements: D1PreparedStatement[]) =>
      failing(fate("d1"), lost(), () => d1.batch(statements.map((statement) => (statement as Wrapped)[original]))),
  } as unknown as D1Database;
}

async function failing<Result>(fate: Fault | Promise<Fault>, error: Error, work: () => Promise<Result>) {
  const fault = await fate;
  if (fault === "before") throw error;
  const result = await work();
  if (fault === "after") throw error;
  return result;
}
