import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { contactAgainConsent, contactAgainUnticked } from "../../../db/model/consent/consent.ts";
import { resumeContact } from "../../api.ts";
import { Button } from "../../ui/button.tsx";
import { Failed } from "../../ui/failed.tsx";
import { ConsentBox } from "../../ui/form/consent-box.tsx";
import { toTop } from "./to-top.ts";

const BOX = "contact-again";

/** 'Contact me again', after a stop. */
export default function ContactAgain({ applicationId }: { applicationId: string }) {
  const queries = useQueryClient();
  const [shownAt] = useState(() => new Date());
  const [tickedAt, setTickedAt] = useState<Date | null>(null);
  const [message, setMessage] = useState<string>();
  const resuming = useMutation({
    mutationFn: (ticked: Date) =>
      resumeContact(applicationId, {
        textIds: [contactAgainConsent().id],
        language: document.documentElement.lang,
        shownAt: shownAt.toISOString(),
        tickedAt: ticked.toISOString(),
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["guidance", applicationId] }).then(toTop),
  });
  return (
    <form
      noValidate
      className="mt-4 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (tickedAt) return resuming.mutate(tickedAt);
        setMessage(contactAgainUnticked());
        document.getElementById(BOX)?.focus();
      }}
    >
      <h3>Changed your mind?</h3>
      <ConsentBox
        id={BOX}
        message={message}
        checked={tickedAt !== null}
        onChange={({ target }) => {
          setTickedAt(target.checked ? new Date() : null);
          setMessage(undefined);
        }}
      >
        {contactAgainConsent().text}
      </ConsentBox>
      <Failed error={resuming.error} />
      <Button type="submit" look="outline" className="justify-self-start" disabled={resuming.isPending}>
        Contact me again
      </Button>
    </form>
  );
}
