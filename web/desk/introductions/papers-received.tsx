import { isClosed } from "../../../db/model/case/status.ts";
import { paperWords } from "../../../db/model/papers/papers.ts";
import { shortTime } from "../../../db/model/time/time-for-staff.ts";
import { call } from "../../api.ts";
import type { Case } from "../api.ts";
import { useDeskAction } from "../data.ts";
import { Failure } from "../desk-page.tsx";
import { Fold } from "../parts/part.tsx";

type Asked = Case["papers"][number];

/** Notes the arrival of a paper by one press; another press takes it back. Hidden until papers were asked for. */
export function PapersReceived({ application }: { application: Case }) {
  const { id, papers, status, workRefusal } = application;
  if (papers.length === 0) return null;
  const missing = papers.filter(({ receivedAt }) => receivedAt === null);
  return (
    <Fold title="Documents received" note={`${papers.length - missing.length} of ${papers.length}`}>
      <p className={missing.length === 0 ? "font-semibold text-leaf" : ""}>
        {missing.length === 0
          ? "All documents that were asked for have arrived."
          : `${papers.length - missing.length} of ${papers.length} have arrived. The applicant sees which.`}
      </p>
      {workRefusal && <p className="mt-1 text-quiet">{workRefusal}</p>}
      <ul className="mt-2 grid gap-1">
        {papers.map((asked) =>
          workRefusal || isClosed(status) ? (
            <li key={asked.paper}>
              {paperWords(asked.paper)}: {asked.receivedAt ? `received ${shortTime(asked.receivedAt)}` : "not received"}
            </li>
          ) : (
            <Row
              key={asked.paper}
              id={id}
              asked={asked}
              isLast={missing.length === 1 && missing[0]?.paper === asked.paper}
            />
          ),
        )}
      </ul>
    </Fold>
  );
}

function Row({ id, asked: { paper, receivedAt }, isLast }: { id: string; asked: Asked; isLast: boolean }) {
  const noting = useDeskAction(
    (received: boolean) => call("POST /desk/case/:id/papers", { id, json: { paper, received } }),
    {
      words: (received) => {
        if (received && isLast) return "Noted. All documents have arrived.";
        return received ? "Noted as received." : "Noted as not received.";
      },
    },
  );
  return (
    <li>
      <label className="flex min-h-11 items-start gap-3 py-1.5">
        <input
          type="checkbox"
          className="mt-0.5 size-6 shrink-0 accent-bluebonnet"
          checked={noting.asked ?? receivedAt !== null}
          onChange={({ target }) => noting.run(target.checked)}
        />
        <span className="min-w-0">
          {paperWords(paper)}
          {receivedAt && <span className="block text-quiet text-sm">Received {shortTime(receivedAt)}</span>}
        </span>
      </label>
      <Failure message={noting.message} />
    </li>
  );
}
