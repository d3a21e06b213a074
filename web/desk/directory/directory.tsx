import { type ComponentProps, type ComponentType, useEffect, useState } from "react";
import {
  CREDIT_SITUATIONS,
  categoryCriteria,
  creditWords,
  DEFAULT_ORDER,
  DealerForm,
  LENDER_CATEGORIES,
  type LenderCategory,
  type LenderCriteria,
  LenderForm,
  METROS,
} from "../../../db/model/directory/lenders.ts";
import { amountIn, dollars } from "../../../db/model/money/amount.ts";
import { phoneInWords } from "../../../db/model/phone.ts";
import { call } from "../../api.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { control } from "../../ui/form/field.tsx";
import type { Dealer, Lender } from "../api.ts";
import { useDeskQuery } from "../data.ts";
import { deskPage, useMay, Waiting } from "../desk-page.tsx";
import { ActionForm, CheckField, SelectField, TextField, useTyped } from "../parts/action-form.tsx";
import type { Editing } from "../parts/editing.ts";
import { isMatch } from "../parts/matching.ts";
import { Menu } from "../parts/menu.tsx";
import { type Column, firstLine, Table, wraps } from "../parts/table.tsx";
import { Window } from "../parts/window.tsx";
import { ChangedFields } from "../staff/changed-fields.tsx";

import { EntryChanges } from "./entry-changes.tsx";

const FOUND_BY = "Find by name, category or metro";

export default deskPage("Directory", "readDirectory", Directory);

function Directory() {
  const directory = useDeskQuery("GET /desk/directory");
  const mayEdit = useMay("editDirectory");
  const [typed, setTyped] = useState("");
  const isRead = directory.data !== undefined;
  useEffect(() => {
    if (isRead) document.getElementById(location.hash.slice(1))?.focus();
  }, [isRead]);
  if (!directory.data) return <Waiting of={directory} />;
  const { lenders, dealers } = directory.data;
  return (
    <>
      {mayEdit && (
        <ButtonLink to="/desk/import" look="quiet" className="in-title">
          Import from a file
        </ButtonLink>
      )}
      <input
        id="typed"
        type="search"
        aria-label={FOUND_BY}
        placeholder={FOUND_BY}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className={`${control} w-full sm:max-w-form`}
      />
      {!mayEdit && <p className="mt-2 text-quiet">Managers edit the directory.</p>}
      <Group
        title="Lenders"
        kind="lender"
        entries={lenders}
        isShown={({ name, category }) => isMatch(`${name} ${category}`, typed)}
        columns={lenderColumns}
        Editor={LenderEditor}
      />
      <Group
        title="Dealers"
        kind="dealer"
        entries={dealers}
        isShown={({ name, metro }) => isMatch(`${name} ${metro}`, typed)}
        columns={[{ name: "Metro", cell: ({ metro }) => metro }, leads]}
        Editor={DealerEditor}
      />
    </>
  );
}

