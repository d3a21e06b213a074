import * as z from "zod/mini";
import { line } from "./text.ts";

/** What a member gives beside the password, in what the browser sends. */

/** Digits of an authenticator app's code, as in RFC 6238's default. */
const APP_CODE = /^\d{6}$/;
const binary = z.string("The passkey was not read").check(z.regex(/^[\w-]{1,12000}$/, "The passkey was not read"));

/** What an authenticator app shows, or a recovery code. Blanks and hyphens are for the eye only. */
export const SecondFactorCode = z.object({
  code: z.pipe(
    line({ min: 6, max: 40, message: "Type the code" }),
    z.transform((code: string) => code.toLowerCase().replace(/[\s-]/g, "")),
  ),
});

/** Whether it is a code of an authenticator app, not a recovery code. */
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

/** With what a member can prove to be it; neither: it has yet to be set up. */
export interface SecondFactors {
  hasPasskey: boolean;
  hasApp: boolean;
}
