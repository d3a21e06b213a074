import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import {
  CREDIT_SITUATIONS,
  categoryCriteria,
  creditWords,
  DealerForm,
  LENDER_CATEGORIES,
  type LenderCategory,
  LenderCriteria,
  LenderForm,
  METROS,
} from "../../../db/model/directory/lenders.ts";
import { dollars } from "../../../db/model/money/amount.ts";
import { messagesByField } from "../../../db/model/text.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/form/field.tsx";
import { type Dealer, type Lender, readDirectory, saveDealer, saveLender } from "../api.ts";
import { useDeskAction, useDeskQuery } from "../data.ts";
import { DeskPage, Failure, useMay, Waiting } from "../desk-page.tsx";
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
  const directory = useDeskQuery(["directory"], readDirectory);
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

/** An entry that is being edited, and what is stored now. */
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
  return [dealer.metro, dealer.leadAddress, ...factsForStaff(dealer)];
}

/** Whom to ask for, and what to know. */
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
  ];
}

interface Editing<Entry> {
  /** The entry as it was when editing began; undefined when a new one is being added. */
  entry?: Entry;
  /** The entry as it is stored now. Saving replaces it, so it is shown if it differs. */
  stored?: Entry;
  onClose: () => void;
}

function LenderEditor({ entry: lender, stored, onClose }: Editing<Lender>) {
  const [category, setCategory] = useState<LenderCategory>(lender?.category ?? "Credit unions");
  const saving = useDeskAction((form: LenderForm) => saveLender(form, stored), saved(onClose));
  // A new lender begins with what its category asks for.
  const criteria = lender?.criteria ?? categoryCriteria[category];

  function read(data: FormData): Typed<LenderForm> {
    const typedCriteria = {
      minimumIncome: wholeNumber(data.get("minimumIncome")),
      acceptsOpenBankruptcy: data.get("acceptsOpenBankruptcy") === "on",
      monthsSinceRepossession: wholeNumber(data.get("monthsSinceRepossession")),
      monthsSelfEmployed: wholeNumber(data.get("monthsSelfEmployed")),
      creditSituation: data.get("creditSituation"),
    };
    const typed = LenderForm.safeParse({ ...common(data), category, criteria: typedCriteria });
    if (typed.success) return { form: typed.data, messages: {} };
    const { error } = LenderCriteria.safeParse(typedCriteria);
    return {
      messages: { ...messagesByField(LenderForm, typed.error), ...(error && messagesByField(LenderCriteria, error)) },
    };
  }

  return (
    <EditorForm
      title={lender ? `Edit ${lender.name}` : "Add a lender"}
      saving={saving}
      read={read}
      news={stored && stored.version !== lender?.version ? [stored.name, ...lenderFacts(stored)] : []}
      onClose={onClose}
    >
      {(messages) => (
        <>
          <CommonFields entry={lender} messages={messages} />
          <Field id="category" label="Category">
            {(box) => (
              <select {...box} value={category} onChange={(event) => setCategory(event.target.value as LenderCategory)}>
                {LENDER_CATEGORIES.map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </select>
            )}
          </Field>
          <fieldset key={lender ? "kept" : category} className="grid min-w-0 gap-4">
            <legend className="font-semibold">What it asks for</legend>
            {numberFields.map(({ name, label }) => (
              <Field key={name} id={name} label={label} error={messages[name]}>
                {(box) => <input {...box} type="text" inputMode="numeric" name={name} defaultValue={criteria[name]} />}
              </Field>
            ))}
            <Field id="creditSituation" label="Lowest credit accepted">
              {(box) => (
                <select {...box} name="creditSituation" defaultValue={criteria.creditSituation}>
                  {CREDIT_SITUATIONS.map((situation) => (
                    <option key={situation} value={situation}>
                      {creditWords[situation]}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            <CheckField
              name="acceptsOpenBankruptcy"
              label="Accepts an open bankruptcy"
              isChecked={criteria.acceptsOpenBankruptcy}
            />
          </fieldset>
        </>
      )}
    </EditorForm>
  );
}

const numberFields = [
  { name: "minimumIncome", label: "Income a month, in dollars" },
  { name: "monthsSinceRepossession", label: "Months since a repossession" },
  { name: "monthsSelfEmployed", label: "Months self-employed" },
] as const;

/** A number as typed, with or without $ and commas. Anything else, blank included, becomes a number that every schema refuses. */
function wholeNumber(typed: FormDataEntryValue | null) {
  const digits = String(typed).replace(/[$,\s]/g, "");
  return /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
}

function DealerEditor({ entry: dealer, stored, onClose }: Editing<Dealer>) {
  const saving = useDeskAction((form: DealerForm) => saveDealer(form, stored), saved(onClose));
  function read(data: FormData): Typed<DealerForm> {
    const typed = DealerForm.safeParse({ ...common(data), metro: data.get("metro") });
    if (typed.success) return { form: typed.data, messages: {} };
    return { messages: messagesByField(DealerForm, typed.error) };
  }
  return (
    <EditorForm
      title={dealer ? `Edit ${dealer.name}` : "Add a dealer"}
      saving={saving}
      read={read}
      news={stored && stored.version !== dealer?.version ? [stored.name, ...dealerFacts(stored)] : []}
      onClose={onClose}
    >
      {(messages) => (
        <>
          <CommonFields entry={dealer} messages={messages} />
          <Field id="metro" label="Metro">
            {(box) => (
              <select {...box} name="metro" defaultValue={dealer?.metro}>
                {METROS.map((metro) => (
                  <option key={metro}>{metro}</option>
                ))}
              </select>
            )}
          </Field>
        </>
      )}
    </EditorForm>
  );
}

function saved(onClose: () => void) {
  return { words: ({ name }: { name: string }) => `${name} is saved.`, onDone: onClose };
}

/** What a form holds: an entry of the directory, or what is wrong with it. */
interface Typed<Form> {
  form?: Form;
  messages: Record<string, string>;
}

function EditorForm<Form>({
  title,
  saving,
  read,
  news,
  onClose,
  children,
}: {
  title: string;
  saving: { run: (form: Form) => void; message: string | null };
  read: (data: FormData) => Typed<Form>;
  /** The facts of an entry that somebody else has changed in the meantime. */
  news: string[];
  onClose: () => void;
  children: (messages: Record<string, string>) => ReactNode;
}) {
  const [messages, setMessages] = useState<Record<string, string>>({});

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const editor = event.currentTarget;
    const { form, messages } = read(new FormData(editor));
    flushSync(() => setMessages(messages));
    if (form) saving.run(form);
    else editor.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }

  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={submit}
      onChange={(event) => {
        if (Object.keys(messages).length > 0) setMessages(read(new FormData(event.currentTarget)).messages);
      }}
    >
      <h2 id="edit-title" className="text-h3">
        {title}
      </h2>
      {children(messages)}
      <Failure message={saving.message} />
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
      <div className="flex flex-wrap gap-3">
        <Button type="submit">Save</Button>
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function common(data: FormData) {
  return {
    name: data.get("name"),
    leadAddress: data.get("leadAddress"),
    contactPerson: data.get("contactPerson"),
    phone: data.get("phone"),
    notes: data.get("notes"),
    isActive: data.get("isActive") === "on",
  };
}

function CommonFields({ entry, messages }: { entry?: Lender | Dealer; messages: Record<string, string> }) {
  return (
    <>
      <Field id="entry-name" label="Name" error={messages.name}>
        {(box) => <input {...box} name="name" defaultValue={entry?.name} />}
      </Field>
      <Field id="leadAddress" label="Email for leads" error={messages.leadAddress}>
        {(box) => <input {...box} type="email" name="leadAddress" defaultValue={entry?.leadAddress} />}
      </Field>
      <Field id="contactPerson" label="Contact person" isOptional error={messages.contactPerson}>
        {(box) => <input {...box} name="contactPerson" autoComplete="off" defaultValue={entry?.contactPerson} />}
      </Field>
      <Field id="entry-phone" label="Phone" isOptional error={messages.phone}>
        {(box) => <input {...box} type="tel" name="phone" autoComplete="off" defaultValue={entry?.phone} />}
      </Field>
      <Field id="notes" label="Notes" isOptional error={messages.notes}>
        {(box) => <textarea {...box} name="notes" rows={3} defaultValue={entry?.notes} />}
      </Field>
      <CheckField name="isActive" label="Active" isChecked={entry?.isActive ?? true} />
    </>
  );
}

function CheckField({ name, label, isChecked }: { name: string; label: string; isChecked: boolean }) {
  return (
    <label className="flex min-h-11 items-center gap-3 font-semibold">
      <input type="checkbox" name={name} defaultChecked={isChecked} className="size-6 accent-bluebonnet" />
      {label}
    </label>
  );
}
