import { MAILS } from "../../../db/model/mail/mail.ts";
import { shortTime } from "../../../db/model/time/time-for-staff.ts";
import { call } from "../../api.ts";
import { Button } from "../../ui/button.tsx";
import { read } from "../api.ts";
import { useDeskAction, useDeskList } from "../data.ts";
import { Failure, Waiting } from "../desk-page.tsx";
import { Part } from "../parts/part.tsx";
import { ShowMore } from "../parts/show-more.tsx";
import { breaks, Table } from "../parts/table.tsx";
import { counted } from "../words.ts";

/** The mails that we gave up on, each of which can be tried again. After that the page goes on at `goOn`. */
export function DeadMails({ goOn }: { goOn: string }) {
  const mails = useDeskList(["outbox"], (query) => read("GET /desk/outbox", { query }), { isLive: true });
  const retrying = useDeskAction(
    (id: string | null) => (id ? call("POST /desk/outbox/:id/retry", { id }) : call("POST /desk/outbox/retry")),
    { words: (id) => `We try to send ${id ? "it" : "them all"} again.`, goOn: ["outbox", goOn] },
  );
  const dead = mails.data?.flatMap((page) => page.dead) ?? [];
  return (
    <Part id="outbox" title="Emails we gave up on">
      {!mails.data && <Waiting of={mails} />}
      <Failure message={retrying.message} />
      {dead.length > 1 && (
        <Button look="outline" onClick={() => retrying.run(null)}>
          Try all again
        </Button>
      )}
      <Table
        caption="Emails we gave up on"
        look="list"
        columns={[
          { name: "Email", isRowName: true, cell: ({ kind }) => MAILS[kind].label },
          { name: "Of", cell: ({ createdAt }) => shortTime(createdAt) },
          {
            name: "What happened",
            className: breaks,
            cell: ({ attempts, lastError }) =>
              [counted(attempts, "try", "tries"), lastError].filter(Boolean).join(", "),
          },
          {
            name: "Actions",
            isNameHidden: true,
            className: "text-right",
            cell: ({ id, kind, createdAt }) => (
              <Button look="quiet" onClick={() => retrying.run(id)}>
                Try again
                <span className="sr-only">
                  {" "}
                  to send: {MAILS[kind].label}, {shortTime(createdAt)}
                </span>
              </Button>
            ),
          },
        ]}
        rows={dead}
        keyOf={({ id }) => id}
      />
      <ShowMore list={mails} />
    </Part>
  );
}
