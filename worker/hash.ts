/** SHA-256 of a text, in hexadecimal. */
export async function sha256(text: string) {
  return hexadecimal(await crypto.subtle.digest("SHA-256", bytes(text)));
}

/**
 * HMAC-SHA-256 of a text, in hexadecimal: for what has so few values that a plain hash could be tried out. The purpose is part of
 * it, so that nobody gets the hash made for one thing by having another one counted.
 */
export async function keyedHash(key: string, purpose: "client" | "code" | "reference", text: string) {
  const usage = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", bytes(key), usage, false, ["sign"]);
  return hexadecimal(await crypto.subtle.sign("HMAC", imported, bytes(`${purpose}: ${text}`)));
}

function bytes(text: string) {
  return new TextEncoder().encode(text);
}

function hexadecimal(digest: ArrayBuffer) {
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** 32 random bytes in letters, digits, - and _. */
export function randomToken() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace("=", "");
}
