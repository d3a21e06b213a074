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

/** Which second factors a member with these passkeys, and with this app's secret or null, has. */
export function factorsOf({ passkeys, appSecret }: { passkeys: readonly unknown[]; appSecret: string | null }) {
  return { hasPasskey: passkeys.length > 0, hasApp: appSecret !== null } satisfies SecondFactors;
}

/** Whether the member has a second factor at all. */
export function hasFactor({ hasPasskey, hasApp }: SecondFactors) {
  return hasPasskey || hasApp;
}

/** Whether a sign-in may set up a factor: one was given in it, or the member has none yet. */
export function mayAddFactor(factors: SecondFactors, isVerified: boolean) {
  return isVerified || !hasFactor(factors);
}

/** Whether the right password alone signs in. Where a factor is optional, it does until the member sets one up. */
export function isPasswordEnough(factors: SecondFactors, isOptional: boolean) {
  return isOptional && !hasFactor(factors);
}

/** Why a factor may not be removed so that these are left; null if it may. */
export function refusedRemoving(left: SecondFactors, isOptional: boolean) {
  return isOptional || hasFactor(left) ? null : "This is your only second factor. Set up another one first.";
}

/**
 * Whether no app code works any more, after so many wrong codes for the member within a day. Three in a million codes are
 * valid at a time, so a month of guessing has a chance of 1 in 500. It takes the password, and passkeys and recovery codes
 * still work.
 */
export function isAppExhausted(wrongCodes: number) {
  return wrongCodes >= 20;
}

/** Whether the audit log names the member after so many wrong codes, and the firm is told (worker/operations/alarms.ts). */
export function isGuessing(wrongCodes: number) {
  return wrongCodes === 10;
}
