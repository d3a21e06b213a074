import { PART_BYTES } from "../../db/model/papers/paper-file.ts";
import type { papers } from "../../db/schema.ts";
import type { Env } from "../env.ts";
import { decrypted, encrypted, randomToken } from "../hash.ts";

/**
 * Files of papers lie in the bucket PAPERS, each encrypted (AES-256-GCM) with a secret of its own, which stands in its row,
 * encrypted with ours. Once the row is gone, nobody can read what may be left in the bucket. Parts go once the file is whole.
 */

export type StoredFile = Pick<typeof papers.$inferSelect, "id" | "applicationId" | "size" | "secret">;

const NONCE_BYTES = 12;
/** R2 lists and deletes as many at once. */
const KEYS_AT_ONCE = 1000;

export function newSecret(env: Env) {
  return encrypted(env.HASH_KEY, randomToken());
}

export function partsOf({ size }: Pick<StoredFile, "size">) {
  return Math.ceil(size / PART_BYTES);
}

/** Stores a file, or one part of it. */
export async function put(env: Env, file: StoredFile, bytes: Uint8Array<ArrayBuffer>, part?: number) {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await keyOf(env, file), bytes);
  await env.PAPERS.put(nameOf(file, part), new Blob([iv, sealed]));
}

/** A file, or one part of it; null if it is gone. */
export async function get(env: Env, file: StoredFile, part?: number) {
  const stored = await env.PAPERS.get(nameOf(file, part));
  if (!stored) return null;
  const all = new Uint8Array(await stored.arrayBuffer());
  const algorithm = { name: "AES-GCM", iv: all.subarray(0, NONCE_BYTES) };
  const opened = await crypto.subtle.decrypt(algorithm, await keyOf(env, file), all.subarray(NONCE_BYTES));
  return new Uint8Array(opened);
}

/** Deletes files with their parts. Do it before their rows go: if it fails, the rows still say what is left to do. */
export async function forget(env: Env, files: StoredFile[]) {
  const keys = files.flatMap((file) => [nameOf(file), ...partNames(file)]);
  for (let start = 0; start < keys.length; start += KEYS_AT_ONCE) {
    await env.PAPERS.delete(keys.slice(start, start + KEYS_AT_ONCE));
  }
}

export async function forgetParts(env: Env, file: StoredFile) {
  await env.PAPERS.delete(partNames(file));
}

/** Deletes all files of an application whose rows are gone. Safe to repeat. */
export async function forgetAll(env: Env, applicationId: string) {
  for (;;) {
    const { objects } = await env.PAPERS.list({ prefix: `${applicationId}/`, limit: KEYS_AT_ONCE });
    if (objects.length === 0) return;
    await env.PAPERS.delete(objects.map(({ key }) => key));
  }
}

function nameOf({ applicationId, id }: StoredFile, part?: number) {
  return `${applicationId}/${id}${part === undefined ? "" : `/${part}`}`;
}

function partNames(file: StoredFile) {
  return Array.from({ length: partsOf(file) }, (_, part) => nameOf(file, part));
}

async function keyOf({ HASH_KEY }: Env, { secret }: StoredFile) {
  const bytes = new TextEncoder().encode(await decrypted(HASH_KEY, secret));
  const key = await crypto.subtle.digest("SHA-256", bytes);
  return crypto.subtle.importKey("raw", key, "AES-GCM", false, ["encrypt", "decrypt"]);
}
