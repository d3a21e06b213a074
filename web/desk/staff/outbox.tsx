import { MAIL_STATUSES, MAILS } from "../../../db/model/mail/mail.ts";
import { shortTime } from "../../../db/model/time/time-for-staff.ts";
import { call } from "../../api.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { read } from "../api.ts";
import { useDeskAction, useDeskList } from "../data.ts";
import { deskPage, Failure, Waiting } from "../desk-page.tsx";
import { Counts } from "../parts/counts.tsx";
import { ShowMore } from "../parts/show-more.tsx";
import { counted, mailStatusLabels } from "../words.ts";

export default deskPage("Outbox", "manageOutbox", Outbox);

function Outbox() {
  const outbox = useDeskList(["outbox"], (query) => read("GET /desk/outbox", { query }), { hears: ["outbox"] });
  const retrying = useDeskAction(
    (id: string | null) => (id ? call("POST /desk/outbox/:id/retry", { id }) : call("POST /desk/outbox/retry")),
    { words: (id) => `We try to send ${id ? "it" : "them all"} again.`, goOn: ["outbox"] },
  );
  const [first] = outbox.data ?? [];
  if (!first) return <Waiting of={outbox} />;
  const { counts, sentToday, oldestOwedAt } = first;
  const dead = outbox.data?.flatMap((page) => page.dead) ?? [];
  return (
    <Card>
      <Counts
        of={[
          { name: "sent today", count: sentToday },
          ...MAIL_STATUSES.map((status) => ({
            name: mailStatusLabels[status],
            count: counts.find((each) => each.status === status)?.count ?? 0,
          })),
        ]}
      />
      {oldestOwedAt && <p className="mt-3">The oldest that waits is of {shortTime(oldestOwedAt)}.</p>}
      <Failure message={retrying.message} />
      {dead.length > 1 && (
        <Button look="outline" className="mt-3" onClick={() => retrying.run(null)}>
          Try all again
        </Button>
      )}
      <ul id="outbox" tabIndex={-1} className="mt-3 divide-y divide-line">
        {dead.map(({ id, kind, attempts, lastError, createdAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-2">
            <span>
              {MAILS[kind].label}, {shortTime(createdAt)}
              <span className="block text-quiet text-sm">
                {counted(attempts, "try", "tries")}
                {lastError && `, ${lastError}`}
              </span>
            </span>
            <Button look="outline" onClick={() => retrying.run(id)}>
              Try again
            </Button>
          </li>
        ))}
      </ul>
      <ShowMore list={outbox} />
    </Card>
  );
}
