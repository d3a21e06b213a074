import { ListFilter } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useSearchParams } from "react-router-dom";
import { paths } from "../../../db/model/site/paths.ts";
import { isToldBy } from "../../../db/model/staff/audit.ts";
import { fieldInWords } from "../../../db/model/staff/change-words.ts";
import { type DeskAction, deskActions } from "../../../db/model/staff/staff.ts";
import { fullDate } from "../../../db/model/time/promised-time.ts";
import { clockTime } from "../../../db/model/time/time-for-staff.ts";
import { call } from "../../api.ts";
import { reasonForStaff } from "../../sign-in/reason-for-staff.ts";
import { Button } from "../../ui/button.tsx";
import { Link } from "../../ui/link.tsx";
import type { AuditPage } from "../api.ts";
import { wordsFor } from "../case/timeline.tsx";
import { useDeskList } from "../data.ts";
import { deskPage, Failure, Waiting } from "../desk-page.tsx";
import { Fields, SelectField, TextField, useTyped } from "../parts/action-form.tsx";
import { ShowMore } from "../parts/show-more.tsx";
import { breaks, type Column, firstLine, Table, wraps } from "../parts/table.tsx";
import { counted } from "../words.ts";
import { ChangedFields } from "./changed-fields.tsx";

const FOUND = "found";

export default deskPage("Audit log", "readAudit", Audit);

function Audit() {
  const [filter] = useSearchParams();
  const query = filter.toString();
  // Move focus, because the pressed button disappears with the filter.
  const shown = useRef(query);
  useEffect(() => {
    if (shown.current !== query) document.getElementById(FOUND)?.focus();
    shown.current = query;
  }, [query]);
  const audit = useDeskList(
    ["audit", query],
    (from) => call("GET /desk/audit", { query: { ...Object.fromEntries(filter), ...from } }),
    { isKept: true },
  );
  if (!audit.data) return <Waiting of={audit} />;
  const pages = audit.data;
  const entries = pages.flatMap((page) => page.entries).filter((entry, index, all) => !isToldBy(entry, all[index - 1]));
  const subjects: AuditPage["subjects"] = Object.assign({}, ...pages.map((page) => page.subjects));
  const members = pages[0]?.members ?? [];
  const about = filter.get("about");

  return (
    <>
      <p id={FOUND} role="status" tabIndex={-1}>
        {entries.length === 0 ? "Nothing found." : `${counted(entries.length, "entry", "entries")}, the newest first.`}
        {about && ` Only about ${subjects[about]?.name ?? about}.`}
        {!about &&
          !filter.has("member") &&
          " Choose a member to see also what they only looked at; a case has a link to its own."}
      </p>
      <FilterForm key={query} members={members} />
      {audit.isError && <Failure message={reasonForStaff(audit.error)} />}
      {entries.length > 0 && (
        <Table
          caption="Audit log"
          look="list"
          columns={columnsOf(subjects, members, filter)}
          groups={[...Map.groupBy(entries, ({ at }) => fullDate(at))].map(([day, rows]) => ({
            key: day,
            head: day,
            rows,
          }))}
          keyOf={({ id }) => id}
        />
      )}
      <ShowMore list={audit} />
    </>
  );
}

/** What the log is narrowed to, as it is typed, until it is shown. */
function FilterForm({ members }: { members: AuditPage["members"] }) {
  const [filter, setFilter] = useSearchParams();
  const { typed, change } = useTyped({ member: "", day: "", ...Object.fromEntries(filter) });
  return (
    <search>
      <form
        className="my-2 flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          setFilter(Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== "")));
        }}
      >
        <Fields typed={typed} change={change}>
          <SelectField name="member" label="Member" first="Everybody" of={members} />
          <TextField name="day" label="Day" type="date" />
        </Fields>
        <Button type="submit">Show</Button>
        {filter.size > 0 && (
          <Link to="/desk/audit" className="link inline-flex min-h-11 items-center">
            Clear all filters
          </Link>
        )}
      </form>
    </search>
  );
}

type AuditEntry = AuditPage["entries"][number];
type Subject = AuditPage["subjects"][string];

