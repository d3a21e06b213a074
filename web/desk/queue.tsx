import { useInfiniteQuery } from "@tanstack/react-query";
import { CircleAlert, CircleOff, Clock, Phone, Search } from "lucide-react";
import { useRef } from "react";
import { Link, useLocation, useSearchParams } from "react-router-dom";
import { paths } from "../../db/model/paths.ts";
import { STATUSES, type Stage, stages, statusLabels } from "../../db/model/status.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { type QueuedApplication, type QueueFilter, readArrivals, readQueue } from "./api.ts";
import { useCaseList } from "./case-list.ts";
import { messageOf, POLL_MS, useDeskQuery, useNow, useSignedOut } from "./data.ts";
import { DeskPage, Failure, Waiting } from "./desk-page.tsx";
import { LanguageTag } from "./language-tag.tsx";
import { isDue, languageNames, promiseState, shortTime, waitingTime } from "./words.ts";

/** Not a stage: whoever asked for a call, in whatever stage. */
const CALLS = "calls";

const stageLabels: Record<Stage, string> = {
  waiting: "Waiting for our answer",
  working: "In progress",
  closed: "Closed",
};

export default function QueuePage() {
  return (
    <DeskPage title="Queue" action="readQueue">
      <Queue />
    </DeskPage>
  );
}

function Queue() {
  const [params, setParams] = useSearchParams();
  // In the history's state, not in the address: somebody's name or number stays out of histories and logs.
  const { state } = useLocation();
  const filter: QueueFilter = {
    show: params.get("show") ?? "waiting",
    owner: params.get("owner") ?? "",
    language: params.get("language") ?? "",
    q: typeof state?.q === "string" ? state.q : "",
  };
  const queue = useInfiniteQuery({
    queryKey: ["desk", "queue", filter],
    queryFn: ({ pageParam }) => readQueue(filter, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchOnMount: "always",
    refetchInterval: POLL_MS,
  });
  useSignedOut(queue.error);
  const applications = queue.data?.pages.flatMap((page) => page.applications) ?? [];
  useCaseList(applications.map(({ id }) => id));
  const isMisread = queue.data?.pages.some((page) => page.isMisread);

  function change(changes: Partial<QueueFilter>) {
    const { q, ...others } = { ...filter, ...changes };
    const inAddress = Object.entries(others).filter(([, value]) => value !== "");
    setParams(new URLSearchParams(inAddress), { replace: true, state: { q } });
  }

  return (
    <>
      <Filters filter={filter} onChange={change} />
      <Arrivals onShowCalls={filter.show === CALLS ? undefined : () => change({ show: CALLS, q: "" })} />
      {queue.isError && queue.data && <Failure message={messageOf(queue.error)} />}
      {!queue.data && <Waiting error={queue.error} onRetry={() => queue.refetch()} />}
      {queue.data && applications.length === 0 && (
        <p className="mt-6">
          No applications here.
          {isMisread &&
            " If this was said on the phone, one character of it is wrong: please ask the caller to read it again."}
        </p>
      )}
      {applications.length > 0 && (
        <QueueTable applications={applications} isCalls={filter.show === CALLS && !filter.q} />
      )}
      {queue.hasNextPage && (
        <Button
          look="outline"
          className="mt-5"
          onClick={() => queue.fetchNextPage()}
          disabled={queue.isFetchingNextPage}
        >
          Show more
        </Button>
      )}
    </>
  );
}

function Filters({ filter, onChange }: { filter: QueueFilter; onChange: (changes: Partial<QueueFilter>) => void }) {
  return (
    <search>
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          onChange({ q: String(new FormData(event.currentTarget).get("q")).trim() });
        }}
      >
        <Field id="show" label="Show" className="grow font-semibold text-sm sm:grow-0">
          {(box) => (
            <select {...box} value={filter.show} onChange={(event) => onChange({ show: event.target.value })}>
              {(Object.keys(stages) as Stage[]).map((stage) => (
                <option key={stage} value={stage}>
                  {stageLabels[stage]}
                </option>
              ))}
              <option value={CALLS}>Booked calls, the next one first</option>
              <optgroup label="One status">
                {STATUSES.map((status) => (
                  <option key={status} value={status}>
                    {statusLabels[status]}
                  </option>
                ))}
              </optgroup>
            </select>
          )}
        </Field>
        <Field id="owner" label="Owner" className="grow font-semibold text-sm sm:grow-0">
          {(box) => (
            <select {...box} value={filter.owner} onChange={(event) => onChange({ owner: event.target.value })}>
              <option value="">Anybody</option>
              <option value="nobody">Nobody yet</option>
              <option value="me">Me</option>
            </select>
          )}
        </Field>
        <Field id="language" label="Language" className="grow font-semibold text-sm sm:grow-0">
          {(box) => (
            <select {...box} value={filter.language} onChange={(event) => onChange({ language: event.target.value })}>
              <option value="">Any</option>
              <option value="es">{languageNames.es}</option>
            </select>
          )}
        </Field>
        <Field
          id="q"
          label="Name, phone, email, reference or application number"
          className="min-w-0 grow font-semibold text-sm"
        >
          {(box) => <input key={filter.q} {...box} type="search" name="q" defaultValue={filter.q} minLength={3} />}
        </Field>
        <Button type="submit">
          <Search aria-hidden="true" className="size-5" /> Search
        </Button>
        {filter.q && (
          <p className="w-full text-quiet text-sm">
            Searching all applications, the newest first.{" "}
            <button type="button" className="link min-h-6" onClick={() => onChange({ q: "" })}>
              Back to the queue
            </button>
          </p>
        )}
      </form>
    </search>
  );
}

