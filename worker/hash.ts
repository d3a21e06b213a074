const NONCE_BYTES = 12;

/** SHA-256 of a text or of bytes, in hexadecimal. */
export async function sha256(content: string | Uint8Array<ArrayBuffer>) {
  return hexadecimal(await crypto.subtle.digest("SHA-256", typeof content === "string" ? bytes(content) : content));
}

/** HMAC-SHA-256 in hexadecimal, for values that a plain hash would let people guess; different for each purpose. */
export async function keyedHash(
  key: string,
  purpose:
    | "check"
    | "client"
    | "code"
    | "lead"
    | "link"
    | "news"
    | "papers"
    | "recovery"
    | "reference"
    | "reply"
    | "sent",
  text: string,
) {
  const usage = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", ours(key), usage, false, ["sign"]);
  return hexadecimal(await crypto.subtle.sign("HMAC", imported, bytes(`${purpose}: ${text}`)));
}

/** Whether two proofs are the same, in a time that tells nobody where they begin to differ. */
export function isSame(one: string, other: string) {
  const [a, b] = [bytes(one), bytes(other)];
  return a.length === b.length && crypto.subtle.timingSafeEqual(a, b);
}

/** Encrypts a text (AES-256-GCM, with a key derived from our secret one), as base64 of nonce and ciphertext. */
export async function encrypted(key: string, text: string) {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await sealingKey(key), bytes(text));
  return btoa(String.fromCharCode(...iv, ...new Uint8Array(sealed)));
}

/** The text that was given to `encrypted`. Throws if that used another key. */
export async function decrypted(key: string, sealed: string) {
  const all = Uint8Array.from(atob(sealed), (character) => character.charCodeAt(0));
  const algorithm = { name: "AES-GCM", iv: all.subarray(0, NONCE_BYTES) };
  const text = await crypto.subtle.decrypt(algorithm, await sealingKey(key), all.subarray(NONCE_BYTES));
  return new TextDecoder().decode(text);
}

async function sealingKey(key: string) {
  const imported = await crypto.subtle.importKey("raw", ours(key), "HKDF", false, ["deriveKey"]);
  const derivation = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: bytes("sealing") };
  const usage = { name: "AES-GCM", length: 256 };
  return crypto.subtle.deriveKey(derivation, imported, usage, false, ["encrypt", "decrypt"]);
}

/** An empty key, which stands for one that is missing or bad (worker/env.ts), is everybody's. */
function ours(key: string) {
  if (key === "") throw new Error("HASH_KEY is missing or too short");
  return bytes(key);
}

function bytes(text: string) {
  return new TextEncoder().encode(text);
}

function hexadecimal(digest: ArrayBuffer) {
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** 32 random bytes as letters, digits, - and _. */
export function randomToken() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace("=", "");
}
