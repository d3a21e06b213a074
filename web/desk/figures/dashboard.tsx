import { conversionLabels } from "../../../db/model/forecast/conversion.ts";
import { hoursAndMinutes } from "../../../db/model/queue/first-contact.ts";
import { countInWords } from "../../../db/model/site/statistics.ts";
import type { VisitStage } from "../../../db/model/site/visit.ts";
import { replyDay } from "../../../db/model/time/reply-day.ts";
import { shortDay } from "../../../db/model/time/time-for-staff.ts";
import { Link } from "../../ui/link.tsx";
import type { Dashboard } from "../api.ts";
import { useDeskQuery } from "../data.ts";
import { deskPage, Waiting } from "../desk-page.tsx";
import { Part } from "../parts/part.tsx";
import { Table } from "../parts/table.tsx";
import { OVERDUE_QUEUE } from "../queue/queue-filters.tsx";
import { BarChart } from "./bar-chart.tsx";

/** By the page that a visit reached. */
const visitLabels: Record<VisitStage, string> = {
  site: "Opened the site",
  contact: "Started the form",
  employment: "Contact done",
  residence: "Employment done",
  "banking-credit": "Residence done",
  downpayment: "Banking done",
  review: "All steps done",
};

export default deskPage("Do we keep our word?", "readDashboard", Figures);

function Figures() {
  const dashboard = useDeskQuery("GET /desk/dashboard");
  if (!dashboard.data) return <Waiting of={dashboard} />;
  const { now, members, weeks, sources, stages, visits, days } = dashboard.data;
  const counted = `of the last ${days} days`;
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
      <Part title="Now">
        <dl className="flex flex-wrap gap-x-10 gap-y-3">
          <Figure name="waiting for a first call" count={now.waiting} />
          <Figure name="of these are overdue" count={now.overdue} isBad={now.overdue > 0} />
        </dl>
        <p className="mt-3">
          <Link to={now.overdue > 0 ? OVERDUE_QUEUE : "/desk/queue"} className="link inline-flex min-h-11 items-center">
            {now.overdue > 0 ? "Show the overdue ones" : "Open the queue"}
          </Link>
        </p>
      </Part>
      <Part title="Workload">
        <Members members={members} />
      </Part>
      <Part title="How soon we call">
        <p className="mb-3 text-sm">
          From the application to the first call that reached them or their voicemail. Business hours are Monday to
          Saturday, 8 AM to 8 PM Central. Half of the applicants waited less than the median. Waits are rounded, long
          ones to an hour.
        </p>
        {weeks.every(({ contacted }) => contacted === 0) ? (
          <p>Nobody was contacted for the first time in these 12 weeks.</p>
        ) : (
          <Weeks weeks={weeks} />
        )}
      </Part>
      <Part title="Outcomes">
        <p className="mb-3 text-sm">
          Applications {counted}, without duplicates. Whoever skipped a stage counts as past it. Visits are browser
          tabs; those of people who ask not to be measured are missing.
        </p>
        <div className="mb-6">
          <BarChart
            title="How far visits got"
            of="Stage"
            series={["Visits"]}
            rows={visits.map(({ stage, count }) => ({ name: visitLabels[stage], values: [count] }))}
          />
        </div>
        <BarChart
          title="How far applications got"
          of="Stage"
          series={["Applications"]}
          rows={stages.map(({ stage, count }) => ({ name: conversionLabels[stage], values: [count], count }))}
          more={[
            {
              name: "Of those submitted",
              cell: ({ count }) => (stages[0]?.count ? percent(count / stages[0].count) : "none"),
            },
          ]}
        />
        <div className="mt-6">
          {sources.length === 0 ? (
            <p>Nobody has started the form in these days.</p>
          ) : (
            <BarChart
              title="By campaign, or the first page without one"
              of="Campaign or page"
              series={["Started", "Submitted"]}
              rows={sources.map((each) => ({
                ...each,
                name: each.source ?? "not known",
                values: [each.started, each.submitted],
              }))}
              more={[
                { name: "Reached", cell: ({ contacted }) => contacted },
                { name: "Introduced", cell: ({ introduced }) => introduced },
                { name: "Approved", cell: ({ approved }) => approved },
              ]}
            />
          )}
        </div>
      </Part>
    </div>
  );
}

function Weeks({ weeks }: Pick<Dashboard, "weeks">) {
  const more = [{ name: "First contacts", cell: ({ contacted }: { contacted: number }) => contacted }];
  return (
    <>
      <BarChart
        title="Median wait for the first call, by week"
        of="Week of"
        series={["Business hours", "Clock hours"]}
        rows={weeks.map(({ week, businessMedian, clockMedian, contacted }) => ({
          name: shortDay(week),
          values: [businessMedian, clockMedian],
          contacted,
        }))}
        inWords={hours}
        more={more}
      />
      <div className="mt-6">
        <BarChart
          title={`First contacts ${replyDay()}, by week`}
          of="Week of"
          series={["In time"]}
          rows={weeks.map(({ week, contacted, inTime }) => ({
            name: shortDay(week),
            values: [contacted ? inTime / contacted : null],
            contacted,
          }))}
          inWords={percent}
          more={more}
        />
      </div>
    </>
  );
}

function Figure({ name, count, isBad = false }: { name: string; count: number; isBad?: boolean }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-quiet text-sm">{name}</dt>
      <dd className={`font-semibold text-h2 tabular-nums ${isBad ? "text-alert" : ""}`}>{countInWords(count)}</dd>
    </div>
  );
}

function Members({ members }: Pick<Dashboard, "members">) {
  return (
    <>
      <BarChart
        title="Open cases, and planned actions that are due"
        of="Member"
        series={["Open", "Due now"]}
        rows={members.map(({ username, open, due }) => ({ name: username ?? "others", values: [open, due] }))}
        inWords={countInWords}
      />
      <div className="mt-5">
        <Table
          caption="First contacts in 12 weeks"
          isCaptionShown
          columns={[
            { name: "Member", isRowName: true, cell: ({ username }) => username ?? "others" },
            { name: "Contacts", cell: ({ contacted }) => contacted },
            { name: "In time", cell: ({ contacted, inTime }) => (contacted ? percent(inTime / contacted) : "-") },
            { name: "Business hours", cell: ({ businessMedian }) => waited(businessMedian) },
            { name: "Clock hours", cell: ({ clockMedian }) => waited(clockMedian) },
          ]}
          rows={members}
          keyOf={({ username }) => username}
        />
      </div>
    </>
  );
}

function waited(minutes: number | null) {
  return minutes === null ? "-" : hours(minutes);
}

function hours(minutes: number) {
  return hoursAndMinutes(Math.round(minutes));
}

function percent(share: number) {
  return `${Math.round(100 * share)}%`;
}
