import { useAtomValue } from "jotai";
import { type InputHTMLAttributes, type ReactNode, useEffect, useState } from "react";
import { useFormContext, useFormState, useWatch } from "react-hook-form";
import { amountInWords, choiceInWords, labelOf } from "../../db/model/form/answer-words.ts";
import {
  type Answers,
  type Choice,
  type Field as FieldName,
  isAsked,
  parseWholeNumber,
  questions,
} from "../../db/model/form/application.ts";
import { dollars } from "../../db/model/money/amount.ts";
import { phoneInWords } from "../../db/model/phone.ts";
import { t } from "../../db/model/words.ts";
import { aria, control, Field, Hint, Message, Optional, Remark } from "../ui/form/field.tsx";
import { HelpTip } from "../ui/form/help-tip.tsx";
import { useLeft } from "../ui/form/left.ts";
import { Select } from "../ui/form/select.tsx";
import { PRESELECTED, type Typed } from "./controls.ts";
import { answersAtom, isRestoredAtom } from "./draft/answers.ts";
import { LikelyEmail } from "./likely-email.tsx";
import { aboutIncome, aboutNumber } from "./remarks.ts";
import { controlId, useCurrentAnswers } from "./step-form.tsx";

interface Asked {
  name: FieldName;
  hint?: ReactNode;
  /** Explains an unusual word: a tooltip for mouse and keyboard, plain text on devices without hovering. */
  help?: string;
}

interface TextInput {
  autoComplete?: string;
  inputMode?: "numeric";
  autoCapitalize?: "words";
  /** An amber remark that blocks nothing. It appears when the visitor leaves the box. */
  notice?: (typed: string) => string | null;
}

/** A question with the control for its kind. `under`: what a choice asks in its own row. */
export function Question(asked: Asked & TextInput & Pick<Parameters<typeof Choices>[0], "under">) {
  const { kind, choices } = questions[asked.name];
  switch (kind) {
    case "choice":
      return <Choices {...asked} options={(choices ?? []).map((value) => [value, choiceInWords(value as Choice)])} />;
    case "yesNo":
      return <Choices {...asked} options={yesOrNo()} />;
    case "money":
      return <MoneyField {...asked} />;
    case "phone":
      return <PhoneField {...asked} />;
    case "email":
      return <TextField type="email" inputMode="email" autoComplete="email" autoCapitalize="none" {...asked} />;
    default:
      return <TextField autoComplete="off" {...asked} />;
  }
}

const yesOrNo = (): Option[] => [
  ["true", t`Yes`],
  ["false", t`No`],
];

type Option = [value: string, text: string];

/** While nobody is in its box, a whole number reads '(512) 555-0123'. What we remember and send is what was typed. */
function PhoneField(asked: Asked & TextInput) {
  const typed = useWatch<Typed>({ name: asked.name }) ?? "";
  const id = controlId(asked.name);
  useEffect(() => {
    const box = document.getElementById(id) as HTMLInputElement;
    if (box !== document.activeElement) box.value = phoneInWords(typed);
  }, [id, typed]);
  return (
    <TextField
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      onFocus={({ target }) => {
        target.value = typed;
      }}
      onLeave={(box) => {
        box.value = phoneInWords(box.value);
      }}
      {...asked}
    />
  );
}

/** One line of text, with the right keyboard and autofill. `onLeave` comes after the form has read the box. */
function TextField({
  name,
  hint,
  help,
  notice,
  onLeave,
  ...input
}: Asked &
  Omit<TextInput, "inputMode" | "autoCapitalize"> &
  InputHTMLAttributes<HTMLInputElement> & { onLeave?: (box: HTMLInputElement) => void }) {
  const { register } = useFormContext<Typed>();
  const { left, setLeft, leaving } = useLeft();
  const registered = register(name, {
    ...leaving,
    onBlur(event) {
      leaving.onBlur(event);
      onLeave?.(event.target);
    },
  });
  function take(better: string) {
    const box = document.getElementById(controlId(name)) as HTMLInputElement;
    box.value = better;
    // As if it had been typed, so that it is remembered like other input.
    registered.onChange({ target: box, type: "change" });
    setLeft(better);
    box.focus();
  }
  return (
    <Field {...useAsked(name)} hint={hint}>
      {(box) => (
        <>
          <input type="text" {...input} {...box} {...registered} />
          <Remark>{notice?.(left)}</Remark>
          {questions[name].kind === "email" && <LikelyEmail typed={left} onTake={take} />}
        </>
      )}
    </Field>
  );
}

