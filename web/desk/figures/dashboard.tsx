import { conversionLabels } from "../../../db/model/case/conversion.ts";
import { hoursAndMinutes } from "../../../db/model/queue/first-contact.ts";
import { countInWords, OVERDUE_UP_TO } from "../../../db/model/site/statistics.ts";
import type { VisitStage } from "../../../db/model/site/visit.ts";
import { shortDay } from "../../../db/model/time/time-for-staff.ts";
import { Link } from "../../ui/link.tsx";
import type { Dashboard } from "../api.ts";
import { useDeskQuery } from "../data.ts";
import { deskPage, Waiting } from "../desk-page.tsx";
import { Counts } from "../parts/counts.tsx";
import { DownloadLink } from "../parts/download-link.tsx";
import { Fold, Part } from "../parts/part.tsx";
import { type Column, Table } from "../parts/table.tsx";
import { OVERDUE_QUEUE } from "../queue/queue-filters.tsx";
import { counted } from "../words.ts";
import { bars } from "./bars.tsx";
import { ForecastRight } from "./forecast.tsx";
import { WeekChart } from "./week-chart.tsx";

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

export default deskPage("Figures", "readDashboard", Figures);

function Figures() {
  const dashboard = useDeskQuery("GET /desk/dashboard");
  if (!dashboard.data) return <Waiting of={dashboard} />;
  const { now, members, weeks, sources, stages, visits, days, forecast } = dashboard.data;
  const [submitted] = stages;
  const most = Math.max(1, ...members.flatMap(({ open, due }) => [open, due]));
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
      <div className={COLUMN}>
        <Part title="Do we call in time?">
          <Calls now={now} weeks={weeks} />
        </Part>
        <Part title="Who has too much?">
          <Table
            caption="Cases by member"
            columns={[
              { name: "Member", isRowName: true, cell: nameOf },
              bars("Open cases", members, ({ open }) => open, { inWords: countInWords, most }),
              bars("Due now", members, ({ due }) => due, { inWords: countInWords, most }),
            ]}
            rows={members}
            keyOf={nameOf}
          />
          <Fold title="First contacts in 12 weeks">
            <Table
              caption="First contacts in 12 weeks"
              columns={[{ name: "Member", isRowName: true, cell: nameOf }, ...contactColumns]}
              rows={members}
              keyOf={nameOf}
            />
          </Fold>
        </Part>
        <ForecastRight {...forecast} />
      </div>
      <div className={COLUMN}>
        <Part title="What comes of it?">
          <Table
            caption={`How far applications of the last ${days} days got`}
            columns={[
              { name: "Stage", isRowName: true, cell: ({ stage }) => conversionLabels[stage] },
              bars("Applications", stages, ({ count }) => count),
              { name: "Of those submitted", cell: ({ count }) => percent(count, submitted?.count) },
            ]}
            rows={stages}
            keyOf={({ stage }) => stage}
          />
          <p className="mt-2 text-quiet text-sm">
            Of the last {days} days, without duplicates. Later stages count for the earlier ones.
          </p>
          <Fold title="How far visits got">
            <Table
              caption="How far visits got"
              columns={[
                { name: "Stage", isRowName: true, cell: ({ stage }) => visitLabels[stage] },
                bars("Visits", visits, ({ count }) => count),
              ]}
              rows={visits}
              keyOf={({ stage }) => stage}
            />
            <p className="mt-2 text-quiet text-sm">
              Visits are browser tabs; those of people who ask not to be measured are missing.
            </p>
          </Fold>
          <p className="mt-3">
            <DownloadLink href="/api/desk/export.csv">Download applications (CSV)</DownloadLink>
          </p>
          <p className="text-quiet text-sm">
            Each download is logged. Numbers and addresses of people who asked us to stop are left out.
          </p>
          <p className="mt-3">
            <DownloadLink href="/api/desk/newsletter.csv">Download newsletter addresses (CSV)</DownloadLink>
          </p>
          <p className="text-quiet text-sm">
            For a mail service: who confirmed, in which language, with a link that ends it. Take a new file before each
            sending.
          </p>
        </Part>
        <Part title="Where do they come from?">
          {sources.length === 0 ? (
            <p>Nobody has started the form in these days.</p>
          ) : (
            <Table
              caption="By campaign, or the first page without one"
              columns={[
                { name: "Campaign or page", isRowName: true, cell: ({ source }) => source ?? "not known" },
                { name: "Started", cell: ({ started }) => started },
                bars("Submitted", sources, ({ submitted }) => submitted),
                { name: "Approved", cell: ({ approved }) => approved },
              ]}
              rows={sources}
              keyOf={({ source }) => source}
            />
          )}
        </Part>
      </div>
    </div>
  );
}

const COLUMN = "grid grid-cols-1 gap-5";

/** Whether we keep our word: what waits now, and the first contacts of each week. */
function Calls({ now: { waiting, overdue }, weeks }: Pick<Dashboard, "now" | "weeks">) {
  const contacted = weeks.reduce((total, week) => total + week.contacted, 0);
  const inTime = weeks.reduce((total, week) => total + week.inTime, 0);
  return (
    <>
      <Counts
        of={[
          ...(contacted > 0
            ? [{ name: `of ${counted(contacted, "first contact")} in time`, count: percent(inTime, contacted) }]
            : []),
          { name: "waiting for a first call", count: countInWords(waiting) },
          { name: "of these are overdue", count: countInWords(overdue, OVERDUE_UP_TO), look: "text-alert" },
        ]}
      />
      {overdue > 0 && (
        <Link to={OVERDUE_QUEUE} className="link inline-flex min-h-11 items-center">
          Show the overdue ones
        </Link>
      )}
      {contacted === 0 ? (
        <p className="mt-3">Nobody was contacted for the first time in these 12 weeks.</p>
      ) : (
        <div className="mt-4">
          <WeekChart weeks={weeks} />
          <Fold title="By week">
            <Table
              caption="First contacts by week"
              columns={[
                { name: "Week of", isRowName: true, cell: ({ week }: Dashboard["weeks"][number]) => shortDay(week) },
                ...contactColumns,
              ]}
              rows={weeks}
              keyOf={({ week }) => week}
            />
            <p className="mt-2 text-quiet text-sm">
              Median waits from the application to the first call that reached them or their voicemail. Business hours
              are Monday to Saturday, 8 AM to 8 PM Central.
            </p>
          </Fold>
        </div>
      )}
    </>
  );
}

type Contacts = Pick<Dashboard["weeks"][number], "contacted" | "inTime" | "businessMedian" | "clockMedian">;

const contactColumns: Column<Contacts>[] = [
  { name: "Contacts", cell: ({ contacted }) => contacted },
  { name: "In time", cell: ({ contacted, inTime }) => percent(inTime, contacted) },
  { name: "Business hours", cell: ({ businessMedian }) => waited(businessMedian) },
  { name: "Clock hours", cell: ({ clockMedian }) => waited(clockMedian) },
];

/** Members who have left and are no longer known are one. */
function nameOf({ username }: { username: string | null }) {
  return username ?? "others";
}

function waited(minutes: number | null) {
  return minutes === null ? "-" : hoursAndMinutes(Math.round(minutes));
}

function percent(part: number, whole = 0) {
  return whole > 0 ? `${Math.round((100 * part) / whole)}%` : "-";
}