/** Says how many have come in since the page was opened, and which calls are due, to eyes and, politely, to screen readers. */
function Arrivals({ onShowCalls }: { onShowCalls?: () => void }) {
  const since = useRef<number>(undefined);
  const arrivals = useDeskQuery(
    ["arrivals"],
    async () => {
      const read = await readArrivals(since.current);
      since.current ??= read.newestAt;
      return read;
    },
    { isPolled: true },
  );
  const { count = 0, newestAt = 0, callsDue = 0 } = arrivals.data ?? {};
  return (
    <div className="mt-4 flex min-h-11 flex-wrap items-center gap-x-4">
      <div role="status" aria-live="polite" className="font-semibold">
        {callsDue > 0 && (
          <p className="text-alert">
            {callsDue === 1 ? "1 booked call is" : `${callsDue} booked calls are`} due now or within the hour.
          </p>
        )}
        {count > 0 && (
          <p className="text-leaf">
            {`${count} new ${count === 1 ? "application" : "applications"} since you opened this page, the last at ${shortTime(new Date(newestAt))}.`}
          </p>
        )}
      </div>
      {callsDue > 0 && onShowCalls && (
        <Button look="quiet" onClick={onShowCalls}>
          Show booked calls
        </Button>
      )}
    </div>
  );
}

const COLUMNS = ["Name", "City", "Waiting", "Forecast", "Flags", "Owner", "Status"];

