import { type ReactNode, use } from "react";
import { type CalculatorField, fields } from "../../db/model/money/calculator.ts";
import { control, Hint } from "../ui/form/field.tsx";
import { Select as SelectBox } from "../ui/form/select.tsx";
import { CalculationContext } from "./shown.tsx";

interface Asked {
  name: CalculatorField;
  label: string;
  hint?: string;
}

export function Amount({ unit = "$", ...asked }: Asked & { unit?: "$" | "%" }) {
  const { name } = asked;
  const { typed, figures } = use(CalculationContext);
  return (
    <Labelled {...asked}>
      {(box) => (
        <div className="flex items-center gap-2">
          {unit === "$" && <span aria-hidden="true">$</span>}
          <input
            {...box}
            inputMode="decimal"
            autoComplete="off"
            defaultValue={typed.get(name) ?? ""}
            placeholder={figures.example[name]}
            className={`${control} w-full min-w-0 placeholder:text-quiet`}
          />
          {unit === "%" && <span aria-hidden="true">%</span>}
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
        <SelectBox {...box} defaultValue={chosen} className={`${control} w-full`}>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </SelectBox>
      )}
    </Labelled>
  );
}

/** A control's label and hint, and the place of its error, which is always there for the script to fill. */
function Labelled({ name, label, hint, children }: Asked & { children: (box: object) => ReactNode }) {
  const { figures } = use(CalculationContext);
  return (
    <div className="grid grid-cols-1 content-start gap-1.5">
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
      <legend className={name === "want" ? "sr-only" : "mb-1.5"}>{label}</legend>
      <div className={`flex flex-wrap ${name === "want" ? "gap-4" : "gap-x-6"}`}>
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
    <label
      className={`flex min-h-12 items-center gap-2 leading-tight ${input.name === "want" ? "flex-[1_9rem] rounded-[10px] border border-edge bg-card px-3 py-1.5 has-checked:border-bluebonnet has-checked:bg-tint" : ""}`}
    >
      <input {...input} defaultChecked={isKnown ? chosen === input.value : isFirst} className="tick" />
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
