import { spawnSync } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { unstable_readConfig } from "wrangler";
import { type Bucket, typeOf } from "./bucket.ts";
import type { Query } from "./d1.ts";
import { wrangler, wranglerEnv } from "./local.ts";

/** Cloudflare's API, with wrangler's sign-in and address: much faster than wrangler commands, which take seconds. */

const BASE = process.env.CLOUDFLARE_API_BASE_URL || "https://api.cloudflare.com/client/v4";
/** The API accepts 1200 requests in five minutes. After that it says how long to wait. */
const TRIES = 6;
const FIRST_PAUSE_MS = 1000;

interface Answer<Result> {
  success: boolean;
  errors: { message: string }[];
  result: Result;
}

/** Sends a request to a path of the API as the person who is signed in. */
export type Send = (path: string, init?: RequestInit) => Promise<Response>;

/** Null if nobody is signed in. A token in the environment needs no wrangler, which takes a second to start. */
export function signIn(): Send | null {
  const { CLOUDFLARE_API_TOKEN: given } = process.env;
  if (given) return sender({ Authorization: `Bearer ${given}` });
  const said = spawnSync(process.execPath, [wrangler, "auth", "token", "--json"], {
    encoding: "utf8",
    env: wranglerEnv,
  });
  if (said.status !== 0) return null;
  const { token, key, email }: Record<string, string> = JSON.parse(said.stdout);
  return sender(token ? { Authorization: `Bearer ${token}` } : { "X-Auth-Key": `${key}`, "X-Auth-Email": `${email}` });
}

function sender(credentials: Record<string, string>): Send {
  return (path, init) => fetch(BASE + path, { ...init, headers: { ...init?.headers, ...credentials } });
}

async function patient(send: Send, path: string, init?: RequestInit) {
  for (let attempt = 1; ; attempt++) {
    // A connection may have been closed while this process waited for wrangler. All calls are safe to repeat.
    const response = await send(path, init).catch((error: Error) => {
      if (attempt === TRIES) throw error;
    });
    const isPassing = !response || response.status === 429 || response.status >= 500;
    if (response && (!isPassing || attempt === TRIES)) return response;
    const seconds = Number(response?.headers.get("retry-after"));
    await setTimeout(seconds * 1000 || FIRST_PAUSE_MS * 2 ** (attempt - 1));
  }
}

async function ask<Result>(send: Send, path: string, init?: RequestInit) {
  const response = await patient(send, path, init);
  const answer = (await response.json().catch(() => null)) as Answer<Result> | null;
  if (!answer?.success) {
    const reasons = answer?.errors.map(({ message }) => message).join("; ") ?? "no JSON";
    throw new Error(`Cloudflare answered ${response.status}: ${reasons}`);
  }
  return answer.result;
}

/** The deployed database, and the bucket of images. */
export function openApi() {
  const config = unstable_readConfig({ config: "wrangler.toml" });
  const signedIn = signIn();
  if (!signedIn) throw new Error("You are not signed in to Cloudflare: run `npx wrangler login`.");
  const send: Send = signedIn;
  let account = config.account_id ?? process.env.CLOUDFLARE_ACCOUNT_ID;

  async function owned(path: string) {
    if (!account) {
      const accounts = await ask<{ id: string }[]>(send, "/accounts");
      if (accounts.length !== 1) throw new Error("Put the account_id of the site's account into wrangler.toml.");
      account = accounts[0]?.id;
    }
    return `/accounts/${account}${path}`;
  }
  const database = config.d1_databases[0]?.database_name;
  let databaseId: string | undefined;
  const bucket = config.r2_buckets.find((each: { binding: string }) => each.binding === "MEDIA")?.bucket_name;

  async function idOfDatabase() {
    const databases = await ask<{ uuid: string; name: string }[]>(send, await owned(`/d1/database?name=${database}`));
    const id = databases.find(({ name }) => name === database)?.uuid;
    if (!id) throw new Error(`Cloudflare has no D1 database ${database}: \`npm run deploy\` says what to do.`);
    return id;
  }
  const query: Query = async (statements, values) => {
    databaseId ??= await idOfDatabase();
    const path = await owned(`/d1/database/${databaseId}/query`);
    const answers = await ask<{ results: Record<string, unknown>[] }[]>(send, path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ sql: statements.join(";\n"), params: values }),
    });
    return answers.map(({ results }) => results);
  };
  const media: Bucket = {
    async put(key, bytes) {
      const object = key.split("/").map(encodeURIComponent).join("/");
      await ask(send, await owned(`/r2/buckets/${bucket}/objects/${object}`), {
        method: "PUT",
        headers: { "Content-Type": typeOf(key) },
        body: bytes as Uint8Array<ArrayBuffer>,
      });
    },
  };
  return { query, media };
}
