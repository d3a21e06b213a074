import { spawnSync } from "node:child_process";
import { wrangler, wranglerEnv } from "../../db/admin/local.ts";

/** Cloudflare's API, asked with wrangler's sign-in and at wrangler's address. To start wrangler for each question takes seconds. */

const BASE = process.env.CLOUDFLARE_API_BASE_URL || "https://api.cloudflare.com/client/v4";

export interface Answer<Result = unknown> {
  isFine: boolean;
  result: Result;
  /** What went wrong, in Cloudflare's words and with its code. */
  trouble: string;
  isAbsent: boolean;
}

interface Envelope<Result> {
  success: boolean;
  result: Result;
  errors?: { message: string; code: number }[];
}

/** Asks for what is at this path, or posts the body there. */
export type Ask = <Result>(path: string, body?: object) => Promise<Answer<Result>>;

/** Null when nobody is signed in. */
export function signIn(): Ask | null {
  const said = spawnSync(process.execPath, [wrangler, "auth", "token", "--json"], {
    encoding: "utf8",
    env: wranglerEnv,
  });
  if (said.status !== 0) return null;
  const { token, key, email }: Record<string, string> = JSON.parse(said.stdout);
  const credentials: HeadersInit = token
    ? { Authorization: `Bearer ${token}` }
    : { "X-Auth-Key": `${key}`, "X-Auth-Email": `${email}` };
  return async <Result>(path: string, body?: object): Promise<Answer<Result>> => {
    const headers = { ...credentials, "Content-Type": "application/json" };
    try {
      const response = await fetch(BASE + path, {
        headers,
        ...(body && { method: "POST", body: JSON.stringify(body) }),
      });
      const { success, result, errors = [] } = (await response.json()) as Envelope<Result>;
      const trouble = errors.map(({ message, code }) => `${message} [code: ${code}]`).join(", ");
      return { isFine: success, result, trouble, isAbsent: response.status === 404 };
    } catch (error) {
      return { isFine: false, result: null as Result, trouble: `no connection (${error})`, isAbsent: false };
    }
  };
}