/** A table that folds: on a phone each row is a card whose cells name their column. */
function QueueTable({ applications, isCalls }: { applications: QueuedApplication[]; isCalls: boolean }) {
  const now = useNow();
  return (
    <table className="wrap-break-word mt-2 w-full border-line max-md:block md:border-y md:bg-white">
      <caption className="sr-only">
        Applications, those {isCalls ? "with the next call" : "closest to a broken promise"} first
      </caption>
      <thead className="max-md:sr-only">
        <tr>
          {COLUMNS.map((name) => (
            <th key={name} scope="col" className="px-3 md:max-lg:px-2 py-2 text-left text-quiet text-sm">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:grid max-md:gap-3">
        {applications.map((application) => (
          <QueueRow key={application.id} application={application} now={now} />
        ))}
      </tbody>
    </table>
  );
}

const cell =
  "px-3 md:max-lg:px-2 py-2 align-top max-md:grid max-md:grid-cols-[6rem_1fr] max-md:gap-2 max-md:py-1 max-md:before:text-quiet max-md:before:text-sm max-md:before:content-[attr(data-label)]";

function QueueRow({ application, now }: { application: QueuedApplication; now: Date }) {
  const { id, fullName, city, createdAt, scoresForecast, flags, owner, status } = application;
  const needsAttention = (flags ?? []).filter(({ level }) => level === "attention");
  return (
    <tr className="border-line md:border-t max-md:block max-md:rounded-card max-md:border max-md:bg-white max-md:py-2">
      <td data-label="Name" className={`${cell} wrap-anywhere md:min-w-36 lg:min-w-44`}>
        <span>
          <Link to={paths.case(id)} className="link inline-flex min-h-6 items-center font-semibold">
            {fullName}
          </Link>
          <LanguageTag language={application.language} />
          <span className="block text-quiet text-sm">{application.purchaseTimeline}</span>
          <span className="block text-quiet text-sm tabular-nums">{application.spokenReference}</span>
        </span>
      </td>
      <td data-label="City" className={`${cell} wrap-anywhere lg:min-w-24`}>
        {city}
      </td>
      <td data-label="Waiting" className={cell}>
        <WaitingCell application={application} now={now} />
      </td>
      <td data-label="Forecast" className={`${cell} tabular-nums`}>
        {scoresForecast ?? "-"}
      </td>
      <td data-label="Flags" className={cell}>
        <span>
          {application.contactStoppedAt && (
            <span className="flex items-center gap-1.5 font-semibold text-alert text-sm">
              <CircleOff aria-hidden="true" className="size-4 shrink-0" /> Do not contact
            </span>
          )}
          {needsAttention.map(({ code, note }) => (
            <span key={code} className="flex items-start gap-1.5 text-alert text-sm">
              <CircleAlert aria-hidden="true" className="mt-1 size-4 shrink-0" /> {note}
            </span>
          ))}
          {needsAttention.length === 0 && !application.contactStoppedAt && (
            <span className="text-quiet text-sm">{flags?.length ? `${flags.length} for information` : "None"}</span>
          )}
        </span>
      </td>
      <td data-label="Owner" className={`${cell} wrap-anywhere lg:min-w-24`}>
        {owner ?? <span className="text-quiet">Nobody</span>}
      </td>
      <td data-label="Status" className={cell}>
        {statusLabels[status]}
        <span className="sr-only">, sent {shortTime(createdAt)}</span>
      </td>
    </tr>
  );
}

function WaitingCell({ application, now }: { application: QueuedApplication; now: Date }) {
  const { appointment } = application;
  return (
    <span>
      {appointment && (
        <span
          className={`flex items-start gap-1.5 font-semibold text-sm ${isDue(appointment, now) ? "text-alert" : ""}`}
        >
          <Phone aria-hidden="true" className="mt-1 size-4 shrink-0" />
          {isDue(appointment, now) ? "Call due: " : "Call: "}
          {appointment.words}
        </span>
      )}
      <Promises application={application} now={now} />
    </span>
  );
}

function Promises({ application, now }: { application: QueuedApplication; now: Date }) {
  const { createdAt, promisedSince, contactStoppedAt, status } = application;
  if (!(stages.waiting as readonly string[]).includes(status)) {
    return <span className="text-quiet text-sm">Since {shortTime(createdAt)}</span>;
  }
  const { isBroken, words } = promiseState(application, now);
  if (contactStoppedAt) return <span className="text-quiet text-sm">{words}</span>;
  return (
    <span>
      <span className="whitespace-nowrap font-semibold tabular-nums">{waitingTime(promisedSince, now)}</span>
      <span className={`flex items-start gap-1.5 text-sm ${isBroken ? "font-semibold text-alert" : "text-quiet"}`}>
        {isBroken ? (
          <CircleAlert aria-hidden="true" className="mt-1 size-4 shrink-0" />
        ) : (
          <Clock aria-hidden="true" className="mt-1 size-4 shrink-0" />
        )}
        {words}
      </span>
    </span>
  );
}
