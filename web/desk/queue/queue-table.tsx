import { CircleAlert, CircleOff, Clock, ListTodo, Phone } from "lucide-react";
import { Link } from "react-router-dom";
import { type Stage, type Status, stages, statusLabels } from "../../../db/model/case/status.ts";
import type { Flag } from "../../../db/model/forecast/forecast.ts";
import { languageNames } from "../../../db/model/language-names.ts";
import { shortNextKindLabels } from "../../../db/model/queue/next-action.ts";
import { isDue, promiseState, waitingTime } from "../../../db/model/queue/promise.ts";
import { paths } from "../../../db/model/site/paths.ts";
import { byWhen, capitalized, shortTime } from "../../../db/model/time/time-in-words.ts";
import type { QueuedApplication, QueueFilter } from "../api.ts";
import { useNow } from "../data.ts";
import { useMay } from "../desk-page.tsx";
import { LanguageTag } from "../parts/language-tag.tsx";
import { ClaimBox, type Claims } from "./claim-several.tsx";
import { CALLS } from "./queue-filters.tsx";

const COLUMNS = ["Name", "City", "Due", "Forecast", "Flags", "Owner", "Status"];

/** For a card, which has room for a word. */
const flagTags: Partial<Record<Flag["code"], string>> = {
  REPO_LT_12M: "Repossession",
  BK_OPEN: "Bankruptcy",
  ZIP_OUTSIDE_TX: "Not in Texas",
  PHONE_INVALID: "Phone?",
  CONFIRM_18: "18?",
  POSSIBLE_DUPLICATE: "Duplicate?",
  STOP_ASKED_ELSEWHERE: "Stop?",
};

interface RowProps {
  application: QueuedApplication;
  now: Date;
}

