import { env } from "cloudflare:workers";
import { isoBase64URL, isoCBOR } from "@simplewebauthn/server/helpers";
import { Secret, TOTP } from "otpauth";

/** An authenticator with one passkey: what a browser sends to make the passkey, and to sign with it. */
export async function newAuthenticator(origin = env.SITE_URL) {
  const curve = { name: "ECDSA", namedCurve: "P-256" };
  const pair = (await crypto.subtle.generateKey(curve, true, ["sign", "verify"])) as CryptoKeyPair;
  const credentialId = crypto.getRandomValues(new Uint8Array(16));
  const id = isoBase64URL.fromBuffer(credentialId);
  let counter = 0;

  /** User present; with a public key if the passkey is new. */
  async function data(key: Uint8Array = new Uint8Array()) {
    const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(new URL(origin).hostname));
    const count = new Uint8Array(new Uint32Array([++counter]).buffer).reverse();
    return new Uint8Array([...new Uint8Array(hash), key.length > 0 ? 0x41 : 0x01, ...count, ...key]);
  }

  return {
    id,
    /** The answer to a request for a new passkey. */
    async make(challenge: string) {
      const { x = "", y = "" } = (await crypto.subtle.exportKey("jwk", pair.publicKey)) as JsonWebKey;
      const cose = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, isoBase64URL.toBuffer(x)],
          [-3, isoBase64URL.toBuffer(y)],
        ]),
      );
      const authData = await data(
        new Uint8Array([...new Uint8Array(16), 0, credentialId.length, ...credentialId, ...cose]),
      );
      const attestation = new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", authData],
      ]);
      return {
        id,
        response: {
          clientDataJSON: clientData("webauthn.create", challenge, origin),
          attestationObject: isoBase64URL.fromBuffer(isoCBOR.encode(attestation as never)),
        },
      };
    },
    /** The answer to a request to sign this challenge. */
    async sign(challenge: string) {
      const authenticatorData = await data();
      const clientDataJSON = clientData("webauthn.get", challenge, origin);
      const hash = await crypto.subtle.digest("SHA-256", isoBase64URL.toBuffer(clientDataJSON));
      const signed = new Uint8Array([...authenticatorData, ...new Uint8Array(hash)]);
      const raw = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, pair.privateKey, signed);
      return {
        id,
        response: {
          clientDataJSON,
          authenticatorData: isoBase64URL.fromBuffer(authenticatorData),
          signature: isoBase64URL.fromBuffer(derOf(new Uint8Array(raw))),
        },
      };
    },
  };
}

/** The code of an authenticator app with this secret, now or some 30-second steps later. */
export function codeOf(secret: string, later = 0) {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + later * 30_000 });
}

function clientData(type: string, challenge: string, origin: string) {
  return isoBase64URL.fromUTF8String(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

/** A signature in the form of authenticators: two ASN.1 integers, positive and without leading zeros. */
function derOf(raw: Uint8Array) {
  const integers = [raw.subarray(0, 32), raw.subarray(32)].flatMap((part) => {
    const start = part.findIndex((byte) => byte !== 0);
    const bytes = part.subarray(start);
    const positive = (bytes[0] ?? 0) > 127 ? [0, ...bytes] : [...bytes];
    return [0x02, positive.length, ...positive];
  });
  return new Uint8Array([0x30, integers.length, ...integers]);
}
