import { useRef, useState } from "react";
import {
  CREDIT_SITUATIONS,
  categoryCriteria,
  DealerForm,
  LENDER_CATEGORIES,
  type LenderCategory,
  type LenderCriteria,
  LenderForm,
  METROS,
} from "../../db/model/lenders.ts";
import { messagesByField } from "../../db/model/text.ts";
import { money } from "../format.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { type Dealer, type Lender, readDirectory, saveDealer, saveLender } from "./api.ts";
import { useDeskAction, useDeskQuery } from "./data.ts";
import { DeskPage, Failure, useMay, Waiting } from "./desk-page.tsx";

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
  return (
    <>
      {!mayEdit && <p className="mb-4 text-quiet">Managers edit the directory.</p>}
      <Group title="Lenders" onAdd={mayEdit ? () => edit({ kind: "lender" }) : undefined} label="Add a lender">
        {lenders.map((lender) => (
          <Entry
            key={lender.id}
            name={lender.name}
            isActive={lender.isActive}
            facts={[lender.category, lender.leadAddress, ...criteriaFacts(lender.criteria)]}
            onEdit={mayEdit ? () => edit({ kind: "lender", entry: lender }) : undefined}
          />
        ))}
      </Group>
      <Group title="Dealers" onAdd={mayEdit ? () => edit({ kind: "dealer" }) : undefined} label="Add a dealer">
        {dealers.map((dealer) => (
          <Entry
            key={dealer.id}
            name={dealer.name}
            isActive={dealer.isActive}
            facts={[dealer.metro, dealer.leadAddress]}
            onEdit={mayEdit ? () => edit({ kind: "dealer", entry: dealer }) : undefined}
          />
        ))}
      </Group>
      <Dialog ref={dialog} aria-labelledby="edit-title" onClose={() => setEdited(undefined)}>
        {edited?.kind === "lender" && <LenderEditor lender={edited.entry} onClose={close} />}
        {edited?.kind === "dealer" && <DealerEditor dealer={edited.entry} onClose={close} />}
      </Dialog>
    </>
  );
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
  children: React.ReactNode[];
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
      {children.length === 0 && <p className="mt-2">None yet.</p>}
      <ul className="mt-3 grid gap-4 md:grid-cols-2">{children}</ul>
    </section>
  );
}

function Entry({
  name,
  isActive,
  facts,
  onEdit,
}: {
  name: string;
  isActive: boolean;
  facts: string[];
  onEdit?: () => void;
}) {
  return (
    <li>
      <Card className="h-full">
        <div className="flex items-start justify-between gap-3">
          <h3 className="text-base">
            {name} {!isActive && <span className="font-normal text-quiet">(not active)</span>}
          </h3>
          {onEdit && (
            <Button look="quiet" onClick={onEdit} aria-label={`Edit ${name}`}>
              Edit
            </Button>
          )}
        </div>
        <ul className="break-words text-sm">
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      </Card>
    </li>
  );
}

function criteriaFacts(criteria: LenderCriteria) {
  return [
    criteria.minimumIncome > 0 ? `Income from ${money(criteria.minimumIncome)} a month` : "No minimum income",
    criteria.acceptsOpenBankruptcy ? "Open bankruptcy accepted" : "No open bankruptcy",
    `${criteria.monthsSinceRepossession} months since a repossession`,
    `${criteria.monthsSelfEmployed} months self-employed`,
    `Credit up to ${criteria.creditSituation}`,
  ];
}

function LenderEditor({ lender, onClose }: { lender?: Lender; onClose: () => void }) {
  const [category, setCategory] = useState<LenderCategory>(lender?.category ?? "Credit unions");
  const [messages, setMessages] = useState<Record<string, string>>({});
  const saving = useDeskAction((form: LenderForm) => saveLender(form, lender?.id), onClose);
  // A new lender begins with what its category asks for.
  const criteria = lender?.criteria ?? categoryCriteria[category];

  function submit(data: FormData) {
    const typed = LenderForm.safeParse({
      ...common(data),
      category,
      criteria: {
        minimumIncome: Number(data.get("minimumIncome")),
        acceptsOpenBankruptcy: data.get("acceptsOpenBankruptcy") === "on",
        monthsSinceRepossession: Number(data.get("monthsSinceRepossession")),
        monthsSelfEmployed: Number(data.get("monthsSelfEmployed")),
        creditSituation: data.get("creditSituation"),
      },
    });
    if (typed.success) saving.mutate(typed.data);
    else setMessages(messagesByField(LenderForm, typed.error));
  }

  return (
    <EditorForm
      title={lender ? `Edit ${lender.name}` : "Add a lender"}
      saving={saving}
      onSubmit={submit}
      onClose={onClose}
    >
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
      <fieldset key={lender ? "kept" : category} className="grid gap-4">
        <legend className="font-semibold">What it asks for</legend>
        {messages.criteria && <p className="font-semibold text-alert">{messages.criteria}</p>}
        <NumberField id="minimumIncome" label="Income a month, in dollars" value={criteria.minimumIncome} />
        <NumberField
          id="monthsSinceRepossession"
          label="Months since a repossession"
          value={criteria.monthsSinceRepossession}
        />
        <NumberField id="monthsSelfEmployed" label="Months self-employed" value={criteria.monthsSelfEmployed} />
        <Field id="creditSituation" label="The roughest credit it accepts">
          {(box) => (
            <select {...box} name="creditSituation" defaultValue={criteria.creditSituation}>
              {CREDIT_SITUATIONS.map((situation) => (
                <option key={situation}>{situation}</option>
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
    </EditorForm>
  );
}

function DealerEditor({ dealer, onClose }: { dealer?: Dealer; onClose: () => void }) {
  const [messages, setMessages] = useState<Record<string, string>>({});
  const saving = useDeskAction((form: DealerForm) => saveDealer(form, dealer?.id), onClose);
  function submit(data: FormData) {
    const typed = DealerForm.safeParse({ ...common(data), metro: data.get("metro") });
    if (typed.success) saving.mutate(typed.data);
    else setMessages(messagesByField(DealerForm, typed.error));
  }
  return (
    <EditorForm
      title={dealer ? `Edit ${dealer.name}` : "Add a dealer"}
      saving={saving}
      onSubmit={submit}
      onClose={onClose}
    >
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
    </EditorForm>
  );
}

function EditorForm({
  title,
  saving,
  onSubmit,
  onClose,
  children,
}: {
  title: string;
  saving: { isPending: boolean; message: string | null };
  onSubmit: (data: FormData) => void;
  onClose: () => void;
  children: React.ReactNode;
}) {
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(new FormData(event.currentTarget));
      }}
    >
      <h2 id="edit-title" className="text-h3">
        {title}
      </h2>
      {children}
      <Failure message={saving.message} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={saving.isPending}>
          Save
        </Button>
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function common(data: FormData) {
  return { name: data.get("name"), leadAddress: data.get("leadAddress"), isActive: data.get("isActive") === "on" };
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
      <CheckField name="isActive" label="Active" isChecked={entry?.isActive ?? true} />
    </>
  );
}

function NumberField({ id, label, value }: { id: string; label: string; value: number }) {
  return (
    <Field id={id} label={label}>
      {(box) => <input {...box} type="text" inputMode="numeric" name={id} defaultValue={value} />}
    </Field>
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
