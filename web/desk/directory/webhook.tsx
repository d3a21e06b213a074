import { useState } from "react";
import { shortTime } from "../../../db/model/time/time-for-staff.ts";
import { call } from "../../api.ts";
import { Button } from "../../ui/button.tsx";
import { Link } from "../../ui/link.tsx";
import type { Delivery } from "../api.ts";
import { useLiveQuery } from "../data.ts";
import { Waiting } from "../desk-page.tsx";
import { ActionButton } from "../parts/action-form.tsx";
import { mailStatusLabels } from "../words.ts";

/** What went to the program of a lender or dealer, and the secret that signs it. */
export function Webhook({ id, name }: { id: string; name: string }) {
  const read = useLiveQuery(["outbox"], "GET /desk/directory/:id/deliveries", { id });
  if (!read.data) return <Waiting of={read} />;
  const { secretSince, deliveries } = read.data;
  return (
    <>
      <Secret id={id} name={name} since={secretSince} />
      <h3 className="mt-3 text-base">Latest deliveries</h3>
      {deliveries.length === 0 && <p>None yet.</p>}
      <ul id={`deliveries-${id}`} tabIndex={-1} className="mb-3 divide-y divide-line">
        {deliveries.map((delivery) => (
          <li key={delivery.id} className="flex flex-wrap items-center justify-between gap-x-3 py-1.5">
            <span className="min-w-0">
              {delivery.kind === "permissionWithdrawn" ? "Permission withdrawn" : "Lead"},{" "}
              {shortTime(delivery.createdAt)},{" "}
              <Link to={`/desk/case/${delivery.applicationId}`} className="link">
                {delivery.applicationId}
              </Link>
              <span className="block text-quiet">{stateInWords(delivery)}</span>
            </span>
            {delivery.status === "dead" && (
              <ActionButton
                act={() => call("POST /desk/outbox/:id/retry", { id: delivery.id })}
                words="We try to send it again."
                goOn={[`deliveries-${id}`]}
              >
                Send again<span className="sr-only"> {delivery.applicationId}</span>
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The secret, shown only after it was made. */
function Secret({ id, name, since }: { id: string; name: string; since: string | null }) {
  const [secret, setSecret] = useState("");
  const place = `secret-${id}`;
  return (
    <div id={place} tabIndex={-1}>
      {secret ? (
        <>
          <p>Give this secret to {name} by a safe way. It is shown only now.</p>
          <code className="wrap-anywhere mt-2 block rounded-card bg-tint p-3">{secret}</code>
          <Button
            look="outline"
            className="mt-2"
            onClick={() => navigator.clipboard?.writeText(secret).catch(() => undefined)}
          >
            Copy the secret
          </Button>
        </>
      ) : (
        <>
          <p>
            {since
              ? `What we send is signed with the secret of ${shortTime(since)}. A new one replaces it at once.`
              : "Leads wait until there is a secret to sign them with."}
          </p>
          <ActionButton
            className="mt-2"
            act={() => call("POST /desk/directory/:id/secret", { id })}
            onDone={({ secret }) => setSecret(secret)}
            words="The secret is made."
            goOn={[place]}
          >
            {since ? "Make a new secret" : "Make a secret"}
          </ActionButton>
        </>
      )}
    </div>
  );
}

function stateInWords({ status, attempts, lastError }: Delivery) {
  const state = status === "sent" ? "accepted" : mailStatusLabels[status];
  const tries = attempts > 1 ? `, ${attempts} tries` : "";
  return `${state}${tries}${lastError ? `: ${answerInWords(lastError)}` : ""}`;
}

const answerWords: Record<string, string> = {
  "no-secret": "there was no secret to sign with",
  timeout: "no answer within 10 seconds",
  "no-connection": "no safe connection",
  "no-answer": "no answer that we know of",
};

/** Why it has not arrived: its program's last answer, such as 'answered HTTP 500'. */
function answerInWords(code: string) {
  return answerWords[code] ?? code.replace(/^http-/, "answered HTTP ");
}