/** A table that folds where it is narrow, or its text is large: each row is a card of two lines. Free ones can be claimed at once. */
export function QueueTable({
  applications,
  filter,
  claims,
}: {
  applications: QueuedApplication[];
  filter: QueueFilter;
  claims: Claims;
}) {
  const now = useNow();
  const mayClaim = useMay("claim");
  return (
    <div className="@container mt-2">
      <table className="wrap-break-word w-full border-line @max-4xl:block">
        <caption className="sr-only">Applications, {orderInWords(filter)} first</caption>
        <thead className="@max-4xl:sr-only">
          <tr>
            <th scope="col" className="py-2 text-left">
              <span className="sr-only">Claim</span>
            </th>
            {COLUMNS.map((name) => (
              <th key={name} scope="col" className="px-2 py-2 text-left text-quiet text-sm">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="@max-4xl:grid @max-4xl:gap-2">
          {applications.map((application) => (
            <tr
              key={application.id}
              className="border-line @4xl:border-t @max-4xl:flex @max-4xl:flex-wrap @max-4xl:items-center @max-4xl:gap-x-2 @max-4xl:rounded-card @max-4xl:border @max-4xl:bg-white @max-4xl:px-3 @max-4xl:py-1.5"
            >
              <td className="align-top @max-4xl:empty:hidden">
                {mayClaim && <ClaimBox application={application} claims={claims} />}
              </td>
              <QueueCells application={application} now={now} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const cell = "px-2 py-2 align-top";
const onlyInTable = `${cell} @max-4xl:hidden`;

function QueueCells({ application, now }: RowProps) {
  const { id, fullName, city, createdAt, scoresForecast, flags, owner, status } = application;
  const needsAttention = (flags ?? []).filter(({ level }) => level === "attention");
  return (
    <>
      <td
        className={`${cell} wrap-anywhere @4xl:min-w-40 @max-4xl:min-w-0 @max-4xl:grow @max-4xl:basis-28 @max-4xl:p-0`}
      >
        <Link to={paths.case(id)} className="link inline-flex min-h-6 items-center font-semibold">
          {fullName}
        </Link>
        <span className="@max-4xl:hidden">
          <LanguageTag language={application.language} />
          <span className="block text-quiet text-sm">{application.purchaseTimeline}</span>
          <span className="block text-quiet text-sm tabular-nums">{application.spokenReference}</span>
        </span>
      </td>
      <td className={`${onlyInTable} wrap-anywhere min-w-24`}>{city}</td>
      <td className={`${cell} @max-4xl:min-w-0 @max-4xl:p-0`}>
        <span className="@max-4xl:hidden">
          <Due application={application} now={now} />
        </span>
        <span className="@4xl:hidden">
          <DueInShort application={application} now={now} />
        </span>
      </td>
      <td className={`${onlyInTable} tabular-nums`}>{scoresForecast ?? "-"}</td>
      <td className={onlyInTable}>
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
          <span className="text-quiet text-sm">{flags?.length ? noteCount(flags.length) : "None"}</span>
        )}
      </td>
      <td className={`${onlyInTable} wrap-anywhere min-w-28`}>{owner ?? <span className="text-quiet">Nobody</span>}</td>
      <td className={onlyInTable}>
        {statusLabels[status]}
        <span className="sr-only">, sent {shortTime(createdAt)}</span>
      </td>
      <td className="wrap-anywhere flex basis-full flex-wrap gap-x-3 text-quiet text-sm @4xl:hidden">
        <span>{city}</span>
        {scoresForecast !== null && <span>Forecast {scoresForecast}</span>}
        {application.language !== "en" && <Tag>{languageNames[application.language]}</Tag>}
        {needsAttention.map(({ code, note }) => (
          <Tag key={code} isAlert>
            {flagTags[code] ?? note}
          </Tag>
        ))}
        {isIn("working", status) && <span>{statusLabels[status]}</span>}
        {owner && <span>{owner}</span>}
      </td>
    </>
  );
}

function Tag({ isAlert = false, children }: { isAlert?: boolean; children: string }) {
  return <span className={`font-semibold ${isAlert ? "text-alert" : "text-bluebonnet"}`}>{children}</span>;
}

function Due({ application, now }: RowProps) {
  const { appointment } = application;
  return (
    <>
      {appointment && (
        <span
          className={`flex items-start gap-1.5 font-semibold text-sm ${isDue(appointment, now) ? "text-alert" : ""}`}
        >
          <Phone aria-hidden="true" className="mt-1 size-4 shrink-0" />
          {isDue(appointment, now) ? "Call due: " : "Call: "}
          {appointment.words}
        </span>
      )}
      <AnswerBy application={application} now={now} />
    </>
  );
}

function AnswerBy({ application, now }: RowProps) {
  const { createdAt, promisedSince, contactStoppedAt, status } = application;
  if (isIn("working", status)) return <Next application={application} now={now} />;
  if (!isIn("waiting", status)) return <span className="text-quiet text-sm">Since {shortTime(createdAt)}</span>;
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

/** What its owner does next; after a stop that is nobody's to do. */
function Next({ application, now }: RowProps) {
  const { nextNote, contactStoppedAt } = application;
  const { words, isAlert } = nextOf(application, now);
  return (
    <span className={`flex items-start gap-1.5 text-sm ${isAlert ? "font-semibold text-alert" : "text-quiet"}`}>
      <ListTodo aria-hidden="true" className="mt-1 size-4 shrink-0" />
      <span className="wrap-anywhere min-w-0">
        {words}
        {nextNote && !contactStoppedAt && <span className="block">{nextNote}</span>}
      </span>
    </span>
  );
}

function DueInShort({ application, now }: RowProps) {
  const { words, isAlert } = dueOf(application, now);
  return <span className={`font-semibold text-sm ${isAlert ? "text-alert" : "text-quiet"}`}>{words}</span>;
}

/** What is due, in a word or two. */
function dueOf(application: QueuedApplication, now: Date) {
  const { appointment, contactStoppedAt, status } = application;
  if (isIn("closed", status)) return { words: statusLabels[status], isAlert: false };
  if (contactStoppedAt) return { words: "Do not contact", isAlert: true };
  if (appointment) {
    const isNow = isDue(appointment, now);
    const time = appointment.startsAt === null ? "soon" : shortTime(appointment.startsAt);
    return { words: isNow ? "Call due" : `Call ${time}`, isAlert: isNow };
  }
  if (isIn("working", status)) return nextOf(application, now);
  const { isBroken } = promiseState(application, now);
  return isBroken
    ? { words: "Overdue", isAlert: true }
    : { words: capitalized(byWhen(application.dueAt, now)), isAlert: false };
}

function nextOf({ nextKind, nextAt, contactStoppedAt }: QueuedApplication, now: Date) {
  if (contactStoppedAt) return { words: "Asked us to stop", isAlert: false };
  if (nextAt === null) return { words: "No next step", isAlert: true };
  return {
    words: `${shortNextKindLabels[nextKind ?? "other"]} ${shortTime(nextAt)}`,
    isAlert: new Date(nextAt) <= now,
  };
}

function orderInWords({ show, q }: QueueFilter) {
  if (q) return "the newest";
  if (show === CALLS) return "those with the next call";
  return show === "working" || isIn("working", show)
    ? "those with the next thing to do"
    : "those closest to a broken promise";
}

function isIn(stage: Stage, status: Status | string) {
  return (stages[stage] as readonly string[]).includes(status);
}

function noteCount(count: number) {
  return count === 1 ? "1 note" : `${count} notes`;
}
