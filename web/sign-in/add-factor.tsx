import { startRegistration } from "@simplewebauthn/browser";
import { generate } from "lean-qr";
import { toSvgPath } from "lean-qr/extras/svg";
import { KeyRound, Smartphone } from "lucide-react";
import { useState } from "react";
import { call } from "../api.ts";
import { Button } from "../ui/button.tsx";
import { Failed } from "../ui/failed.tsx";
import { CodeForm } from "./code-form.tsx";
import { type Passed, useTry } from "./trying.ts";

/** The standard requires blank modules around a QR code. */
const QUIET_ZONE = 4;

/** Creates a passkey on this device, in its password manager or on a security key. */
export function AddPasskey({ isMain, onAdded }: { isMain?: boolean; onAdded: (result: Passed) => void }) {
  const { error, run } = useTry(addPasskey, onAdded);
  return (
    <div className="grid gap-2">
      <Failed error={error} />
      <Button look={isMain ? "primary" : "outline"} className="justify-self-start" onClick={() => run()}>
        <KeyRound aria-hidden="true" className="size-5" /> Add a passkey
      </Button>
      <p className="text-quiet text-sm">Your fingerprint, face or PIN on this device, or a security key.</p>
    </div>
  );
}

/** Shows the secret for an authenticator app, and takes its first code. */
export function AddApp({ onAdded }: { onAdded: (result: Passed) => void }) {
  const [app, setApp] = useState<{ secret: string; uri: string }>();
  const asking = useTry(() => call("POST /second-factor/new-app"), setApp);
  const adding = useTry((code: string) => call("POST /second-factor/new-app/code", { json: { code } }), onAdded);
  if (!app) {
    return (
      <div className="grid gap-2">
        <Failed error={asking.error} />
        <Button look="outline" className="justify-self-start" onClick={() => asking.run()}>
          <Smartphone aria-hidden="true" className="size-5" /> Use an authenticator app
        </Button>
        <p className="text-quiet text-sm">An app on your phone that shows a new code every 30 seconds.</p>
      </div>
    );
  }
  return (
    <div className="grid grid-cols-1 gap-4 border-line border-t pt-4">
      <p>
        Scan this with your authenticator app, or <a href={app.uri}>open it on this device</a>.
      </p>
      <QrCode text={app.uri} />
      <p className="wrap-anywhere text-sm">
        Or type this into the app: <code className="font-semibold">{app.secret.match(/.{1,4}/g)?.join(" ")}</code>
      </p>
      <Failed error={adding.error} />
      <CodeForm label="Code the app shows now" isMain button="Confirm the code" onCode={adding.run} />
    </div>
  );
}

/** Makes the browser create a passkey. Throws if the member refuses. */
async function addPasskey() {
  const optionsJSON = await call("POST /second-factor/new-passkey/options");
  return call("POST /second-factor/new-passkey", { json: await startRegistration({ optionsJSON }) });
}

function QrCode({ text }: { text: string }) {
  const code = generate(text);
  const size = code.size + 2 * QUIET_ZONE;
  return (
    <svg
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${size} ${size}`}
      className="size-52 max-w-full rounded-card bg-card text-ink"
      role="img"
      aria-label="QR code for your authenticator app"
    >
      <path d={toSvgPath(code)} fill="currentColor" />
    </svg>
  );
}
