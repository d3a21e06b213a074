import { type Send, signIn } from "../../../db/admin/cloudflare-api.ts";
import { database } from "../../../db/database.ts";

/** An answer of Cloudflare's API to a deployment. Failed calls are reported, not repeated. */

export interface Answer<Result = unknown> {
  isFine: boolean;
  result: Result;
  /** Cloudflare's error message and code. */
  trouble: string;
  isAbsent: boolean;
}

interface Envelope<Result> {
  success: boolean;
  result: Result;
  errors?: { message: string; code: number }[];
}

/** Reads this path, or posts the body there. */
export type Ask = <Result>(path: string, body?: object) => Promise<Answer<Result>>;

/** Null if nobody is signed in. */
export function openAccounts(): Ask | null {
  const send = signIn();
  return send && asking(send);
}

export function asking(send: Send): Ask {
  return async <Result>(path: string, body?: object): Promise<Answer<Result>> => {
    const headers = { "Content-Type": "application/json" };
    try {
      const response = await send(path, { headers, ...(body && { method: "POST", body: JSON.stringify(body) }) });
      const { success, result, errors = [] } = (await response.json()) as Envelope<Result>;
      const trouble = errors.map(({ message, code }) => `${message} [code: ${code}]`).join(", ");
      return { isFine: success, result, trouble, isAbsent: response.status === 404 };
    } catch (error) {
      return { isFine: false, result: null as Result, trouble: `no connection (${error})`, isAbsent: false };
    }
  };
}

/** Reads a deployed database in Drizzle's batches. Throws what Cloudflare says. */
export function deployedDatabase(ask: Ask, id: string) {
  const read = async (statement: { sql: string; params: string[] }) => {
    const answer = await ask<[{ results: unknown[] }]>(`/d1/database/${id}/query`, statement);
    if (!answer.isFine) throw new Error(answer.trouble);
    return answer.result[0];
  };
  return database({
    prepare: (sql: string) => ({ bind: (...params: unknown[]) => ({ sql, params: params.map(String) }) }),
    batch: (statements: Parameters<typeof read>[0][]) => Promise.all(statements.map(read)),
  } as unknown as D1Database);
}
