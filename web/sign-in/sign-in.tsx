import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { SecondFactors } from "../../db/model/staff/second-factor.ts";
import type { Role } from "../../db/model/staff/staff.ts";
import { ApiError, signIn } from "../api.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Failed } from "../ui/failed.tsx";
import { Field } from "../ui/form/field.tsx";
import { rememberAuthor } from "./author-hint.ts";
import { reasonForStaff } from "./reason-for-staff.ts";
import type { SecondFactor } from "./second-factor.tsx";
import { isWriter } from "./session.ts";

export interface SignIn {
  /** Asks for a username and password; false if the author closes the window instead. */
  ask: () => Promise<boolean>;
  /** Does something for authors only. If they have to sign in, it asks and then tries again. */
  asAuthor: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Render it once, outside of other forms. */
  dialog: ReactNode;
}

/** Signs in without leaving the page. */
export function useSignIn(): SignIn {
  const dialog = useRef<HTMLDialogElement>(null);
  const settle = useRef<(isSignedIn: boolean) => void>(undefined);

  function ask() {
    dialog.current?.showModal();
    return new Promise<boolean>((resolve) => {
      settle.current = resolve;
    });
  }

  async function asAuthor<Result>(work: () => Promise<Result>) {
    try {
      return await work();
    } catch (error) {
      const isSignedOut = error instanceof ApiError && error.status === 401;
      if (!isSignedOut || !(await ask())) throw error;
      return work();
    }
  }

  return {
    ask,
    asAuthor,
    dialog: (
      <Dialog ref={dialog} aria-labelledby="sign-in" onClose={() => settle.current?.(false)}>
        <SignInForm
          onSignedIn={() => {
            settle.current?.(true);
            dialog.current?.close();
          }}
          onCancel={() => dialog.current?.close()}
        />
      </Dialog>
    ),
  };
}

export function SignInForm({
  title = "Sign in to write",
  hint = "What you typed stays as it is.",
  onSignedIn,
  onCancel,
}: {
  title?: string;
  hint?: string;
  onSignedIn: () => void;
  /** Absent if there is nothing to go back to. */
  onCancel?: () => void;
}) {
  const queries = useQueryClient();
  const username = useRef<HTMLInputElement>(null);
  const [second, setSecond] = useState<{ SecondFactor: typeof SecondFactor; factors: SecondFactors }>();

  function finish(role: Role) {
    if (isWriter(role)) rememberAuthor();
    setSecond(undefined);
    queries.invalidateQueries({ queryKey: ["session"] });
    queries.invalidateQueries({ queryKey: ["drafts"] });
    onSignedIn();
  }

  const signing = useMutation({
    mutationFn: async (form: HTMLFormElement) => {
      const typed = new FormData(form);
      const { member, factors } = await signIn(String(typed.get("username")), String(typed.get("password")));
      if (!member) return setSecond({ ...(await import("./second-factor.tsx")), factors });
      form.reset();
      finish(member.role);
    },
  });

  function startAgain() {
    flushSync(() => setSecond(undefined));
    username.current?.focus();
  }

  function cancel() {
    setSecond(undefined);
    onCancel?.();
  }

  if (second) {
    return (
      <second.SecondFactor
        factors={second.factors}
        onPassed={finish}
        onStartAgain={startAgain}
        onCancel={onCancel && cancel}
      />
    );
  }
  return (
    <form
      method="post"
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        signing.mutate(event.currentTarget);
      }}
    >
      <div>
        <h2 id="sign-in" className="text-h3">
          {title}
        </h2>
        <p className="mt-1 text-quiet text-sm">{hint}</p>
      </div>
      <Failed error={signing.error && reasonForStaff(signing.error)} />
      <Field id="sign-in-username" label="Username">
        {(box) => (
          <input ref={username} type="text" name="username" autoComplete="username" autoCapitalize="none" {...box} />
        )}
      </Field>
      <Field id="sign-in-password" label="Password">
        {(box) => <input type="password" name="password" autoComplete="current-password" {...box} />}
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={signing.isPending}>
          {signing.isPending ? "Signing in..." : "Sign in"}
        </Button>
        {onCancel && (
          <Button look="quiet" onClick={onCancel}>
            Not now
          </Button>
        )}
      </div>
    </form>
  );
}
