import { CircleAlert, Phone } from "lucide-react";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router-dom";
import type { DueSection } from "../../../db/model/queue/my-day.ts";
import { promiseState, waitingTime } from "../../../db/model/queue/promise.ts";
import { paths } from "../../../db/model/site/paths.ts";
import { replyDay } from "../../../db/model/time/reply-day.ts";
import { shortTime } from "../../../db/model/time/time-for-staff.ts";
import { Field } from "../../ui/form/field.tsx";
import { Link } from "../../ui/link.tsx";
import type { MyDay } from "../api.ts";
import { useLiveQuery, useNow } from "../data.ts";
import { deskPage, Waiting } from "../desk-page.tsx";
import { Options } from "../parts/action-form.tsx";
import { LanguageTag } from "../parts/language-tag.tsx";
import { Part } from "../parts/part.tsx";
import { useCaseList } from "./case-list.ts";
import { ClaimBar, ClaimBox, useClaims } from "./claim-several.tsx";
import { BY_APPROVAL, OVERDUE_QUEUE, USUAL_ORDER } from "./queue-filters.tsx";

const sectionLabels: Record<DueSection, string> = {
  calls: "Calls they asked for",
  promises: "Due today",
  next: "Planned for now",
  replies: "Messages to answer",
  answers: "Answers about introductions",
};

export default deskPage("My day", "readMyDay", Day);

function Day() {
  const [params, setParams] = useSearchParams();
  const order = params.get("order") ?? "";
  const day = useLiveQuery(["lists", "messages"], "GET /desk/my-day", order ? { query: { order } } : {});
  useCaseList(day.data && casesOf(day.data));
  if (!day.data) return <Waiting of={day} />;
  const { due, free, later, isCut, overdue } = day.data;
  const count = due.reduce((sum, { items }) => sum + items.length, 0);
  return (
    <div className={`grid grid-cols-1 items-start gap-5 ${count > 0 ? "lg:grid-cols-[3fr_2fr]" : "max-w-3xl"}`}>
      {/* Announced when the numbers change. */}
      <div role="status" className="grid gap-1 col-span-full">
        <p className="font-semibold">
          {count === 0
            ? "Nothing is due for you now."
            : count === 1
              ? "1 thing is due now."
              : `${count} things are due now.`}
        </p>
        {overdue > 0 && (
          <p className="flex items-start gap-1.5 font-semibold text-alert">
            <CircleAlert aria-hidden="true" className="mt-1 size-4 shrink-0" />
            <span>{overdueInWords(overdue)}</span>
          </p>
        )}
      </div>
      {overdue > 0 && (
        <p className="col-span-full">
          <Link to={OVERDUE_QUEUE} className="link inline-flex min-h-6 items-center">
            Show the overdue ones
          </Link>
        </p>
      )}
      <Field id="order" label="Order" className="col-span-full w-fit font-semibold text-sm">
        {(box) => (
          <select
            {...box}
            value={order}
            onChange={({ target: { value } }) => setParams(value ? { order: value } : {}, { replace: true })}
          >
            <Options first={USUAL_ORDER} of={["approval"]} words={{ approval: BY_APPROVAL }} />
          </select>
        )}
      </Field>
      {isCut && (
        <p className="col-span-full">
          Only those of your cases are shown here that come first. The queue has all of them.
        </p>
      )}
      <div className="grid min-w-0 gap-5">
        {due
          .filter(({ items }) => items.length > 0)
          .map(({ section, items }) => (
            <Part key={section} id={section} title={sectionLabels[section]}>
              <Items items={items} />
            </Part>
          ))}
        <details>
          <summary className="link min-h-11 w-fit font-semibold">Later ({later.length})</summary>
          <div className="mt-2">
            {later.length === 0 ? <p>Nothing of yours is planned for later.</p> : <Items items={later} />}
          </div>
        </details>
      </div>
      <Free free={free} />
    </div>
  );
}

/** The cases of a day, in the order of the page. */
function casesOf({ due, free, later }: MyDay) {
  const dueCases = due.flatMap(({ section, items }) => (section === "replies" ? [] : items));
  return [...dueCases, ...later, ...free].map(({ id }) => id);
}

/** 'One application is overdue …'. */
function overdueInWords(overdue: number) {
  const promise = `${replyDay()}, as we promise.`;
  return overdue === 1
    ? `1 application is overdue: nobody has reached the applicant ${promise}`
    : `${overdue} applications are overdue: nobody has reached the applicants ${promise}`;
}

type Item = MyDay["later"][number];

function Items({ items }: { items: Item[] }) {
  return (
    <ul className="divide-y divide-line">
      {items.map((item) => (
        <li key={item.id} className="@container py-2">
          <Row to={item.section === "replies" ? "/desk/messages" : paths.case(item.id)} name={item.name}>
            <p>
              {item.callTime && <Phone aria-hidden="true" className="mr-1.5 inline size-4" />}
              {item.what}, {item.callTime ?? shortTime(item.at)}
            </p>
            <p className="text-quiet text-sm">{item.why}</p>
          </Row>
        </li>
      ))}
    </ul>
  );
}

function Row({ to, name, children }: { to: string; name: ReactNode; children: ReactNode }) {
  return (
    <div className="wrap-anywhere grid grow gap-x-4 @md:grid-cols-[12rem_1fr]">
      <p>
        <Link to={to} className="link inline-flex min-h-6 items-center font-semibold">
          {name}
        </Link>
      </p>
      <div className="min-w-0">{children}</div>
    </div>
  );
}

/** Cases that nobody owns, in the order of the queue. */
function Free({ free }: { free: MyDay["free"] }) {
  const now = useNow();
  const claims = useClaims(free);
  return (
    <Part id="free" title="Free to claim">
      {free.length === 0 && <p>Somebody works on every application that waits.</p>}
      <ul className="divide-y divide-line">
        {free.map((application) => {
          const { id, fullName, city, purchaseTimeline, appointment, promisedSince } = application;
          return (
            <li key={id} className="@container flex items-start gap-3 py-2">
              <ClaimBox application={application} claims={claims} />
              <Row
                to={paths.case(id)}
                name={
                  <>
                    {fullName} <LanguageTag language={application.language} />
                  </>
                }
              >
                <p>
                  {city}. {purchaseTimeline}.
                </p>
                <p className="text-quiet text-sm">
                  {appointment && `Wants a call ${appointment.words}. `}
                  Waiting {waitingTime(promisedSince, now)}. {promiseState(application, now).words}.
                </p>
              </Row>
            </li>
          );
        })}
      </ul>
      <ClaimBar claims={claims} />
    </Part>
  );
}
