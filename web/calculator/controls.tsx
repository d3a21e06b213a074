import { Minus, Plus } from "lucide-react";
import { type ReactNode, use } from "react";
import { dollars } from "../../db/model/money/amount.ts";
import { type CalculatorField, fields } from "../../db/model/money/calculator.ts";
import { t } from "../../db/model/words.ts";
import { control, Hint } from "../ui/form/field.tsx";
import { CalculationContext } from "./shown.tsx";

interface Asked {
  name: CalculatorField;
  label: string;
  hint?: string;
}

export function Amount({ unit = "$", step = 0, ...asked }: Asked & { unit?: "$" | "%"; step?: number }) {
  const { name, label } = asked;
  const { typed } = use(CalculationContext);
  const stepOf = unit === "$" ? dollars(step) : `${step}%`;
  const stepper = (by: number, words: string, Icon: typeof Plus) =>
    step !== 0 && (
      <button
        type="button"
        data-field={name}
        data-step={by}
        aria-label={words}
        className="grid size-12 shrink-0 scroll-mt-20 place-items-center rounded-full border border-edge bg-card text-bluebonnet hover:bg-tint noscript:hidden"
      >
        <Icon aria-hidden="true" className="size-5" />
      </button>
    );
  return (
    <Labelled {...asked}>
      {(box) => (
        <div className="flex max-w-sm items-center gap-2">
          {stepper(-step, t`${label}: ${stepOf} less`, Minus)}
          {unit === "$" && <span aria-hidden="true">$</span>}
          <input
            {...box}
            inputMode="decimal"
            autoComplete="off"
            defaultValue={typed.get(name) ?? ""}
            className={`${control} w-full min-w-0 scroll-mt-20`}
          />
          {unit === "%" && <span aria-hidden="true">%</span>}
          {stepper(step, t`${label}: ${stepOf} more`, Plus)}
        </div>
      )}
    </Labelled>
  );
}

export function Select({
  options,
  chosen,
  ...asked
}: Asked & { options: [value: number, text: string][]; chosen: string | number }) {
  return (
    <Labelled {...asked}>
      {(box) => (
        <select {...box} defaultValue={chosen} className={`${control} w-40 scroll-mt-20`}>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

/** A control's label and hint, and the place of its error, which is always there for the script to fill. */
function Labelled({ name, label, hint, children }: Asked & { children: (box: object) => ReactNode }) {
  const { figures } = use(CalculationContext);
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <label htmlFor={name}>{label}</label>
      <Hint of={name}>{hint}</Hint>
      {children({
        id: name,
        name,
        "aria-describedby": `${hint ? `${name}-hint ` : ""}${name}-error`,
        "aria-invalid": figures.text[`${name}Problem`] !== "" || undefined,
      })}
      <Problem of={name} />
    </div>
  );
}

export function Choice({
  name,
  label,
  options,
  children,
}: {
  name: "want" | "vehicle";
  label: string;
  options: [value: string, label: string][];
  children?: ReactNode;
}) {
  return (
    <fieldset id={name} aria-describedby={`${name}-error`} className="min-w-0">
      <legend className="mb-1.5">{label}</legend>
      <div className="flex flex-wrap gap-x-6">
        {options.map(([value, text], index) => (
          <Option key={value} type="radio" name={name} value={value} label={text} isFirst={index === 0} />
        ))}
        {children}
      </div>
      <Problem of={name} />
      {name === "vehicle" && <Problem of="electric" />}
    </fieldset>
  );
}

export function Option({
  label,
  isFirst,
  ...input
}: {
  type: "radio" | "checkbox";
  name: CalculatorField;
  value: string;
  label: string;
  isFirst?: boolean;
}) {
  const { typed } = use(CalculationContext);
  const chosen = typed.get(input.name);
  const limits = fields[input.name];
  const isKnown = limits.kind === "choice" && limits.choices.includes(chosen ?? "");
  return (
    <label className="flex min-h-11 items-center gap-2">
      <input
        {...input}
        defaultChecked={isKnown ? chosen === input.value : isFirst}
        className="size-5 scroll-mt-20 accent-bluebonnet"
      />
      {label}
    </label>
  );
}

function Problem({ of }: { of: CalculatorField }) {
  const { figures } = use(CalculationContext);
  return (
    <p id={`${of}-error`} data-text={`${of}Problem`} className="font-semibold text-alert empty:hidden">
      {figures.text[`${of}Problem`]}
    </p>
  );
}
