import { type ComponentProps, createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type * as z from "zod/mini";
import { draftOf, keepDraft } from "../../member-drafts.ts";
import { Button, type ButtonLook } from "../../ui/button.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Select } from "../../ui/form/select.tsx";
import { type Ending, focusOn, useDeskAction } from "../data.ts";
import { Failure, useMember } from "../desk-page.tsx";
import { Check } from "./check.tsx";

/** What stands in a form, by field, and how it changes. */
export interface Typing<Typed> {
  typed: Typed;
  change: (changes: Partial<Typed>) => void;
  clear?: () => void;
}

/**
 * A form's fields as they begin, then as they are typed; `clear` begins anew. With a name, what was typed is still there
 * after the form was closed or the page loaded again, until the member clears it or signs out.
 */
export function useTyped<Typed extends object>(begin: Typed, keptAs?: string) {
  const name = `${useMember()?.username} ${keptAs}`;
  const [typed, setTyped] = useState<Partial<Typed>>(() => (keptAs ? draftOf(name) : {}));
  useEffect(() => {
    if (keptAs) keepDraft(name, typed);
  }, [keptAs, name, typed]);
  return {
    typed: { ...begin, ...typed },
    change: (changes: Partial<Typed>) => setTyped((before) => ({ ...before, ...changes })),
    clear: () => {
      setTyped({});
      // The form may be gone before an effect runs.
      if (keptAs) keepDraft(name, {});
    },
  };
}

interface Context extends Typing<Record<string, unknown>> {
  messages: Record<string, string>;
  check: (run: (valid: never) => void) => void;
}

const FormContext = createContext<Context>({ typed: {}, change: () => {}, messages: {}, check: () => {} });

/** Fields that no button sends: each change counts at once. */
export function Fields<Typed extends object>({ typed, change, children }: Typing<Typed> & { children: ReactNode }) {
  // They know names and values, not the form's own type.
  const context = { typed, change, messages: {}, check: () => {} } as unknown as Context;
  return <FormContext value={context}>{children}</FormContext>;
}

/** A button beside the one that submits: does something with what was typed, if it is valid; else says what is wrong. */
export function CheckedButton<Valid>({
  run,
  ...props
}: { run: (valid: Valid) => void } & ComponentProps<typeof Button>) {
  const { check } = useContext(FormContext);
  return <Button {...props} onClick={() => check(run)} />;
}

/**
 * A form of the desk, which is cleared once it has done what it is for, or was canceled. Nothing is sent before its schema accepts it: the first field with a message takes focus, and messages
 * follow what is typed until all is right. What concerns no field, and why the server refused, stands above the button.
 */
export function ActionForm<Typed extends object, Valid, Result>({
  form: { typed, change, clear },
  schema,
  read = (typed) => typed,
  act,
  words,
  onDone,
  goOn,
  button,
  buttonId,
  look = "outline",
  isOff,
  beside,
  onClose,
  className = "mt-3 grid grid-cols-1 gap-4",
  children,
  ...props
}: {
  form: Typing<Typed>;
  schema: z.ZodMiniType<Valid>;
  /** What the schema judges, made of what was typed. */
  read?: (typed: Typed) => unknown;
  act: (valid: Valid) => Promise<Result>;
  /** What the button says; without it nothing can be sent. */
  button: ReactNode;
  buttonId?: string;
  /** 'primary' where it is the one thing to do. */
  look?: ButtonLook;
  isOff?: boolean;
  /** Other buttons, after that one. */
  beside?: ReactNode;
  /** Closes what the form stands in, when it has done what it is for or is canceled. */
  onClose?: () => void;
} & Ending<Valid, Result> &
  Omit<ComponentProps<"form">, "action">) {
  const action = useDeskAction(act, {
    words,
    goOn,
    onDone: (result, valid) => {
      clear?.();
      onDone?.(result, valid);
      onClose?.();
    },
  });
  const element = useRef<HTMLFormElement>(null);
  const [isRefused, setRefused] = useState(false);
  const messages = isRefused ? messagesIn(schema.safeParse(read(typed)).error) : {};
  const elsewhere = Object.keys(messages).find((name) => !(name in typed));

  function check(run: (valid: Valid) => void) {
    const { data, error } = schema.safeParse(read(typed));
    flushSync(() => setRefused(error !== undefined));
    if (error) focusOn(element.current?.querySelector<HTMLElement>("[aria-invalid]"));
    else run(data);
  }

  return (
    // Its fields know names and values, not the form's own type.
    <FormContext value={{ typed, change, messages, check } as unknown as Context}>
      <form
        noValidate
        ref={element}
        className={className}
        {...props}
        onSubmit={(event) => {
          event.preventDefault();
          if (button) check(action.run);
        }}
      >
        {children}
        <Failure message={elsewhere === undefined ? action.message : (messages[elsewhere] ?? null)} />
        {(button || beside || onClose) && (
          <div className="flex flex-wrap gap-3">
            {button && (
              <Button id={buttonId} type="submit" look={look} disabled={isOff}>
                {button}
              </Button>
            )}
            {beside}
            {onClose && (
              <Button
                look="quiet"
                onClick={() => {
                  clear?.();
                  onClose();
                }}
              >
                Cancel
              </Button>
            )}
          </div>
        )}
      </form>
    </FormContext>
  );
}

/** The first message of each field, by its own name, however deep it is. */
function messagesIn(error: z.core.$ZodError | undefined) {
  const messages: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) {
    messages[String(path.findLast((part) => typeof part === "string") ?? "")] ??= message;
  }
  return messages;
}

