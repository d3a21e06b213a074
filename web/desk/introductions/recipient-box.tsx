import { Check } from "lucide-react";
import { type KeyboardEvent, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { Field } from "../../ui/form/field.tsx";
import type { PossibleRecipient } from "../api.ts";
import { isMatch } from "../parts/matching.ts";
import { counted } from "../words.ts";

const LIST = "recipient-list";

/** Why this recipient gets nothing more (they have it, or the applicant said no); null if they may. */
export function whyTaken({ hasIt, permission }: PossibleRecipient) {
  if (permission === "no") return "The applicant said no";
  if (permission === "withdrawn") return "The applicant took the permission back";
  return hasIt ? "Has it already" : null;
}

/** What does not fit, in words; '' if everything fits. */
export function misfitOf({ findings }: PossibleRecipient) {
  return findings
    .filter(({ meets }) => !meets)
    .map(({ reason }) => reason)
    .join("; ");
}

interface Props {
  /** Undefined while loading. */
  recipients: PossibleRecipient[] | undefined;
  chosen: PossibleRecipient | undefined;
  onChoose: (recipient: PossibleRecipient | undefined) => void;
}

/** Finds a lender or dealer by typing. They are in the order of the suggestion, each with the reason. */
export function RecipientBox(props: Props) {
  const search = useSearch(props);
  const { found, active, isOpen } = search;
  const { recipients, chosen } = props;
  return (
    <div>
      <SearchBox {...search} />
      <p role="status" className="mt-1.5 text-quiet text-sm">
        {recipients ? isOpen && countInWords(found) : "Loading..."}
      </p>
      {/* A press here must not take focus from the box, or the list would close before it counts. */}
      <div
        id={LIST}
        role="listbox"
        aria-label="Lenders and dealers"
        hidden={!isOpen || found.length === 0}
        onMouseDown={(event) => event.preventDefault()}
        className="mt-1 max-h-72 overflow-y-auto rounded-[10px] border border-edge bg-card"
      >
        {isOpen &&
          found.map((recipient) => (
            <Option
              key={recipient.id}
              recipient={recipient}
              isActive={recipient === active}
              isChosen={recipient.id === chosen?.id}
              onChoose={() => search.choose(recipient)}
            />
          ))}
      </div>
    </div>
  );
}

type Search = ReturnType<typeof useSearch>;

/** What was typed, whom that finds, and which of them Enter chooses. */
function useSearch({ recipients = [], chosen, onChoose }: Props) {
  const [text, setText] = useState("");
  const [isOpen, setOpen] = useState(true);
  const [activeId, setActiveId] = useState<string>();
  const typed = chosen && text === chosen.name ? "" : text;
  const found = recipients.filter(({ name, group, kind }) => isMatch(`${name} ${group} ${kind}`, typed));
  // If the arrows have selected none, Enter chooses the first that can be chosen.
  const active = isOpen
    ? (found.find(({ id }) => id === activeId) ?? found.find((each) => !whyTaken(each)))
    : undefined;

  useEffect(() => {
    if (active) document.getElementById(optionId(active))?.scrollIntoView({ block: "nearest" });
  }, [active]);

  function open() {
    setOpen(true);
    setActiveId(undefined);
  }
  return {
    ...{ text, found, active, isOpen, isChosen: chosen !== undefined, open },
    close: () => setOpen(false),
    type(value: string) {
      setText(value);
      open();
      if (chosen) onChoose(undefined);
    },
    choose(recipient: PossibleRecipient) {
      if (whyTaken(recipient)) return;
      setText(recipient.name);
      setOpen(false);
      onChoose(recipient);
    },
    step(by: 1 | -1) {
      if (!isOpen) return open();
      const at = active ? found.indexOf(active) : by === 1 ? -1 : 0;
      setActiveId(found.at((at + by) % found.length)?.id);
    },
  };
}

function SearchBox({ text, found, active, isOpen, isChosen, open, close, type, choose, step }: Search) {
  function press(event: KeyboardEvent) {
    switch (event.key) {
      case "ArrowDown":
      case "ArrowUp":
        event.preventDefault();
        step(event.key === "ArrowDown" ? 1 : -1);
        break;
      case "Enter":
        // Enter in this box must not submit a form.
        event.preventDefault();
        if (active) choose(active);
        break;
      case "Tab":
        // Focus moves on to what the choice puts below.
        if (active && !isChosen && !event.shiftKey) flushSync(() => choose(active));
        break;
      case "Escape":
        if (!isOpen) return;
        // Escape closes only the list, not the window around it.
        event.preventDefault();
        close();
        break;
    }
  }

  return (
    <Field id="recipient" label="Lender or dealer" hint="Type a part of the name, the category or the metro.">
      {(box) => (
        <input
          {...box}
          type="text"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          aria-autocomplete="list"
          aria-expanded={isOpen && found.length > 0}
          aria-controls={LIST}
          aria-activedescendant={active && optionId(active)}
          value={text}
          onChange={({ target }) => type(target.value)}
          onClick={() => !isOpen && open()}
          onBlur={close}
          onKeyDown={press}
        />
      )}
    </Field>
  );
}

function Option({
  recipient,
  isActive,
  isChosen,
  onChoose,
}: {
  recipient: PossibleRecipient;
  isActive: boolean;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const { name, kind, group, isSuitable, change, findings } = recipient;
  const taken = whyTaken(recipient);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the box, which names the active option
    // biome-ignore lint/a11y/useKeyWithClickEvents: the box has the keys
    <div
      id={optionId(recipient)}
      role="option"
      aria-selected={isChosen}
      aria-disabled={taken !== null}
      onClick={onChoose}
      className={`min-h-11 border-line border-t px-3.5 py-2 first:border-t-0 ${taken ? "" : "cursor-pointer"} ${
        isActive ? "bg-tint outline-2 outline-bluebonnet -outline-offset-2" : ""
      }`}
    >
      <span className={taken ? "text-quiet" : "font-semibold"}>{name}</span>
      <span className="text-quiet text-sm">, {kind === "lender" ? group : `dealer, ${group}`}</span>
      {!taken && isSuitable ? (
        <span className="block text-sm">
          <span className="sr-only">Fits: </span>
          {findings.map(({ reason }) => (
            <span key={reason} className="mr-4 inline-block">
              <Check aria-hidden="true" className="mr-1 inline size-4 text-leaf" />
              {reason}
            </span>
          ))}
        </span>
      ) : (
        <span className={`block text-sm ${taken ? "text-quiet" : "text-alert"}`}>
          {taken ??
            (change ? `Fits with ${change}. Now: ${misfitOf(recipient)}` : `Does not fit: ${misfitOf(recipient)}`)}
        </span>
      )}
    </div>
  );
}

function countInWords(found: PossibleRecipient[]) {
  if (found.length === 0) return "Nobody matches.";
  const free = found.filter((each) => !whyTaken(each));
  const fit = free.filter(({ isSuitable }) => isSuitable).length;
  const others = free.length - fit;
  const words = [
    counted(fit, "fits", "fit"),
    others > 0 && `${counted(others, "does", "do")} not fit`,
    free.length < found.length && `${found.length - free.length} cannot be chosen`,
  ];
  return words.filter(Boolean).join(", ");
}

function optionId({ kind, id }: PossibleRecipient) {
  return `${kind}-${id}`;
}
