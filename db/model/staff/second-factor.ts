import * as z from "zod/mini";
import { line } from "../text.ts";

/** An authenticator app's code has six digits by default (RFC 6238). */
const APP_CODE = /^\d{6}$/;
const binary = z.string("The passkey was not read").check(z.regex(/^[\w-]{1,12000}$/, "The passkey was not read"));

/** A code from an authenticator app, or a recovery code. Ignores spaces and hyphens. */
export const SecondFactorCode = z.object({
  code: z.pipe(
    line({ min: 6, max: 40, message: "Type the code" }),
    z.transform((code: string) => code.toLowerCase().replace(/[\s-]/g, "")),
  ),
});

/** Whether a code is from an authenticator app rather than a recovery code. */
export function isAppCode(code: string) {
  return APP_CODE.test(code);
}

/** A browser's answer with a known passkey (WebAuthn, AuthenticationResponseJSON). */
export const PasskeySignature = z.object({
  id: binary,
  response: z.object({ clientDataJSON: binary, authenticatorData: binary, signature: binary }),
});
export type PasskeySignature = z.output<typeof PasskeySignature>;

/** A browser's answer with a new passkey (WebAuthn, RegistrationResponseJSON). */
export const NewPasskey = z.object({
  id: binary,
  response: z.object({ clientDataJSON: binary, attestationObject: binary }),
});
export type NewPasskey = z.output<typeof NewPasskey>;

/** How a member can prove who they are. Without either, they still have to set one up. */
export interface SecondFactors {
  hasPasskey: boolean;
  hasApp: boolean;
}