export function SelectField({
  name,
  hint,
  choices,
  ...select
}: Asked & { choices: (string | number)[]; autoComplete?: string }) {
  const { register } = useFormContext<Typed>();
  return (
    <Field {...useAsked(name)} hint={hint}>
      {(box) => (
        <Select {...select} {...box} className={`${control} w-60`} {...register(name)}>
          <option value="">Choose one</option>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** So many letters fit into half of a phone's width, and into a third of the form's on wider screens. */
const FITS_HALF = 9;
const FITS_THIRD = 12;

/** A choice from a few that are all visible. */
function Choices({
  name,
  hint,
  help,
  options,
  under,
}: Asked & { options: Option[]; under?: Record<string, ReactNode> }) {
  const { register, formState } = useFormContext<Typed>();
  const { id, label, isOptional, error } = useAsked(name);
  const { "aria-invalid": isInvalid, ...described } = aria(id, error, hint ?? help);
  const checked = formState.defaultValues?.[name] ?? PRESELECTED[name];
  const isSaved = useAtomValue(answersAtom)[name] !== undefined;
  const [isPressed, setIsPressed] = useState(false);
  const longest = Math.max(...options.map(([, text]) => text.length));
  const isUntouched = checked !== undefined && checked === PRESELECTED[name] && !isSaved && !isPressed;
  return (
    <fieldset id={id} {...described} className={`grid min-w-0 grid-cols-1 gap-1.5 ${isUntouched ? "untouched" : ""}`}>
      <legend className="mb-1.5 font-semibold">
        {label}
        {isOptional && <Optional />}
        {help && <HelpTip about={label} text={help} />}
      </legend>
      <Hint of={id}>{hint ?? (help && <span className="hidden hover-none:inline">{help}</span>)}</Hint>
      <div
        className={`grid gap-2 ${longest <= FITS_HALF ? "grid-cols-2" : "grid-cols-1"} ${options.length === 3 && longest <= FITS_THIRD ? "sm:grid-cols-3" : `sm:grid-cols-2 ${under ? "" : "sm:*:last:odd:col-span-2"}`}`}
      >
        {options.map(([value, text]) => {
          const label = (
            <label key={value} className={under?.[value] ? "radio-label" : "radio-box"}>
              <input
                type="radio"
                value={value}
                defaultChecked={value === checked}
                aria-invalid={isInvalid}
                className="tick"
                onClick={() => setIsPressed(true)}
                {...register(name)}
              />
              <span className="min-w-0">{text}</span>
            </label>
          );
          return under?.[value] ? (
            <div key={value} className="radio-frame col-span-full *:nth-2:px-3.5 *:nth-2:pb-3.5 *:nth-2:sm:pl-11.5">
              {label}
              {under[value]}
            </div>
          ) : (
            label
          );
        })}
      </div>
      <Message of={id}>{error}</Message>
    </fieldset>
  );
}

/** Boxes for years and months, in a group with the name of the years. */
export function DurationField({ years, months, hint }: { years: FieldName; months: FieldName; hint?: string }) {
  const { id, label, error } = useAsked(years);
  const ofMonths = useAsked(months);
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-1.5">
      <legend className="mb-1.5 font-semibold">{label}</legend>
      <Hint of={id}>{hint}</Hint>
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        <NumberBox name={years} unit={t`years`} {...aria(id, error, hint)} />
        <NumberBox name={months} unit={t`months`} {...aria(ofMonths.id, ofMonths.error)} />
      </div>
      <Message of={id}>{error}</Message>
      <Message of={ofMonths.id}>{ofMonths.error}</Message>
    </fieldset>
  );
}

function NumberBox({ name, unit, ...described }: { name: FieldName; unit: string } & ReturnType<typeof aria>) {
  const { register } = useFormContext<Typed>();
  const { left, leaving } = useLeft();
  return (
    <div className="grid gap-1.5">
      <label className="flex flex-wrap items-center gap-2">
        <input
          {...numeric}
          id={controlId(name)}
          {...described}
          className={`${control} w-16 tabular-nums`}
          {...register(name, leaving)}
        />
        {unit}
      </label>
      <Remark>{aboutNumber(left, "0")}</Remark>
    </div>
  );
}

const numeric = { type: "text", inputMode: "numeric", autoComplete: "off" } as const;

/** Whole dollars. Beside the box it says what we will record. */
function MoneyField({ name, hint }: Asked) {
  const { register } = useFormContext<Typed>();
  const typed = useWatch<Typed>({ name }) as string | undefined;
  const amount = parseWholeNumber(typed ?? "");
  const { per } = questions[name];
  const { left, leaving } = useLeft();
  const remark = aboutNumber(left, dollars(0)) ?? (name === "grossMonthlyIncome" && aboutIncome(left, per));
  const recorded = typed && amount >= 0 && !remark && `${controlId(name)}-recorded`;
  return (
    <Field {...useAsked(name)} hint={hint}>
      {(box) => (
        <>
          <div className="flex flex-wrap items-center gap-2.5">
            <span aria-hidden="true" className="text-quiet">
              $
            </span>
            <input
              {...numeric}
              {...box}
              aria-describedby={[box["aria-describedby"], recorded].filter(Boolean).join(" ")}
              className={`${control} w-36 tabular-nums`}
              {...register(name, leaving)}
            />
            {per && !typed && <span className="text-quiet">a month</span>}
            {/* Beside the box, so that nothing moves as one types. */}
            {recorded && (
              <span id={recorded} className="min-w-0 grow basis-24 text-quiet text-sm leading-tight">
                {t`Recorded as ${{ amount: amountInWords(amount, per) }}`}
              </span>
            )}
          </div>
          <Remark>{remark}</Remark>
        </>
      )}
    </Field>
  );
}

/**
 * Questions that are not always asked, as `on`: they come and go below what was pressed. A page that came as HTML has
 * them from the start, where early-continue.ts shows or hides them.
 */
export function Conditional({ on, children }: { on: FieldName; children: ReactNode }) {
  const isShown = isAsked(on, useCurrentAnswers());
  const isRestored = useAtomValue(isRestoredAtom);
  if (!isShown && isRestored) return null;
  return (
    <div data-asked={on} hidden={!isShown} suppressHydrationWarning className="grid grid-cols-1 gap-7">
      {children}
    </div>
  );
}

/** The parts around a question's control: label, hint and message. */
function useAsked(name: FieldName) {
  const { errors } = useFormState<Typed>({ name });
  // A label depends only on this answer. Watching all answers would render all fields at every keystroke.
  const housingType = useWatch<Typed>({ name: "housingType" }) as Answers["housingType"];
  const { isOptional, kind } = questions[name];
  return {
    id: controlId(name),
    label: labelOf(name, { housingType }),
    // Only for questions that do not say it themselves: a blank number counts as zero.
    isOptional: isOptional && kind !== "money",
    error: errors[name]?.message,
  };
}