function columnsOf(
  subjects: AuditPage["subjects"],
  members: AuditPage["members"],
  query: URLSearchParams,
): Column<AuditEntry>[] {
  return [
    { name: "Time", cell: ({ at }) => clockTime(at), className: firstLine },
    {
      name: "Member",
      cell: ({ userId, username }) => (
        <Narrower name="member" value={userId} query={query} words={`All by ${username}`}>
          {username}
        </Narrower>
      ),
    },
    {
      name: "What",
      isRowName: true,
      cell: (entry) => (
        <span className={entry.isAllowed ? "inline-block first-letter:uppercase" : "font-semibold text-alert"}>
          {deedInWords(entry, subjects[entry.subjectId ?? ""], members)}
        </span>
      ),
      className: wraps,
    },
    {
      name: "About",
      cell: ({ subjectId, change, events }) => (
        <>
          {subjectId && <About id={subjectId} subject={subjects[subjectId]} />}{" "}
          {subjectId && subjectId !== query.get("about") && (
            <Narrower name="about" value={subjectId} query={query} words="All about this">
              <ListFilter
                aria-hidden="true"
                className="-my-1 inline size-[1.5rem] p-1 text-quiet [tr:focus-within_&]:opacity-100 [tr:hover_&]:opacity-100 pointer-fine:opacity-0"
              />
            </Narrower>
          )}
          {!isTold(events) && change?.old && <ChangedFields change={change} />}
          {!isTold(events) && change?.old === null && (
            <details className="inline-block open:block">
              <summary className="min-h-6 w-fit cursor-pointer text-quiet underline">What was added</summary>
              <ChangedFields change={change} />
            </details>
          )}
        </>
      ),
      className: breaks,
    },
  ];
}

/** Whether the events say all that the change says. */
function isTold(events: AuditEntry["events"]) {
  return events.some(({ kind }) => kind !== "sent");
}

/** Deeds whose words in a refusal do not say what was done. */
const done: Partial<Record<DeskAction, string>> = {
  countMyDay: "counted what is due for them",
  exportApplications: "downloaded all applications",
  exportReaders: "downloaded who gets the newsletter",
  guessCodes: "entered ten wrong codes at sign-in",
  readCase: "opened the case",
  seePapers: "opened a document",
};

/** What somebody did; what they asked for, where nothing is left that says what came of it. */
function deedInWords(
  { action, isAllowed, userId, username, change, events }: AuditEntry,
  subject: Subject | undefined,
  members: AuditPage["members"],
) {
  const words = deskActions[action]?.words ?? fieldInWords(action).toLowerCase();
  if (!isAllowed) return `Not allowed to ${words}`;
  if (events.length > 0) return events.map(eventInWords).join("; ");
  if (change && subject && subject.kind !== "case") return change.old === null ? "added" : "changed";
  return done[action] ?? (words.startsWith("read ") ? words : `asked to ${words}`);

  function eventInWords(event: AuditEntry["events"][number]) {
    if (event.kind === "sent") return event.recipientName ? `sent to ${event.recipientName}` : "sent out";
    const ownerId = event.kind === "owner" ? event.ownerId : null;
    const ownerName = members.find(({ id }) => id === ownerId)?.username ?? null;
    return wordsFor({ event, by: username, ownerName, isClaim: ownerId === userId });
  }
}

/** The address of what an entry is about, by its kind. */
const places: Record<Subject["kind"], (id: string) => string> = {
  case: paths.case,
  lender: (id) => `/desk/directory#${id}`,
  dealer: (id) => `/desk/directory#${id}`,
  letter: () => "/desk/letters",
  member: () => "/desk/manage",
  message: () => "/desk/messages",
};

function About({ id, subject }: { id: string; subject: Subject | undefined }) {
  if (!subject) return <span className="break-all text-quiet">({id})</span>;
  return (
    <Link to={places[subject.kind](id)} className="link">
      {subject.kind === "case" ? subject.name : `${subject.kind} ${subject.name}`}
    </Link>
  );
}

/** Adds to the filter. No link where it is in it already. */
function Narrower({
  name,
  value,
  query,
  words,
  children,
}: Record<"name" | "words", string> & { value: string | null; query: URLSearchParams; children: ReactNode }) {
  if (!value || query.get(name) === value) return children;
  const next = new URLSearchParams({ ...Object.fromEntries(query), [name]: value });
  return (
    <Link to={`/desk/audit?${next}`} aria-label={words} title={words} className="underline decoration-line">
      {children}
    </Link>
  );
}
