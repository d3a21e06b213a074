import { startAuthentication } from "@simplewebauthn/browser";
import { KeyRound } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { SecondFactors } from "../../db/model/staff/second-factor.ts";
import type { Role } from "../../db/model/staff/staff.ts";
import { call } from "../api.ts";
import { Button } from "../ui/button.tsx";
import { Failed } from "../ui/failed.tsx";
import { AddApp, AddPasskey } from "./add-factor.tsx";
import { CodeForm } from "./code-form.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { type Passed, useTry } from "./trying.ts";

export function SecondFactor({
  factors,
  onPassed,
  onStartAgain,
  onCancel,
}: {
  factors: SecondFactors;
  onPassed: (role: Role) => void;
  /** Back to the password. The sign-in that waits for this step ends by itself after a while. */
  onStartAgain: () => void;
  onCancel?: () => void;
}) {
  const [passed, setPassed] = useState<Passed>();
  const isSetUp = factors.hasPasskey || factors.hasApp;
  const pass = (result: Passed) => (result.recoveryCodes ? setPassed(result) : onPassed(result.member.role));

  if (passed?.recoveryCodes) {
    return (
      <Screen title="Save your recovery codes">
        <RecoveryCodes codes={passed.recoveryCodes} onSaved={() => onPassed(passed.member.role)} />
      </Screen>
    );
  }
  return isSetUp ? (
    <Screen title="One more step" hint="Your password is right. Now confirm it’s you.">
      <GiveFactor factors={factors} onPassed={pass} />
      <WaysOut onStartAgain={onStartAgain} onCancel={onCancel} />
    </Screen>
  ) : (
    <Screen
      title="Set up your second step"
      hint="A stolen password alone must not open applicants' data. You set this up once. After that, signing in takes one more touch or code."
    >
      <AddPasskey onAdded={pass} isMain />
      <AddApp onAdded={pass} />
      <WaysOut onStartAgain={onStartAgain} onCancel={onCancel} />
    </Screen>
  );
}

/** Takes focus, because the control that had it is no longer on the page. */
function Screen({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is another screen
  useEffect(() => heading.current?.focus(), [title]);
  return (
    <div className="grid grid-cols-1 gap-5">
      <div>
        <h2 id="sign-in" ref={heading} tabIndex={-1} className="text-h3 outline-none">
          {title}
        </h2>
        {hint && <p className="mt-1 text-quiet text-sm">{hint}</p>}
      </div>
      {children}
    </div>
  );
}

function WaysOut({ onStartAgain, onCancel }: { onStartAgain: () => void; onCancel: (() => void) | undefined }) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button look="quiet" onClick={onStartAgain}>
        Start again
      </Button>
      {onCancel && (
        <Button look="quiet" onClick={onCancel}>
          Not now
        </Button>
      )}
    </div>
  );
}

function GiveFactor({ factors, onPassed }: { factors: SecondFactors; onPassed: (result: Passed) => void }) {
  const { error, run } = useTry(
    (code: string | null) => (code === null ? givePasskey() : call("POST /second-factor/code", { json: { code } })),
    onPassed,
  );
  return (
    <>
      <Failed error={error} />
      {factors.hasPasskey && (
        <Button className="justify-self-start" onClick={() => run(null)}>
          <KeyRound aria-hidden="true" className="size-5" /> Use your passkey
        </Button>
      )}
      <CodeForm
        label={factors.hasApp ? "Code from your authenticator app, or a recovery code" : "Or a recovery code"}
        isMain={!factors.hasPasskey}
        button="Continue"
        onCode={run}
      />
    </>
  );
}

/** Makes the browser sign with one of the member's passkeys. Throws if the member refuses. */
async function givePasskey() {
  const optionsJSON = await call("POST /second-factor/passkey/options");
  return call("POST /second-factor/passkey", { json: await startAuthentication({ optionsJSON }) });
}
