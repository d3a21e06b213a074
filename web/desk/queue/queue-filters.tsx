import { Search } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { STATUSES, type Stage, stages, statusLabels } from "../../../db/model/case/status.ts";
import { METROS } from "../../../db/model/directory/lenders.ts";
import { BANDS, type Band, scoresIn } from "../../../db/model/forecast/meaning.ts";
import { languageNames } from "../../../db/model/language-names.ts";
import { Button } from "../../ui/button.tsx";
import { control, Field } from "../../ui/form/field.tsx";
import { Select } from "../../ui/form/select.tsx";
import type { QueueFilter } from "../api.ts";
import { useDeskQuery } from "../data.ts";
import { useMay } from "../desk-page.tsx";
import { Fields, Options, SelectField } from "../parts/action-form.tsx";
import { Menu } from "../parts/menu.tsx";
import { counted } from "../words.ts";

/** The filter for applicants who asked for a call. It is no stage: they may be in any. */
export const CALLS = "calls";

const MOST_CITY_CHARACTERS = 80;

const stageLabels: Record<Stage, string> = {
  waiting: "Waiting for us",
  working: "In progress",
  closed: "Closed",
};

const bandNames: Record<Band, string> = { low: "Low", middle: "Middle", high: "High" };
/** 'Low, 0 to 39'. */
const bandWords = Object.fromEntries(
  BANDS.map((band) => [band, `${bandNames[band]}, ${scoresIn(band).from} to ${scoresIn(band).to}`]),
);

/** The queue of applications that nobody owns, and of overdue ones. */
export const FREE_QUEUE = "/desk/queue?owner=nobody";
export const OVERDUE_QUEUE = "/desk/queue?overdue=yes";

const SEARCHED = "Name, phone, email, reference or application number";

/** Besides what it shows and searches for, and its order. */
export const NO_FILTER = { owner: "", language: "", metro: "", city: "", band: "", overdue: "" };

interface Props {
  filter: QueueFilter;
  onChange: (changes: Partial<QueueFilter>) => void;
}

/** What the queue shows, and how, in one line; `children` stand at its end. */
export function QueueFilters({ filter, onChange, children }: Props & { children: ReactNode }) {
  const [typed, setTyped] = useTyped(filter.q);
  return (
    <search>
      <form
        className="relative flex flex-wrap items-center gap-x-3 gap-y-2"
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          onChange({ q: String(form.get("q")).trim(), city: String(form.get("city") ?? filter.city).trim() });
        }}
      >
        <div className="flex min-w-0 grow basis-72 max-lg:basis-full items-center">
          <input
            id="q"
            aria-label={SEARCHED}
            type="search"
            name="q"
            minLength={2}
            placeholder={SEARCHED}
            className={`${control} min-w-0 grow`}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button type="submit" look="quiet" className="mx-0! px-3!">
            <Search aria-hidden="true" className="size-5" /> <span className="sr-only">Search</span>
          </Button>
        </div>
        <Select
          id="show"
          aria-label="Show"
          className={`${control} min-w-0 grow basis-36 lg:grow-0 lg:basis-auto`}
          value={filter.show}
          onChange={({ target }) => onChange({ show: target.value })}
        >
          <Options of={Object.keys(stages)} words={stageLabels} />
          <option value={CALLS}>Booked calls, the next one first</option>
          <optgroup label="One status">
            <Options of={STATUSES} words={statusLabels} />
          </optgroup>
        </Select>
        {filter.show !== CALLS && <OrderChoice order={filter.order} onChange={(order) => onChange({ order })} />}
        <Narrowing filter={filter} onChange={onChange} />
        {children}
        {filter.q && (
          <p className="w-full text-quiet text-sm">
            Searching all applications, the newest first. Type the beginning of each word of a name, anything else
            whole.{" "}
            <button type="button" className="link min-h-6" onClick={() => onChange({ q: "" })}>
              Back to the queue
            </button>
          </p>
        )}
      </form>
    </search>
  );
}

export function OrderChoice({ order, onChange }: { order: string; onChange: (order: string) => void }) {
  return (
    <Select
      id="order"
      aria-label="Order"
      className={`${control} min-w-0 grow basis-36 sm:grow-0 sm:basis-auto`}
      value={order}
      onChange={({ target }) => onChange(target.value)}
    >
      <Options first="Due first" of={["approval"]} words={{ approval: "Likeliest first" }} />
    </Select>
  );
}

function Narrowing({ filter, onChange }: Props) {
  const summary = useRef<HTMLElement>(null);
  const [city, setCity] = useTyped(filter.city);
  const mayHandOver = useMay("assign");
  const count = Object.keys(NO_FILTER).filter((name) => filter[name as keyof typeof NO_FILTER] !== "").length;
  return (
    <>
      {count > 0 && (
        <p className="flex items-center gap-x-3">
          <strong className="whitespace-nowrap">{counted(count, "filter")}</strong>
          <Button
            look="quiet"
            onClick={() => {
              onChange(NO_FILTER);
              summary.current?.focus();
            }}
          >
            Clear all
          </Button>
        </p>
      )}
      <Menu label="Filters" summary={summary}>
        <div className="grid gap-3 *:min-w-0 sm:grid-cols-2">
          <Fields typed={filter} change={onChange}>
            <SelectField
              name="owner"
              label="Owner"
              first="Anybody"
              of={["nobody", "me"]}
              words={{ nobody: "Nobody yet", me: "Me" }}
            >
              {mayHandOver && <EachMember />}
            </SelectField>
            <SelectField name="language" label="Language" first="Any" of={["en", "es"]} words={languageNames} />
            <SelectField
              name="metro"
              label="Metro"
              first="Anywhere"
              of={[...METROS, "outside"]}
              words={{ outside: "Outside Texas" }}
            />
            <Field id="city" label="City begins with">
              {(box) => (
                <input
                  {...box}
                  name="city"
                  maxLength={MOST_CITY_CHARACTERS}
                  value={city}
                  onChange={(event) => setCity(event.target.value)}
                  onBlur={() => {
                    if (city.trim() !== filter.city) onChange({ city: city.trim() });
                  }}
                />
              )}
            </Field>
            <SelectField name="band" label="Forecast" first="Any" of={BANDS} words={bandWords} />
            <SelectField name="overdue" label="Promise" first="Any" of={["yes"]} words={{ yes: "Overdue" }} />
          </Fields>
        </div>
      </Menu>
    </>
  );
}

/** The text in a box: what was typed, until its filter changes. */
function useTyped(filter: string) {
  const [typed, setTyped] = useState(filter);
  const [last, setLast] = useState(filter);
  if (last !== filter) {
    setLast(filter);
    setTyped(filter);
  }
  return [typed, setTyped] as const;
}

/** Managers can choose anybody who can own an application. */
function EachMember() {
  const { data } = useDeskQuery("GET /desk/members");
  const members = data?.members.filter(({ role, deactivatedAt }) => role !== "author" && deactivatedAt === null);
  return (
    <optgroup label="One member">
      <Options of={members} />
    </optgroup>
  );
}