/** A button that does something, and why it was not done. For deeds whose refusal leaves the button on the page. */
export function ActionButton<Result>({
  act,
  words,
  onDone,
  goOn,
  look = "outline",
  ...props
}: Ending<void, Result> & { act: () => Promise<Result> } & ComponentProps<typeof Button>) {
  const action = useDeskAction(act, { words, onDone, goOn });
  return (
    <>
      <Button {...props} look={look} onClick={() => action.run()} />
      <Failure message={action.message} />
    </>
  );
}

interface FieldProps {
  name: string;
  /** Of its own where the page has another control of this name. */
  id?: string;
  label: ReactNode;
  hint?: ReactNode;
  isOptional?: boolean;
  className?: string;
  "data-key"?: string;
  children?: ReactNode;
}

/** What a field knows of the form around it, and what is left for its `box`. */
export function useField<Props extends FieldProps>({
  name,
  id = name,
  label,
  hint,
  isOptional,
  className,
  ...box
}: Props) {
  const { typed, change, messages } = useContext(FormContext);
  return {
    field: { id, label, hint, isOptional, className, error: messages[name] },
    box,
    value: typed[name],
    type: (value: unknown) => change({ [name]: value }),
  };
}

/** A box for text, of several lines if it has `rows`. `children` stand below it. */
export function TextField({
  type: kind = "text",
  rows,
  children,
  ...props
}: FieldProps & {
  type?: string;
  rows?: number;
  onBlur?: (event: { target: { value: string } }) => void;
  onChange?: () => void;
} & Pick<ComponentProps<"input">, "inputMode" | "autoComplete" | "autoCapitalize">) {
  const { field, box, value, type } = useField({ autoComplete: "off", ...props });
  const typing = {
    ...box,
    value: String(value),
    onChange: ({ target }: { target: { value: string } }) => {
      box.onChange?.();
      type(target.value);
    },
  };
  return (
    <Field {...field}>
      {(common) => (
        <>
          {rows ? <textarea {...common} {...typing} rows={rows} /> : <input {...common} {...typing} type={kind} />}
          {children}
        </>
      )}
    </Field>
  );
}

/** A choice among `Options`, and more of them as `children`. */
export function SelectField({ of, words, first, children, ...props }: FieldProps & ComponentProps<typeof Options>) {
  const { field, box, value, type } = useField(props);
  return (
    <Field {...field}>
      {(common) => (
        <Select {...common} {...box} value={String(value)} onChange={({ target }) => type(target.value)}>
          <Options of={of} words={words} first={first} />
          {children}
        </Select>
      )}
    </Field>
  );
}

/** What a select offers: values with their words, or members; `first` stands before them, for none. */
export function Options({
  of = [],
  words = {},
  first,
}: {
  of?: readonly (string | { id: string; username: string })[];
  words?: Record<string, string> | undefined;
  first?: string | undefined;
}) {
  return (
    <>
      {first && <option value="">{first}</option>}
      {of.map((each) => {
        const [value, name] = typeof each === "string" ? [each, words[each] ?? each] : [each.id, each.username];
        return (
          <option key={value} value={value}>
            {name}
          </option>
        );
      })}
    </>
  );
}

export function CheckField({ name, label }: { name: string; label: string }) {
  const { value, type } = useField({ name, label });
  return (
    <Check isOn={value === true} onChange={type}>
      {label}
    </Check>
  );
}
