import { startAuthentication, startRegistration } from "@simplewebauthn/browser";
import { call } from "../api.ts";

/** Makes the browser sign with one of the member's passkeys. Throws if the member refuses. */
export async function givePasskey() {
  const optionsJSON = await call("POST /second-factor/passkey/options");
  return call("POST /second-factor/passkey", { json: await startAuthentication({ optionsJSON }) });
}

/** Sends a code from the authenticator app, or a recovery code. */
export function giveCode(code: string) {
  return call("POST /second-factor/code", { json: { code } });
}

/** Makes the browser create a passkey. Throws if the member refuses. */
export async function addPasskey() {
  const optionsJSON = await call("POST /second-factor/new-passkey/options");
  return call("POST /second-factor/new-passkey", { json: await startRegistration({ optionsJSON }) });
}

/** A new secret for an authenticator app, as text and as the address that such apps open. */
export function askForNewApp() {
  return call("POST /second-factor/new-app");
}

export function addApp(code: string) {
  return call("POST /second-factor/new-app/code", { json: { code } });
}
