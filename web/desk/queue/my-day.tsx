import { type ReactNode, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { lawfulFrom, USUAL_ZIP } from "../../../db/model/calls/contact-hours.ts";
import { callsAgain, dueInWords } from "../../../db/model/case/promise.ts";
import type { DueSection } from "../../../db/model/queue/my-day.ts";
import { countInWords, FREE_UP_TO, OVERDUE_UP_TO } from "../../../db/model/site/statistics.ts";
import { Link } from "../../ui/link.tsx";
import type { MyDay } from "../api.ts";
import { useLiveQuery, useNow } from "../data.ts";
import { deskPage, Waiting } from "../desk-page.tsx";
import { breaks, type Column, firstLine, RowsToggle, Table } from "../parts/table.tsx";
import { counted } from "../words.ts";
import { useCaseList } from "./case-list.ts";
import { ClaimBar, ClaimFirst, type Claims, claimColumn, useClaims } from "./claim.tsx";
import { FREE_QUEUE, OrderChoice, OVERDUE_QUEUE } from "./queue-filters.tsx";
import { forecastColumn, NewByPhone, nameColumn, PhoneLink, When } from "./rows.tsx";
import { useView } from "./view.ts";

const sectionLabels: Record<DueSection, string> = {
  calls: "Calls they asked for",
  promises: "First contact due",
  next: "Next steps",
  replies: "Messages to answer",
  answers: "Answers about introductions",
};

export default deskPage("My day", "readMyDay", Day);

function Day() {
  const [params, setParams] = useSearchParams();
  const [view, keep] = useView();
  const order = params.get("order") ?? view.order;
  const day = useLiveQuery("GET /desk/my-day", order ? { query: { order } } : {});
  useCaseList(day.data && casesOf(day.data));
  const claims = useClaims(day.data?.free ?? []);
  const [isLaterShown, showLater] = useState(false);
  const now = useNow();
  if (!day.data) return <Waiting of={day} />;
  const { due, free, freeCount, later, isCut, overdue } = day.data;
  const calls = callsAgain(USUAL_ZIP, lawfulFrom(USUAL_ZIP, now), now);
  const late = later.filter(({ isLate }) => isLate).length;
  const count = due.reduce((sum, { items }) => sum + items.length, 0);
  const sections = due.filter(({ items }) => items.length > 0);
  const hasPhones = [...due.flatMap(({ items }) => items), ...later].some(({ phone }) => phone);
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-2 sm:in-title sm:mb-0">
        <OrderChoice
          order={order}
          onChange={(order) => {
            keep({ order });
            setParams(order ? { order } : {}, { replace: true });
          }}
        />
        <NewByPhone />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {/* Announced when the numbers change. */}
        <p role="status" className="font-semibold">
          {count === 0 ? "Nothing is due for you now." : `${counted(count, "thing is", "things are")} due now.`}{" "}
          {overdue > 0 && (
            <Link to={OVERDUE_QUEUE} className="link text-alert">
              {overdueInWords(overdue)}
            </Link>
          )}
        </p>
        {calls && <p className="text-quiet">{calls}.</p>}
      </div>
      {isCut && (
        <p className="mt-2">Only those of your cases are shown here that come first. The queue has all of them.</p>
      )}
      <Table
        caption="What to do, the most urgent first"
        look="list"
        columns={columnsFor(claims, hasPhones)}
        groups={[
          ...sections.map(({ section, items }) => ({
            key: section,
            head: <Heading id={section} words={sectionLabels[section]} count={items.length} />,
            rows: items.map(rowOf),
          })),
          {
            key: "free",
            head: (
              <div className="flex flex-wrap items-center gap-x-4">
                <Heading id="free" words="Free to claim" count={free.length}>
                  {freeCount > free.length && (
                    <>
                      {" "}
                      of{" "}
                      <Link to={FREE_QUEUE} className="link">
                        {countInWords(freeCount, FREE_UP_TO)} in the queue
                      </Link>
                    </>
                  )}
                </Heading>
                <div className="ml-auto">
                  <ClaimFirst of={free} look={count === 0 ? "primary" : "outline"} />
                </div>
                {free.length === 0 && <p className="font-normal">Somebody works on every application that waits.</p>}
              </div>
            ),
            rows: free.map((application) => freeRow(application, now)),
          },
          {
            key: "later",
            head: (
              <RowsToggle isShown={isLaterShown} show={showLater}>
                Later ({later.length}
                {late > 0 && `, ${late} overdue`})
              </RowsToggle>
            ),
            rows: isLaterShown ? later.map(rowOf) : [],
          },
        ]}
        keyOf={({ id }) => id}
      />
      <ClaimBar claims={claims} />
    </>
  );
}

function Heading({ id, words, count, children }: { id: string; words: string; count: number; children?: ReactNode }) {
  return (
    <div className="flex items-baseline gap-2">
      <h2 id={id} tabIndex={-1} className="text-base">
        {words}
      </h2>
      <span className="font-normal text-quiet">
        {count}
        {children}
      </span>
    </div>
  );
}

/** The cases of a day, in the order of the page. */
function casesOf({ due, free, later }: MyDay) {
  const dueCases = due.flatMap(({ section, items }) => (section === "replies" ? [] : items));
  return [...dueCases.map(rowOf), ...free, ...later.map(rowOf)];
}

function overdueInWords(overdue: number) {
  return overdue === 1
    ? "1 application in the queue is overdue."
    : `${countInWords(overdue, OVERDUE_UP_TO)} applications in the queue are overdue.`;
}

type Free = MyDay["free"][number];

interface Row
  extends Pick<Free, "id" | "fullName" | "language" | "scoresForecast">,
    Partial<Pick<Free, "owner" | "status">> {
  /** What it opens, if not the case. */
  to?: string;
  when: string;
  isLate?: boolean;
  phone?: string | null;
  /** What to do and why, or who it is. */
  about: string;
}

function rowOf(item: MyDay["later"][number]): Row {
  const to = item.section === "replies" ? "/desk/messages" : undefined;
  return { ...item, fullName: item.name, to, about: [item.what, item.why].filter(Boolean).join(". ") };
}

function freeRow(free: Free, now: Date): Row {
  const { words, isLate } = dueInWords(free, now);
  return { ...free, when: words, isLate, about: `${free.city}. ${free.purchaseTimeline}.` };
}

const phoneColumn: Column<Row> = {
  name: "Phone",
  cell: ({ phone }) => phone && <PhoneLink number={phone} />,
};

function columnsFor(claims: Claims, hasPhones: boolean): Column<Row>[] {
  return [
    claimColumn(claims),
    { ...nameColumn, className: `${nameColumn.className} as-table:@4xl:w-[30%]` },
    { name: "When", className: firstLine, cell: ({ when, isLate }) => <When isLate={isLate}>{when}</When> },
    ...(hasPhones ? [phoneColumn] : []),
    { ...forecastColumn, isOptional: hasPhones },
    { name: "What", className: `${breaks} as-table:@4xl:w-[35%]`, cell: ({ about }) => about },
  ];
}
