import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from "react";
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
import { dollars } from "../../../db/model/money/amount.ts";
import { call } from "../../api.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/form/field.tsx";
import type { Dealer, Lender } from "../api.ts";
import { useDeskAction, useDeskQuery } from "../data.ts";
import { DeskPage, useMay, Waiting } from "../desk-page.tsx";
import { ActionForm, CheckField, Options, SelectField, TextField, useTyped } from "../parts/action-form.tsx";
import { isMatch } from "../parts/matching.ts";
import { EntryChanges } from "./entry-changes.tsx";

export default function DirectoryPage() {
  return (
    <DeskPage title="Directory" action="readDirectory">
      <Directory />
    </DeskPage>
  );
}

type Edited = { kind: "lender"; entry?: Lender } | { kind: "dealer"; entry?: Dealer };

function Directory() {
  const directory = useDeskQuery("GET /desk/directory");
  const mayEdit = useMay("editDirectory");
  const dialog = useRef<HTMLDialogElement>(null);
  const [edited, setEdited] = useState<Edited>();
  const [typed, setTyped] = useState("");
  const isRead = directory.data !== undefined;
  useEffect(() => {
    if (isRead) document.getElementById(location.hash.slice(1))?.focus();
  }, [isRead]);
  if (!directory.data) return <Waiting error={directory.error} onRetry={() => directory.refetch()} />;
  const edit = (next: Edited) => {
    setEdited(next);
    dialog.current?.showModal();
  };
  const close = () => {
    dialog.current?.close();
    setEdited(undefined);
  };
  const { lenders, dealers } = directory.data;
  const shownLenders = lenders.filter(({ name, category }) => isMatch(`${name} ${category}`, typed));
  const shownDealers = dealers.filter(({ name, metro }) => isMatch(`${name} ${metro}`, typed));
  return (
    <>
      {mayEdit ? (
        <ButtonLink to="/desk/import" look="outline" className="mb-5">
          Import from a file
        </ButtonLink>
      ) : (
        <p className="mb-4 text-quiet">Managers edit the directory.</p>
      )}
      <Field id="typed" label="Find by name, category or metro" className="mb-5 max-w-form">
        {(box) => <input {...box} type="search" value={typed} onChange={(event) => setTyped(event.target.value)} />}
      </Field>
      <Group title="Lenders" onAdd={mayEdit ? () => edit({ kind: "lender" }) : undefined} label="Add a lender">
        {shownLenders.map((lender) => (
          <Entry
            key={lender.id}
            id={lender.id}
            name={lender.name}
            isActive={lender.isActive}
            facts={lenderFacts(lender)}
            onEdit={mayEdit ? () => edit({ kind: "lender", entry: lender }) : undefined}
          />
        ))}
      </Group>
      <Group title="Dealers" onAdd={mayEdit ? () => edit({ kind: "dealer" }) : undefined} label="Add a dealer">
        {shownDealers.map((dealer) => (
          <Entry
            key={dealer.id}
            id={dealer.id}
            name={dealer.name}
            isActive={dealer.isActive}
            facts={dealerFacts(dealer)}
            onEdit={mayEdit ? () => edit({ kind: "dealer", entry: dealer }) : undefined}
          />
        ))}
      </Group>
      <Dialog ref={dialog} aria-labelledby="edit-title" onClose={() => setEdited(undefined)}>
        {edited?.kind === "lender" && (
          <LenderEditor entry={edited.entry} stored={storedNow(lenders, edited.entry)} onClose={close} />
        )}
        {edited?.kind === "dealer" && (
          <DealerEditor entry={edited.entry} stored={storedNow(dealers, edited.entry)} onClose={close} />
        )}
      </Dialog>
    </>
  );
}

/** The stored version of an entry that is being edited. */
function storedNow<Entry extends { id: string }>(entries: Entry[], edited: Entry | undefined) {
  return entries.find(({ id }) => id === edited?.id);
}

function Group({
  title,
  label,
  onAdd,
  children,
}: {
  title: string;
  label: string;
  onAdd?: () => void;
  children: ReactNode[];
}) {
  return (
    <section className="not-first:mt-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-h3">{title}</h2>
        {onAdd && (
          <Button look="outline" onClick={onAdd}>
            {label}
          </Button>
        )}
      </div>
      {children.length === 0 && <p className="mt-2">None.</p>}
      <ul className="mt-3 grid gap-4 md:grid-cols-2">{children}</ul>
    </section>
  );
}

