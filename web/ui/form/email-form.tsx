import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { reasonOf } from "../../failure.ts";
import { Button } from "../button.tsx";
import { Field } from "./field.tsx";

/** One field for an address, and a button that asks for mail there. Says below it what came of that. */
export function EmailForm({
  id,
  label,
  ask,
  button,
  children,
}: {
  id: string;
  label: string;
  ask: (email: string) => Promise<{ message: string }>;
  button: string;
  children?: ReactNode;
}) {
  const [error, setError] = useState<string>();
  const box = useRef<HTMLInputElement>(null);
  const request = useMutation({
    mutationFn: ask,
    onError: (failure) => {
      setError(reasonOf(failure));
      box.current?.focus();
    },
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setError(undefined);
    request.mutate(String(new FormData(event.currentTarget).get("email")));
  }

  // method=dialog submits nowhere outside a dialog, so no address can get into a URL before hydration.
  return (
    <form method="dialog" onSubmit={submit} noValidate className="mt-4 grid gap-4">
      <Field id={id} label={label} error={error} required>
        {(props) => (
          <input
            ref={box}
            type="email"
            name="email"
            autoComplete="email"
            autoCapitalize="none"
            onChange={({ target }) => target.validity.valid && setError(undefined)}
            {...props}
          />
        )}
      </Field>
      {children}
      <Button type="submit" disabled={request.isPending} className="justify-self-start">
        {button}
      </Button>
      <p role="status" className="text-leaf">
        {request.data?.message}
      </p>
    </form>
  );
}