function Group<Entry extends Lender | Dealer>({
  title,
  kind,
  entries,
  isShown,
  columns,
  Editor,
}: {
  title: string;
  kind: string;
  entries: Entry[];
  isShown: (entry: Entry) => boolean;
  /** Besides what lenders and dealers have in common. */
  columns: Column<Entry>[];
  Editor: ComponentType<Editing<Entry>>;
}) {
  const mayEdit = useMay("editDirectory");
  const [edited, setEdited] = useState<Pick<Editing<Entry>, "entry">>();
  const shown = entries.filter(isShown);
  return (
    <section className="mt-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-h3">{title}</h2>
        {mayEdit && (
          <Button look="quiet" onClick={() => setEdited({})}>
            Add a {kind}
          </Button>
        )}
      </div>
      {shown.length === 0 && <p className="mt-2">None.</p>}
      <Table
        caption={title}
        look="list"
        columns={[
          {
            name: "Name",
            isRowName: true,
            className: "as-table:min-w-[11rem] as-table:@5xl:min-w-[14rem] as-list:basis-0",
            cell: (entry) => (
              <>
                <h3 id={entry.id} tabIndex={-1} className="text-base">
                  {entry.name} {!entry.isActive && <span className="font-normal text-quiet">(not active)</span>}
                </h3>
                <p className="w-0 min-w-full truncate text-quiet text-sm empty:hidden">
                  {["category" in entry && entry.category, ...factsForStaff(entry)].filter(Boolean).join(". ")}
                </p>
              </>
            ),
          },
          ...columns,
          {
            name: "Actions",
            isNameHidden: true,
            className: `${firstLine} ${wraps}`,
            cell: (entry) => (
              <div className="-my-1 flex items-center justify-end">
                {mayEdit ? (
                  <Button look="quiet" onClick={() => setEdited({ entry })} aria-label={`Edit ${entry.name}`}>
                    Edit
                  </Button>
                ) : (
                  <Menu label="More" of={entry.name}>
                    <p className="mb-2 whitespace-pre-line">
                      {[`Leads go to ${entry.leadAddress}`, ...factsForStaff(entry)].join("\n")}
                    </p>
                    <EntryChanges id={entry.id} />
                  </Menu>
                )}
              </div>
            ),
          },
        ]}
        rows={shown}
        keyOf={({ id }) => id}
      />
      {edited && (
        <Window
          title={edited.entry ? `Edit ${edited.entry.name}` : `Add a ${kind}`}
          onClosed={() => setEdited(undefined)}
        >
          {(close) => (
            <>
              <Editor entry={edited.entry} stored={entries.find(({ id }) => id === edited.entry?.id)} onClose={close} />
              {edited.entry && (
                <div className="mt-6 border-line border-t pt-4">
                  <EntryChanges id={edited.entry.id} />
                </div>
              )}
            </>
          )}
        </Window>
      )}
    </section>
  );
}

const leads: Column<Lender | Dealer> = {
  name: "Leads go to",
  className: "text-sm as-table:w-full as-table:max-w-0 truncate as-list:hidden",
  cell: ({ leadAddress }) => leadAddress,
};

/** What a lender asks for; a dash where it asks for nothing. */
function asks(
  name: string,
  words: (criteria: LenderCriteria) => string | false,
  look: Partial<Column<Lender>>,
): Column<Lender> {
  return { name, className: "as-table:empty:before:content-['-']", cell: ({ criteria }) => words(criteria), ...look };
}
const months = { isNamed: true, isNumber: true };

const lenderColumns: Column<Lender>[] = [
  asks("Credit from", ({ creditSituation: it }) => it !== CREDIT_SITUATIONS.at(-1) && creditWords[it], {
    isNamed: true,
  }),
  asks("Income from", ({ minimumIncome: it }) => it > 0 && dollars(it), { isNamed: true, isNumber: true }),
  asks("Repossession", ({ monthsSinceRepossession: it }) => it > 0 && `${it}+ mo. ago`, months),
  asks("Self-employed", ({ monthsSelfEmployed: it }) => it > 0 && `${it}+ mo.`, months),
  asks("Bankruptcy", ({ acceptsOpenBankruptcy: it }) => !it && "none open", { isNamed: true }),
  { ...leads, isOptional: true },
];

/** A contact person and notes for staff. */
function factsForStaff({ contactPerson, phone, notes }: Lender | Dealer) {
  return [[contactPerson, phoneInWords(phone)].filter(Boolean).join(", "), notes].filter(Boolean);
}

/** How a new entry begins. */
const NEW = {
  name: "",
  leadAddress: "",
  contactPerson: "",
  phone: "",
  notes: "",
  isActive: true,
  firmOrder: DEFAULT_ORDER,
};
const NEW_CATEGORY: LenderCategory = "Credit unions";