function Entry({
  id,
  name,
  isActive,
  facts,
  onEdit,
}: {
  id: string;
  name: string;
  isActive: boolean;
  facts: string[];
  onEdit?: () => void;
}) {
  return (
    <li>
      <Card className="h-full">
        <div className="flex items-start justify-between gap-3">
          <h3 id={id} tabIndex={-1} className="min-w-0 text-base">
            {name} {!isActive && <span className="font-normal text-quiet">(not active)</span>}
          </h3>
          {onEdit && (
            <Button look="quiet" className="shrink-0" onClick={onEdit} aria-label={`Edit ${name}`}>
              Edit
            </Button>
          )}
        </div>
        <ul className="text-sm">
          {facts.map((fact) => (
            <li key={fact} className="whitespace-pre-line">
              {fact}
            </li>
          ))}
        </ul>
        <EntryChanges id={id} name={name} />
      </Card>
    </li>
  );
}

function dealerFacts(dealer: Dealer) {
  return [dealer.metro, dealer.leadAddress, ...factsForStaff(dealer), orderInWords(dealer)];
}

/** A contact person and notes for staff. */
function factsForStaff({ contactPerson, phone, notes }: Lender | Dealer) {
  const who = [contactPerson, phone].filter(Boolean).join(", ");
  return [who && `Ask for ${contactPerson ? who : `somebody at ${who}`}`, notes].filter(Boolean);
}

function lenderFacts(lender: Lender) {
  const { category, leadAddress, criteria } = lender;
  return [
    category,
    leadAddress,
    ...factsForStaff(lender),
    criteria.minimumIncome > 0 ? `Income from ${dollars(criteria.minimumIncome)} a month` : "No minimum income",
    criteria.acceptsOpenBankruptcy ? "Open bankruptcy accepted" : "No open bankruptcy",
    criteria.monthsSinceRepossession > 0
      ? `At least ${criteria.monthsSinceRepossession} months since a repossession`
      : "Recent repossession accepted",
    criteria.monthsSelfEmployed > 0
      ? `At least ${criteria.monthsSelfEmployed} months self-employed`
      : "No minimum time of self-employment",
    `Lowest credit accepted: ${creditWords[criteria.creditSituation]}`,
    orderInWords(lender),
  ];
}

function orderInWords({ firmOrder }: Lender | Dealer) {
  return `Our order: ${firmOrder}`;
}

interface Editing<Entry> {
  /** The entry when editing began; undefined for a new one. */
  entry?: Entry;
  /** The entry as it is stored now. Saving overwrites it, so a difference is shown. */
  stored?: Entry;
  onClose: () => void;
}

function LenderEditor({ entry: lender, stored, onClose }: Editing<Lender>) {
  const form = useTyped({
    ...common(lender),
    ...typedCriteria(lender?.criteria ?? categoryCriteria["Credit unions"]),
    category: lender?.category ?? ("Credit unions" as LenderCategory),
  });
  return (
    <EditorForm
      title={lender ? `Edit ${lender.name}` : "Add a lender"}
      form={{
        ...form,
        // A new lender starts with the criteria of its category.
        change: ({ category, ...changes }) =>
          form.change(
            category && !lender
              ? { category, ...typedCriteria(categoryCriteria[category]) }
              : { ...changes, ...(category && { category }) },
          ),
      }}
      schema={LenderForm}
      read={({ minimumIncome, monthsSinceRepossession, monthsSelfEmployed, firmOrder, ...typed }) => {
        const { acceptsOpenBankruptcy, creditSituation } = typed;
        return {
          ...typed,
          firmOrder: wholeNumber(firmOrder),
          criteria: {
            minimumIncome: wholeNumber(minimumIncome),
            monthsSinceRepossession: wholeNumber(monthsSinceRepossession),
            monthsSelfEmployed: wholeNumber(monthsSelfEmployed),
            acceptsOpenBankruptcy,
            creditSituation,
          },
        };
      }}
      saving={useDeskAction((form: LenderForm) => saveLender(form, stored), saved(onClose))}
      news={stored && stored.version !== lender?.version ? [stored.name, ...lenderFacts(stored)] : []}
      onClose={onClose}
    >
      <SelectField name="category" label="Category">
        <Options of={LENDER_CATEGORIES} />
      </SelectField>
      <fieldset className="grid min-w-0 gap-4">
        <legend className="font-semibold">What it asks for</legend>
        <TextField name="minimumIncome" label="Income a month, in dollars" inputMode="numeric" />
        <TextField name="monthsSinceRepossession" label="Months since a repossession" inputMode="numeric" />
        <TextField name="monthsSelfEmployed" label="Months self-employed" inputMode="numeric" />
        <SelectField name="creditSituation" label="Lowest credit accepted">
          <Options of={CREDIT_SITUATIONS} words={creditWords} />
        </SelectField>
        <CheckField name="acceptsOpenBankruptcy" label="Accepts an open bankruptcy" />
      </fieldset>
    </EditorForm>
  );
}

