import { startAuthentication, startRegistration } from "@simplewebauthn/browser";
import { send } from "../api.ts";
import type { ResponseBody } from "../wire.ts";

/** The calls that set up and give a second factor. */

type Passed = ResponseBody<"second-factor", "/new-app/code", "$post">;

/** Has the browser sign with one of the member's passkeys. Throws when the member does not want to. */
export async function givePasskey() {
  const optionsJSON = await send<ResponseBody<"second-factor", "/passkey/options", "$post">>(
    "POST",
    "/api/second-factor/passkey/options",
    {},
  );
  return send<Passed>("POST", "/api/second-factor/passkey", await startAuthentication({ optionsJSON }));
}

/** Gives a code from the authenticator app, or a recovery code. */
export function giveCode(code: string) {
  return send<Passed>("POST", "/api/second-factor/code", { code });
}

/** Has the browser make a passkey. Throws when the member does not want to. */
export async function addPasskey() {
  const optionsJSON = await send<ResponseBody<"second-factor", "/new-passkey/options", "$post">>(
    "POST",
    "/api/second-factor/new-passkey/options",
    {},
  );
  return send<Passed>("POST", "/api/second-factor/new-passkey", await startRegistration({ optionsJSON }));
}

/** A new secret for an authenticator app, as text and as the address that such apps open. */
export function askForNewApp() {
  return send<ResponseBody<"second-factor", "/new-app", "$post">>("POST", "/api/second-factor/new-app", {});
}

export function addApp(code: string) {
  return send<Passed>("POST", "/api/second-factor/new-app/code", { code });
}
