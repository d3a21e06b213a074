import { CircleAlert, CircleOff, Clock, ListTodo, Phone } from "lucide-react";
import { isIn, statusLabels } from "../../../db/model/case/status.ts";
import type { Flag } from "../../../db/model/forecast/forecast.ts";
import { languageNames } from "../../../db/model/language-names.ts";
import { shortNextKindLabels } from "../../../db/model/queue/next-action.ts";
import { isDue, promiseState, waitingTime } from "../../../db/model/queue/promise.ts";
import { paths } from "../../../db/model/site/paths.ts";
import { capitalized } from "../../../db/model/time/promised-time.ts";
import { byWhen, shortTime } from "../../../db/model/time/time-for-staff.ts";
import { Link } from "../../ui/link.tsx";
import type { QueuedApplication, QueueFilter } from "../api.ts";
import { useNow } from "../data.ts";
import { useMay } from "../desk-page.tsx";
import { LanguageTag } from "../parts/language-tag.tsx";
import { type Column, Table } from "../parts/table.tsx";
import { ClaimBox, type Claims } from "./claim-several.tsx";
import { CALLS } from "./queue-filters.tsx";

/** For a card, which has room for one word. */
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

/** Applications, whose rows are cards of two lines where it is narrow. Free ones can be claimed at once. */
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
  const claim: Column<QueuedApplication> = {
    name: "Claim",
    isNameHidden: true,
    className: "align-top @max-4xl:empty:hidden",
    cell: (application) => mayClaim && <ClaimBox application={application} claims={claims} />,
  };
  return (
    <Table
      caption={`Applications, ${orderInWords(filter)} first`}
      look="cards"
      columns={[claim, ...columnsAt(now)]}
      rows={applications}
      keyOf={({ id }) => id}
    />
  );
}

const cell = "px-2 py-2 align-top";
const onlyInTable = `${cell} @max-4xl:hidden`;

function columnsAt(now: Date): Column<QueuedApplication>[] {
  return [
    {
      name: "Name",
      isRowName: true,
      className: `${cell} wrap-anywhere @4xl:min-w-40 @max-4xl:min-w-0 @max-4xl:grow @max-4xl:basis-28 @max-4xl:p-0`,
      cell: ({ id, fullName, language, purchaseTimeline, spokenReference }) => (
        <>
          <Link to={paths.case(id)} className="link inline-flex min-h-6 items-center font-semibold">
            {fullName}
          </Link>
          <span className="@max-4xl:hidden">
            <LanguageTag language={language} />
            <span className="block text-quiet text-sm">{purchaseTimeline}</span>
            <span className="block text-quiet text-sm tabular-nums">{spokenReference}</span>
          </span>
        </>
      ),
    },
    { name: "City", className: `${onlyInTable} wrap-anywhere min-w-24`, cell: ({ city }) => city },
    {
      name: "Due",
      className: `${cell} @max-4xl:min-w-0 @max-4xl:p-0`,
      cell: (application) => (
        <>
          <span className="@max-4xl:hidden">
            <Due application={application} now={now} />
          </span>
          <span className="@4xl:hidden">
            <DueInShort application={application} now={now} />
          </span>
        </>
      ),
    },
    { name: "Forecast", className: `${onlyInTable} tabular-nums`, cell: ({ scoresForecast }) => scoresForecast ?? "-" },
    { name: "Flags", className: onlyInTable, cell: flagsOf },
    {
      name: "Owner",
      className: `${onlyInTable} wrap-anywhere min-w-28`,
      cell: ({ owner }) => owner ?? <span className="text-quiet">Nobody</span>,
    },
    {
      name: "Status",
      className: onlyInTable,
      cell: ({ status, createdAt }) => (
        <>
          {statusLabels[status]}
          <span className="sr-only">, sent {shortTime(createdAt)}</span>
        </>
      ),
    },
    {
      name: "",
      className: "wrap-anywhere flex basis-full flex-wrap gap-x-3 text-quiet text-sm @4xl:hidden",
      cell: secondLine,
    },
  ];
}

function flagsOf(application: QueuedApplication) {
  const { flags, contactStoppedAt } = application;
  const attention = attentionTo(application);
  return (
    <>
      {contactStoppedAt && (
        <span className="flex items-center gap-1.5 font-semibold text-alert text-sm">
          <CircleOff aria-hidden="true" className="size-4 shrink-0" /> Do not contact
        </span>
      )}
      {attention.map(({ code, note }) => (
        <span key={code} className="flex items-start gap-1.5 text-alert text-sm">
          <CircleAlert aria-hidden="true" className="mt-1 size-4 shrink-0" /> {note}
        </span>
      ))}
      {attention.length === 0 && !contactStoppedAt && (
        <span className="text-quiet text-sm">{flags?.length ? noteCount(flags.length) : "None"}</span>
      )}
    </>
  );
}

/** Of a card. */
function secondLine(application: QueuedApplication) {
  const { city, scoresForecast, language, status, owner } = application;
  return (
    <>
      <span>{city}</span>
      {scoresForecast !== null && <span>Forecast {scoresForecast}</span>}
      {language !== "en" && <Tag>{languageNames[language]}</Tag>}
      {attentionTo(application).map(({ code, note }) => (
        <Tag key={code} isAlert>
          {flagTags[code] ?? note}
        </Tag>
      ))}
      {isIn("working", status) && <span>{statusLabels[status]}</span>}
      {owner && <span>{owner}</span>}
    </>
  );
}

function attentionTo({ flags }: QueuedApplication) {
  return (flags ?? []).filter(({ level }) => level === "attention");
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

/** The owner's next action; nothing after a stop. */
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

function orderInWords({ show, q, order }: QueueFilter) {
  if (q) return "the newest";
  if (show === CALLS) return "those with the next call";
  if (order && !(show === "closed" || isIn("closed", show))) return "those with the likeliest approval";
  return show === "working" || isIn("working", show)
    ? "those with the next thing to do"
    : "those closest to a broken promise";
}

function noteCount(count: number) {
  return count === 1 ? "1 note" : `${count} notes`;
}
