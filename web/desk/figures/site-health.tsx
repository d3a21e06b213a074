import { alarmWords, type JobName } from "../../../db/model/site/alarms.ts";
import { countInWords, OVERDUE_UP_TO } from "../../../db/model/site/statistics.ts";
import { shortTime } from "../../../db/model/time/time-for-staff.ts";
import { Link } from "../../ui/link.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { SiteHealth } from "../api.ts";
import { useLiveQuery } from "../data.ts";
import { deskPage, Waiting } from "../desk-page.tsx";
import { Counts } from "../parts/counts.tsx";
import { Fold, Part } from "../parts/part.tsx";
import { Table } from "../parts/table.tsx";
import { OVERDUE_QUEUE } from "../queue/queue-filters.tsx";
import { DeadMails } from "./dead-mails.tsx";

const jobLabels: Record<JobName, string> = {
  sweep: "Every minute: mail and alarms",
  key: "The secret key, as last compared with the first one",
  "key check": "Every minute: comparing the secret key",
  routing: "Every minute: suggestions of lenders",
  reminders: "Every minute: reminders to lenders and dealers",
  "scheduled posts": "Every minute: scheduled posts",
  erasures: "Every minute: what a deletion leaves to do",
  "purge people": "Every night: deleting old data",
  "thin cases": "Every night: deleting the history of old cases",
  "purge papers": "Every night: deleting files of papers",
  "purge posts": "Every night: deleting posts from the bin",
  rates: "Every night: how often each lender approves",
  renderings: "Every night: rendering posts that an older version stored",
  digest: "Every morning: digest by email",
  applications: "Notice of new applications",
  overdue: "Notice of overdue first calls",
};

export default deskPage("Status", "readSiteHealth", SiteHealthNow);

function SiteHealthNow() {
  const found = useLiveQuery("GET /desk/site-health");
  if (!found.data) return <Waiting of={found} />;
  const { health, alarms, now, jobs, oldestOwedAt } = found.data;
  const lastJob = jobs
    .map(({ endedAt }) => endedAt ?? "")
    .toSorted()
    .at(-1);
  const past = alarms.filter(({ endedAt }) => endedAt !== null);
  return (
    <div className="grid grid-cols-1 gap-5">
      <Trouble found={found.data} />
      <Part id="now" title="Now">
        <Counts
          of={[
            { name: "Waiting for a first call", count: countInWords(now.waiting) },
            { name: "Messages open", count: countInWords(now.messages) },
            { name: "Emails on their way", count: countInWords(now.mailsOwed) },
            { name: "Emails we gave up on", count: countInWords(now.mailsDead), look: "text-alert" },
          ]}
        />
        {oldestOwedAt && (
          <p className="mt-3 text-quiet text-sm">
            The oldest email has been on its way since {shortTime(oldestOwedAt)}.
          </p>
        )}
        <Fold title="Jobs" note={lastJob && `last ${shortTime(lastJob)}`}>
          <Table
            caption="Jobs"
            columns={[
              { name: "Job", isRowName: true, cell: ({ name }) => jobLabels[name as JobName] },
              { name: "Finished", cell: ended },
            ]}
            rows={jobs.filter(({ name }) => name in jobLabels)}
            keyOf={({ name }) => name}
          />
          <p className="mt-2 text-quiet text-sm">Version {health.version || "on this machine"}.</p>
        </Fold>
        {past.length > 0 && (
          <Fold title={`Past alarms (${past.length})`}>
            <ul className="text-sm">
              {past.map(({ name, since, endedAt }) => (
                <li key={since + name}>
                  {alarmWords[name].title}: {shortTime(since)} to {shortTime(endedAt ?? since)}
                </li>
              ))}
            </ul>
          </Fold>
        )}
      </Part>
      {now.mailsDead > 0 && <DeadMails goOn="now" />}
    </div>
  );
}

function Trouble({ found: { health, alarms, now } }: { found: SiteHealth }) {
  const open = alarms.filter(({ endedAt }) => endedAt === null);
  const isWell = open.length === 0 && health.trouble === null && now.overdue === 0;
  if (isWell) return <Notice kind="done">All is well.</Notice>;
  return (
    <>
      {now.overdue > 0 && (
        <Notice kind="alert">
          {countInWords(now.overdue, OVERDUE_UP_TO)} of those who wait for a first call were promised one by now.{" "}
          <Link to={OVERDUE_QUEUE} className="underline">
            Show the overdue ones
          </Link>
        </Notice>
      )}
      {health.trouble && <Notice kind="alert">{health.trouble}</Notice>}
      {open.map(({ name, since }) => (
        <Notice key={name} kind="alert">
          <p>
            <strong>{alarmWords[name].title}</strong>, since {shortTime(since)}. {alarmWords[name].meaning}
          </p>
        </Notice>
      ))}
    </>
  );
}

function ended({ startedAt, endedAt }: { startedAt: string | null; endedAt: string | null }) {
  if (endedAt && endedAt >= (startedAt ?? "")) return shortTime(endedAt);
  return startedAt ? `unfinished since ${shortTime(startedAt)}` : "not yet";
}
