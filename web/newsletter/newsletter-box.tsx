import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { newsletterConsent } from "../../db/model/consent/consent.ts";
import { subscribe } from "../api.ts";
import { reasonOf } from "../failure.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Field } from "../ui/form/field.tsx";
import { Notice } from "../ui/notice.tsx";

/** 'Stay Informed': subscribes to new posts by mail. */
export function NewsletterBox() {
  const [error, setError] = useState<string>();
  const box = useRef<HTMLInputElement>(null);
  const request = useMutation({
    mutationFn: subscribe,
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

  return (
    <Card>
      <h2 className="text-h3">Stay Informed</h2>
      <p className="mt-2">New posts by email, as we write them. Nothing else.</p>
      <noscript>
        <Notice kind="info" className="mt-4">
          Subscribing needs JavaScript. Without it you can follow our{" "}
          <a href="/rss.xml" className="underline">
            feed
          </a>
          .
        </Notice>
      </noscript>
      {/* method=dialog submits nowhere outside a dialog, so no address can get into a URL before hydration. */}
      <form method="dialog" onSubmit={submit} noValidate className="mt-4 grid gap-4">
        <Field id="newsletter-email" label="Email" error={error} required>
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
        <p className="text-quiet text-sm">{newsletterConsent().text}</p>
        <Button type="submit" disabled={request.isPending} className="justify-self-start">
          Subscribe
        </Button>
        <p role="status" className="text-leaf">
          {request.data?.message}
        </p>
      </form>
    </Card>
  );
}
