import type { papers } from "../../db/schema.ts";
import type { Env } from "../env.ts";
import { decrypted, encrypted, randomToken } from "../hash.ts";

/**
 * Files of papers lie in the bucket PAPERS, each encrypted (AES-256-GCM) with a secret of its own, which stands in its row,
 * encrypted with ours. Once the row is gone, nobody can read what may be left in the bucket.
 */

export type StoredFile = Pick<typeof papers.$inferSelect, "id" | "applicationId" | "secret">;

const NONCE_BYTES = 12;

export function newSecret(env: Env) {
  return encrypted(env.HASH_KEY, randomToken());
}

/** Stores a file. */
export async function put(env: Env, file: StoredFile, bytes: Uint8Array<ArrayBuffer>) {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await keyOf(env, file), bytes);
  await env.PAPERS.put(nameOf(file), new Blob([iv, sealed]));
}

/** The bytes of a file; null if it is gone. */
export async function get(env: Env, file: StoredFile) {
  const stored = await env.PAPERS.get(nameOf(file));
  if (!stored) return null;
  const all = new Uint8Array(await stored.arrayBuffer());
  const algorithm = { name: "AES-GCM", iv: all.subarray(0, NONCE_BYTES) };
  const opened = await crypto.subtle.decrypt(algorithm, await keyOf(env, file), all.subarray(NONCE_BYTES));
  return new Uint8Array(opened);
}

/** Deletes files, up to 1,000. Do it before their rows go: if it fails, the rows still say what is left to do. */
export async function forget(env: Env, files: StoredFile[]) {
  if (files.length > 0) await env.PAPERS.delete(files.map(nameOf));
}

/** Deletes all files of an application whose rows are gone. Safe to repeat. */
export async function forgetAll(env: Env, applicationId: string) {
  for (;;) {
    const { objects } = await env.PAPERS.list({ prefix: `${applicationId}/` });
    if (objects.length === 0) return;
    await env.PAPERS.delete(objects.map(({ key }) => key));
  }
}

function nameOf({ applicationId, id }: StoredFile) {
  return `${applicationId}/${id}`;
}

async function keyOf({ HASH_KEY }: Env, { secret }: StoredFile) {
  const bytes = new TextEncoder().encode(await decrypted(HASH_KEY, secret));
  const key = await crypto.subtle.digest("SHA-256", bytes);
  return crypto.subtle.importKey("raw", key, "AES-GCM", false, ["encrypt", "decrypt"]);
}
