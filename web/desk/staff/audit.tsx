import { ListFilter } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useSearchParams } from "react-router-dom";
import { paths } from "../../../db/model/site/paths.ts";
import { isReading, isToldBy } from "../../../db/model/staff/audit.ts";
import { type DeskAction, deskActions } from "../../../db/model/staff/staff.ts";
import { fullDate } from "../../../db/model/time/promised-time.ts";
import { clockTime } from "../../../db/model/time/time-for-staff.ts";
import { call } from "../../api.ts";
import { reasonForStaff } from "../../sign-in/reason-for-staff.ts";
import { Button } from "../../ui/button.tsx";
import { Link } from "../../ui/link.tsx";
import type { AuditPage } from "../api.ts";
import { useDeskList } from "../data.ts";
import { deskPage, Failure, useMay, Waiting } from "../desk-page.tsx";
import { CheckField, Fields, Options, SelectField, TextField, useTyped } from "../parts/action-form.tsx";
import { DownloadLink } from "../parts/download-link.tsx";
import { Menu } from "../parts/menu.tsx";
import { ShowMore } from "../parts/show-more.tsx";
import { breaks, type Column, firstLine, Table, wraps } from "../parts/table.tsx";
import { counted } from "../words.ts";
import { ChangedFields } from "./changed-fields.tsx";

const FOUND = "found";
const actions = Object.keys(deskActions) as DeskAction[];
const actionWords = Object.fromEntries(actions.map((action) => [action, deskActions[action].words]));

export default deskPage("Audit log", "readAudit", Audit);

function Audit() {
  const [filter] = useSearchParams();
  const query = filter.toString();
  const isWithReading = filter.has("reads") || isReading((filter.get("action") ?? "") as DeskAction);
  const asked = isWithReading ? query : `${query}&deeds=yes`;
  // Move focus, because the pressed button disappears with the filter.
  const shown = useRef(query);
  useEffect(() => {
    if (shown.current !== query) document.getElementById(FOUND)?.focus();
    shown.current = query;
  }, [query]);
  const audit = useDeskList(
    ["audit", asked],
    (from) => call("GET /desk/audit", { query: { ...Object.fromEntries(new URLSearchParams(asked)), ...from } }),
    { isKept: true },
  );
  const mayExport = useMay("exportAudit");
  if (!audit.data) return <Waiting of={audit} />;
  const pages = audit.data;
  const entries = pages.flatMap((page) => page.entries).filter((entry, index, all) => !isToldBy(entry, all[index - 1]));
  const subjects: AuditPage["subjects"] = Object.assign({}, ...pages.map((page) => page.subjects));
  const about = filter.get("about");

  return (
    <>
      <div className="relative flex flex-wrap items-center gap-x-6">
        <p id={FOUND} role="status" tabIndex={-1} className="min-w-0 grow">
          {entries.length === 0
            ? "Nothing found."
            : `${counted(entries.length, "entry", "entries")}, the newest first.`}
          {about && ` Only about ${subjects[about]?.name ?? about}.`}
        </p>
        {query !== "" && (
          <Link to="/desk/audit" className="link inline-flex min-h-11 items-center">
            Clear all filters
          </Link>
        )}
        <Menu key={query} label="Filters">
          <FilterForm members={pages[0]?.members} />
        </Menu>
        {mayExport && <DownloadLink href={`/api/desk/audit.csv?${asked}`}>Download all that fit (CSV)</DownloadLink>}
      </div>
      {isWithReading && (
        <p className="max-w-text text-quiet text-sm">
          Reading is noted once an hour. A list (the queue, a day, messages, this log) may have shown everybody who was
          there by then; the file says whose data each entry showed.
        </p>
      )}
      {audit.isError && <Failure message={reasonForStaff(audit.error)} />}
      {entries.length > 0 && (
        <Table
          caption="Audit log"
          look="list"
          columns={columnsOf(subjects, filter)}
          groups={[...Map.groupBy(entries, ({ at }) => fullDate(at))].map(([day, rows]) => ({
            key: day,
            head: day,
            rows,
          }))}
          keyOf={({ id }) => id}
        />
      )}
      <ShowMore list={audit} label={pages.at(-1)?.isFarther ? "Look further" : undefined}>
        {pages.at(-1)?.isFarther && <p>Older entries have not been looked through yet.</p>}
      </ShowMore>
    </>
  );
}

/** The filter as it is typed, until it is shown. */
function FilterForm({ members }: { members: AuditPage["members"] | undefined }) {
  const [filter, setFilter] = useSearchParams();
  const { typed, change } = useTyped({
    ...{ member: "", action: "", from: "", to: "", ...Object.fromEntries(filter) },
    reads: filter.has("reads"),
  });
  return (
    <search>
      <form
        className="grid gap-3 *:min-w-0 sm:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault();
          const asked = { ...typed, reads: typed.reads ? "yes" : "" };
          setFilter(Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== "")));
        }}
      >
        <Fields typed={typed} change={change}>
          <SelectField name="member" label="Member" first="Everybody" of={members} />
          <SelectField name="action" label="What" first="Everything">
            {[false, true].map((isRead) => (
              <optgroup key={String(isRead)} label={isRead ? "Only read" : "Done"}>
                <Options of={actions.filter((action) => isReading(action) === isRead)} words={actionWords} />
              </optgroup>
            ))}
          </SelectField>
          <TextField name="from" label="From, Central Time" type="datetime-local" />
          <TextField name="to" label="Up to" type="datetime-local" />
          <CheckField name="reads" label="Also what was only read" />
        </Fields>
        <Button type="submit">Show</Button>
      </form>
    </search>
  );
}

type AuditEntry = AuditPage["entries"][number];
type Subject = AuditPage["subjects"][string];

function columnsOf(subjects: AuditPage["subjects"], query: URLSearchParams): Column<AuditEntry>[] {
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
      cell: ({ action, isAllowed }) => {
        const words = deskActions[action]?.words ?? action;
        return isAllowed ? (
          <span className="inline-block first-letter:uppercase">{words}</span>
        ) : (
          <span className="font-semibold text-alert">Not allowed to {words}</span>
        );
      },
      className: wraps,
    },
    {
      name: "About",
      cell: ({ subjectId, action, change }) => (
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
          {/* Whoever claims becomes the owner. */}
          {change?.old && action !== "claim" && <ChangedFields change={change} />}
          {change?.old === null && (
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
