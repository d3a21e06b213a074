import { useRef } from "react";
import { useLocation, useSearchParams } from "react-router-dom";
import { HISTORY_KEPT_MONTHS } from "../../../db/model/time/retention.ts";
import { shortTime } from "../../../db/model/time/time-for-staff.ts";
import { reasonForStaff } from "../../sign-in/reason-for-staff.ts";
import { Button } from "../../ui/button.tsx";
import { type QueueFilter, readQueue } from "../api.ts";
import { useCounts, useDeskList } from "../data.ts";
import { deskPage, Failure, Waiting } from "../desk-page.tsx";
import { Check } from "../parts/check.tsx";
import { Menu } from "../parts/menu.tsx";
import { ShowMore } from "../parts/show-more.tsx";
import { counted } from "../words.ts";
import { useCaseList } from "./case-list.ts";
import { ClaimBar, useClaims } from "./claim.tsx";
import { CALLS, NO_FILTER, QueueFilters } from "./queue-filters.tsx";
import { CHOOSABLE, QueueTable } from "./queue-table.tsx";
import { NewByPhone } from "./rows.tsx";
import { useView } from "./view.ts";

export default deskPage("Queue", "readQueue", Queue);

function Queue() {
  const [view, keep] = useView();
  const { filter, change } = useFilter(view.order);
  const queue = useDeskList(["queue", filter], (from) => readQueue(filter, from), { isLive: true });
  const pages = queue.data ?? [];
  const applications = pages.flatMap((page) => page.applications);
  useCaseList(queue.data && applications);
  const claims = useClaims(applications);
  const isMisread = pages.some((page) => page.isMisread);

  return (
    <>
      <div className="in-title">
        <NewByPhone />
      </div>
      <div className="clear-both flex flex-wrap items-center gap-x-4">
        <Arrivals onShowCalls={filter.show === CALLS ? undefined : () => change({ show: CALLS, q: "" })} />
      </div>
      <QueueFilters
        filter={filter}
        onChange={(changes) => {
          if (changes.order !== undefined) keep({ order: changes.order });
          change(changes);
        }}
      >
        <div className="max-sm:hidden">
          <Menu label="Columns">
            <fieldset>
              <legend className="sr-only">Columns</legend>
              {CHOOSABLE.map((name) => (
                <Check
                  key={name}
                  isOn={!view.hidden.includes(name)}
                  onChange={(isOn) =>
                    keep({ hidden: isOn ? view.hidden.filter((each) => each !== name) : [...view.hidden, name] })
                  }
                >
                  {name}
                </Check>
              ))}
            </fieldset>
          </Menu>
        </div>
      </QueueFilters>
      {queue.isError && queue.data && <Failure message={reasonForStaff(queue.error)} />}
      {!queue.data && <Waiting of={queue} />}
      {queue.data && applications.length === 0 && (
        <p className="mt-6">
          No applications here.
          {isMisread &&
            " If this was said over the phone, one character of it is wrong: please ask the caller to read it again."}
          {filter.q &&
            ` What was closed more than ${HISTORY_KEPT_MONTHS} months ago is not found by phone number or email address.`}
        </p>
      )}
      {applications.length > 0 && (
        <QueueTable applications={applications} filter={filter} hidden={view.hidden} claims={claims} />
      )}
      <ClaimBar claims={claims} />
      <ShowMore list={queue}>
        <HowFar lookedAt={pages.map((page) => page.lookedAt)} />
      </ShowMore>
    </>
  );
}

/** The filter in the address, whose order may be the member's usual one, and a function that changes it. */
function useFilter(order: string) {
  const [params, setParams] = useSearchParams();
  // In the history's state, so that no name or number gets into histories and logs.
  const { state, key } = useLocation();
  const filter: QueueFilter = {
    show: "waiting",
    order,
    ...NO_FILTER,
    ...Object.fromEntries(params),
    q: typeof state?.q === "string" ? state.q : "",
  };
  // The address changes in a transition, so a choice may come before the one before it is on screen.
  const asked = useRef({ since: key, filter });
  function change(changes: Partial<QueueFilter>) {
    const base = asked.current.since === key ? asked.current.filter : filter;
    // A search covers all applications, so choosing a filter ends it.
    const next = { ...base, q: "", ...changes };
    asked.current = { since: key, filter: next };
    const { q, ...others } = next;
    const inAddress = Object.entries(others).filter(([, value]) => value !== "");
    setParams(new URLSearchParams(inAddress), { replace: true, state: { q } });
  }
  return { filter, change };
}

/** Says that there may be more applications than the search looked at. */
function HowFar({ lookedAt }: { lookedAt: (number | null)[] }) {
  const last = lookedAt.at(-1);
  if (!last) return null;
  const isWhole = lookedAt.every((each) => each !== null);
  const looked = (isWhole ? last * lookedAt.length : last).toLocaleString("en-US");
  return (
    <p>
      {isWhole ? `We looked at the first ${looked} applications.` : `We looked at ${looked} more applications.`} There
      are others after these.
    </p>
  );
}

/** Says how many applications are new since the page was opened, and which calls are due. */
function Arrivals({ onShowCalls }: { onShowCalls?: () => void }) {
  const counts = useCounts();
  const since = useRef<number>(undefined);
  since.current ??= counts?.newest;
  const { newest = 0, newestAt = null, callsDue = 0 } = counts ?? {};
  const count = newest - (since.current ?? newest);
  return (
    <>
      <div role="status" aria-live="polite" className="font-semibold">
        {callsDue > 0 && (
          <p className="text-alert">
            {counted(callsDue, "booked call is", "booked calls are")} due now or within the hour.
          </p>
        )}
        {count > 0 && newestAt !== null && (
          <p className="text-leaf">
            {`${counted(count, "new application")} since you opened this page, the last at ${shortTime(newestAt)}.`}
          </p>
        )}
      </div>
      {callsDue > 0 && onShowCalls && (
        <Button look="quiet" onClick={onShowCalls}>
          Show booked calls
        </Button>
      )}
    </>
  );
}
