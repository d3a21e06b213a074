import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

/** scrypt with OWASP's recommended parameters, using 16 MiB of memory. Workers limit PBKDF2 to 100,000 rounds. */
const COST = { N: 2 ** 14, r: 8, p: 5 };
const KEY_BYTES = 32;

/** A password as we store it: parameters, salt and key. */
export async function hashPassword(password: string, cost = COST) {
  const salt = randomBytes(16);
  const key = await derive(password, salt, cost);
  return `scrypt$${cost.N}$${cost.r}$${cost.p}$${salt.toString("base64")}$${key.toString("base64")}`;
}

/** Whether this is the stored password. Takes as long without a stored one, so timing does not reveal that. */
export async function isPassword(password: string, stored: string | undefined) {
  const [, N, r, p, salt = "", key = ""] = (stored ?? "").split("$");
  const cost = key ? { N: Number(N), r: Number(r), p: Number(p) } : COST;
  const derived = await derive(password, Buffer.from(salt, "base64"), cost);
  const expected = Buffer.from(key, "base64");
  return expected.length === derived.length && timingSafeEqual(expected, derived);
}

/** A random password of 96 bits, to be changed soon. */
export function oneTimePassword() {
  return randomBytes(12).toString("base64url");
}

function derive(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFC"), salt, KEY_BYTES, cost, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
