import { generate } from "lean-qr";
import { toSvgPath } from "lean-qr/extras/svg";
import { KeyRound, Smartphone } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { SecondFactors } from "../../db/model/staff/second-factor.ts";
import type { Role } from "../../db/model/staff/staff.ts";
import { ApiError } from "../api.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/form/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { addApp, addPasskey, askForNewApp, giveCode, givePasskey } from "./second-factor-api.ts";

/** The standard requires blank modules around a QR code. */
const QUIET_ZONE = 4;
const PASSKEY_FAILED = "The passkey didn't work, or it was canceled. Try again, or use something else.";

interface Passed {
  member: { role: Role };
  recoveryCodes: string[] | null;
}

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
    <Screen title="One more step" hint="Your password is right. Now confirm it's you.">
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
  const { error, run } = useTry(onPassed);
  return (
    <>
      <Problem>{error}</Problem>
      {factors.hasPasskey && (
        <Button className="justify-self-start" onClick={() => run(givePasskey)}>
          <KeyRound aria-hidden="true" className="size-5" /> Use your passkey
        </Button>
      )}
      <CodeForm
        label={factors.hasApp ? "Code from your authenticator app, or a recovery code" : "Or a recovery code"}
        isMain={!factors.hasPasskey}
        button="Continue"
        onCode={(code) => run(() => giveCode(code))}
      />
    </>
  );
}

/** Creates a passkey on this device, in its password manager or on a security key. */
export function AddPasskey({ isMain, onAdded }: { isMain?: boolean; onAdded: (result: Passed) => void }) {
  const { error, run } = useTry(onAdded);
  return (
    <div className="grid gap-2">
      <Problem>{error}</Problem>
      <Button look={isMain ? "primary" : "outline"} className="justify-self-start" onClick={() => run(addPasskey)}>
        <KeyRound aria-hidden="true" className="size-5" /> Add a passkey
      </Button>
      <p className="text-quiet text-sm">Your fingerprint, face or PIN on this device, or a security key.</p>
    </div>
  );
}

/** Shows the secret for an authenticator app, and takes its first code. */
export function AddApp({ onAdded }: { onAdded: (result: Passed) => void }) {
  const [app, setApp] = useState<{ secret: string; uri: string }>();
  const asking = useTry(setApp);
  const adding = useTry(onAdded);
  if (!app) {
    return (
      <div className="grid gap-2">
        <Problem>{asking.error}</Problem>
        <Button look="outline" className="justify-self-start" onClick={() => asking.run(askForNewApp)}>
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
      <Problem>{adding.error}</Problem>
      <CodeForm
        label="Code the app shows now"
        isMain
        button="Confirm the code"
        onCode={(code) => adding.run(() => addApp(code))}
      />
    </div>
  );
}

function QrCode({ text }: { text: string }) {
  const code = generate(text);
  const size = code.size + 2 * QUIET_ZONE;
  return (
    <svg
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${size} ${size}`}
      className="size-52 max-w-full rounded-card bg-white text-ink"
      role="img"
      aria-label="QR code for your authenticator app"
    >
      <path d={toSvgPath(code)} fill="currentColor" />
    </svg>
  );
}

/** Recovery codes, shown until the member says that they are saved. */
export function RecoveryCodes({ codes, onSaved }: { codes: string[]; onSaved: () => void }) {
  const [isSaved, setIsSaved] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  return (
    <>
      <p>
        Without your passkey or phone, each of these signs you in once. They are shown only now: print them, or put them
        into your password manager.
      </p>
      <ol className="grid grid-cols-1 gap-x-6 gap-y-1 rounded-card bg-tint p-4 font-mono min-[400px]:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Button
        look="outline"
        className="justify-self-start"
        onClick={() => navigator.clipboard?.writeText(codes.join("\n")).catch(() => undefined)}
      >
        Copy the codes
      </Button>
      <Problem>{isAsked && !isSaved ? "Save the codes first, then check the box." : ""}</Problem>
      <label className="flex min-h-11 items-center gap-3 font-semibold">
        <input
          type="checkbox"
          className="size-6 shrink-0 accent-bluebonnet"
          checked={isSaved}
          onChange={(event) => setIsSaved(event.target.checked)}
        />
        I have saved these codes
      </label>
      <Button className="justify-self-start" onClick={() => (isSaved ? onSaved() : setIsAsked(true))}>
        Done
      </Button>
    </>
  );
}

function CodeForm({
  label,
  button,
  isMain,
  onCode,
}: {
  label: string;
  button: string;
  isMain: boolean;
  onCode: (code: string) => void;
}) {
  return (
    <form
      noValidate
      method="post"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onCode(String(new FormData(event.currentTarget).get("code")));
      }}
    >
      <Field id="second-factor-code" label={label}>
        {(box) => (
          <input
            type="text"
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            {...box}
          />
        )}
      </Field>
      <Button type="submit" look={isMain ? "primary" : "outline"} className="justify-self-start">
        {button}
      </Button>
    </form>
  );
}

function Problem({ children }: { children: string }) {
  return (
    children && (
      <Notice kind="alert" role="alert">
        {children}
      </Notice>
    )
  );
}

/** Runs one try at a time, and says what went wrong. */
function useTry<Result>(onDone: (result: Result) => void) {
  const [error, setError] = useState("");
  const isTrying = useRef(false);
  async function run(work: () => Promise<Result>) {
    if (isTrying.current) return;
    isTrying.current = true;
    setError("");
    try {
      onDone(await work());
    } catch (error) {
      setError(error instanceof ApiError ? (error.refusal?.error ?? error.message) : PASSKEY_FAILED);
    } finally {
      isTrying.current = false;
    }
  }
  return { error, run };
}