function typedCriteria({ minimumIncome, monthsSinceRepossession, monthsSelfEmployed, ...choices }: LenderCriteria) {
  return {
    ...choices,
    minimumIncome: String(minimumIncome),
    monthsSinceRepossession: String(monthsSinceRepossession),
    monthsSelfEmployed: String(monthsSelfEmployed),
  };
}

/** A typed number, with or without $ and commas. Anything else becomes a number that every schema refuses. */
function wholeNumber(typed: string) {
  const digits = typed.replace(/[$,\s]/g, "");
  return /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
}

function DealerEditor({ entry: dealer, stored, onClose }: Editing<Dealer>) {
  return (
    <EditorForm
      title={dealer ? `Edit ${dealer.name}` : "Add a dealer"}
      form={useTyped({ ...common(dealer), metro: dealer?.metro ?? METROS[0] })}
      schema={DealerForm}
      read={({ firmOrder, ...typed }) => ({ ...typed, firmOrder: wholeNumber(firmOrder) })}
      saving={useDeskAction((form: DealerForm) => saveDealer(form, stored), saved(onClose))}
      news={stored && stored.version !== dealer?.version ? [stored.name, ...dealerFacts(stored)] : []}
      onClose={onClose}
    >
      <SelectField name="metro" label="Metro">
        <Options of={METROS} />
      </SelectField>
    </EditorForm>
  );
}

function saveLender(json: LenderForm, stored?: Lender) {
  if (!stored) return call("POST /desk/directory/lenders", { json });
  return call("PUT /desk/directory/lenders/:id", { id: stored.id, json: { ...json, version: stored.version } });
}

function saveDealer(json: DealerForm, stored?: Dealer) {
  if (!stored) return call("POST /desk/directory/dealers", { json });
  return call("PUT /desk/directory/dealers/:id", { id: stored.id, json: { ...json, version: stored.version } });
}

function saved(onClose: () => void) {
  return { words: ({ name }: { name: string }) => `${name} is saved.`, onDone: onClose };
}

function EditorForm<Typed extends object, Valid>({
  title,
  saving,
  news,
  onClose,
  children,
  ...props
}: Pick<ComponentProps<typeof ActionForm<Typed, Valid>>, "form" | "schema" | "read" | "children"> & {
  title: string;
  saving: { run: (valid: Valid) => void; message: string | null };
  /** Facts that somebody else has changed meanwhile. */
  news: string[];
  onClose: () => void;
}) {
  return (
    <ActionForm {...props} className="grid gap-4" action={saving} button="Save" onCancel={onClose}>
      <h2 id="edit-title" className="text-h3">
        {title}
      </h2>
      <TextField name="name" id="entry-name" label="Name" />
      <TextField name="leadAddress" label="Email for leads" type="email" />
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
      {news.length > 0 && (
        <div className="text-sm">
          <p className="font-semibold">This is what is stored now. Save replaces it with what is above.</p>
          <ul>
            {news.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        </div>
      )}
    </ActionForm>
  );
}

/** What lenders and dealers have in common, as it stands in a form. */
function common(entry: Lender | Dealer | undefined) {
  const { name = "", leadAddress = "", contactPerson = "", phone = "", notes = "", isActive = true } = entry ?? {};
  const firmOrder = String(entry?.firmOrder ?? DEFAULT_ORDER);
  return { name, leadAddress, contactPerson, phone, notes, isActive, firmOrder };
}