function LenderEditor({ entry: lender, stored, onClose }: Editing<Lender>) {
  const criteria = lender?.criteria ?? categoryCriteria[NEW_CATEGORY];
  const form = useTyped({ ...NEW, category: NEW_CATEGORY, ...lender, ...criteria }, lender?.id ?? "new lender");
  return (
    <EditorForm
      entry={lender}
      stored={stored}
      form={{
        ...form,
        // A new lender starts with the criteria of its category.
        change: (changes) =>
          form.change({ ...changes, ...(changes.category && !lender && categoryCriteria[changes.category]) }),
      }}
      schema={LenderForm}
      read={(typed) => ({
        ...typed,
        firmOrder: numberOf(typed.firmOrder),
        criteria: {
          acceptsOpenBankruptcy: typed.acceptsOpenBankruptcy,
          creditSituation: typed.creditSituation,
          minimumIncome: numberOf(typed.minimumIncome),
          monthsSinceRepossession: numberOf(typed.monthsSinceRepossession),
          monthsSelfEmployed: numberOf(typed.monthsSelfEmployed),
        },
      })}
      save={(json) =>
        stored
          ? call("PUT /desk/directory/lenders/:id", { id: stored.id, json: { ...json, version: stored.version } })
          : call("POST /desk/directory/lenders", { json })
      }
      onClose={onClose}
    >
      <SelectField name="category" label="Category" of={LENDER_CATEGORIES} />
      <fieldset className="grid min-w-0 gap-4">
        <legend className="font-semibold">What it asks for</legend>
        <TextField name="minimumIncome" label="Income a month, in dollars" inputMode="numeric" />
        <TextField name="monthsSinceRepossession" label="Months since a repossession" inputMode="numeric" />
        <TextField name="monthsSelfEmployed" label="Months self-employed" inputMode="numeric" />
        <SelectField name="creditSituation" label="Lowest credit accepted" of={CREDIT_SITUATIONS} words={creditWords} />
        <CheckField name="acceptsOpenBankruptcy" label="Accepts an open bankruptcy" />
      </fieldset>
    </EditorForm>
  );
}

/** A number as it was stored or typed. Anything else becomes one that every schema refuses. */
function numberOf(typed: string | number) {
  return amountIn(String(typed)) ?? Number.NaN;
}

function DealerEditor({ entry: dealer, stored, onClose }: Editing<Dealer>) {
  return (
    <EditorForm
      entry={dealer}
      stored={stored}
      form={useTyped({ ...NEW, metro: METROS[0], isByLink: false, ...dealer }, dealer?.id ?? "new dealer")}
      schema={DealerForm}
      read={(typed) => ({ ...typed, firmOrder: numberOf(typed.firmOrder) })}
      save={(json) =>
        stored
          ? call("PUT /desk/directory/dealers/:id", { id: stored.id, json: { ...json, version: stored.version } })
          : call("POST /desk/directory/dealers", { json })
      }
      onClose={onClose}
    >
      <SelectField name="metro" label="Metro" of={METROS} />
      <CheckField name="isByLink" label="Leads by a link in the email, not as ADF" />
    </EditorForm>
  );
}

function EditorForm<Entry extends Lender | Dealer, Typed extends object, Valid extends { name: string }>({
  entry,
  stored,
  save,
  onClose,
  children,
  ...props
}: Editing<Entry> &
  Pick<ComponentProps<typeof ActionForm<Typed, Valid, unknown>>, "schema" | "read" | "children"> & {
    form: ReturnType<typeof useTyped<Typed>>;
    save: (valid: Valid) => Promise<unknown>;
  }) {
  return (
    <ActionForm
      {...props}
      act={save}
      words={({ name }) => `${name} is saved.`}
      look="primary"
      button="Save"
      onClose={onClose}
    >
      <TextField name="name" id="entry-name" label="Name" />
      <TextField name="leadAddress" label="Email for leads" inputMode="email" />
      <TextField name="contactPerson" label="Contact person" isOptional />
      <TextField name="phone" id="entry-phone" label="Phone" isOptional type="tel" />
      <TextField name="notes" label="Notes" isOptional rows={3} />
      <CheckField name="isActive" label="Active" />
      <TextField
        name="firmOrder"
        label="Our order"
        inputMode="numeric"
        hint="0 to 999. Where an approval is equally likely, the smaller number comes first."
      />
      {children}
      {entry && stored && stored.version !== entry.version && (
        <div className="text-sm">
          <p className="font-semibold">Somebody else has changed this. Save replaces it with what is above.</p>
          <ChangedFields change={{ old: { ...entry, version: 0 }, new: { ...stored, version: 0 } }} />
        </div>
      )}
    </ActionForm>
  );
}
