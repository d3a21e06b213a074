import * as z from "zod/mini";
import { line } from "../text.ts";

/** What the browser sends when a member gives more than the password. */

/** Digits in an authenticator app's code, the default of RFC 6238. */
const APP_CODE = /^\d{6}$/;
const binary = z.string("The passkey was not read").check(z.regex(/^[\w-]{1,12000}$/, "The passkey was not read"));

/** What an authenticator app shows, or a recovery code. Spaces and hyphens do not count. */
export const SecondFactorCode = z.object({
  code: z.pipe(
    line({ min: 6, max: 40, message: "Type the code" }),
    z.transform((code: string) => code.toLowerCase().replace(/[\s-]/g, "")),
  ),
});

/** Whether it is a code from an authenticator app, not a recovery code. */
export function isAppCode(code: string) {
  return APP_CODE.test(code);
}

/** A browser's answer when asked for a passkey that we know (WebAuthn, AuthenticationResponseJSON). */
export const PasskeySignature = z.object({
  id: binary,
  response: z.object({ clientDataJSON: binary, authenticatorData: binary, signature: binary }),
});
export type PasskeySignature = z.output<typeof PasskeySignature>;

/** A browser's answer when asked to make a passkey (WebAuthn, RegistrationResponseJSON). */
export const NewPasskey = z.object({
  id: binary,
  response: z.object({ clientDataJSON: binary, attestationObject: binary }),
});
export type NewPasskey = z.output<typeof NewPasskey>;

/** What members can use to prove who they are. If neither, they have yet to set it up. */
export interface SecondFactors {
  hasPasskey: boolean;
  hasApp: boolean;
}
