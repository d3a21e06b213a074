import { useEffect } from "react";
import {
  type DefaultValues,
  type FieldError,
  type FieldValues,
  type Path,
  type ResolverResult,
  useForm,
} from "react-hook-form";
import type * as z from "zod/mini";

interface Checked<Typed, Valid> {
  schema: z.ZodMiniType<Valid>;
  /** What the schema judges, made of what was typed. */
  read?: (typed: Typed) => unknown;
  /** In the order of the error summary, which takes focus. Without it, the first wrong field does. */
  fields?: readonly (keyof Typed & string)[];
  idOf?: (field: keyof Typed & string) => string;
  /** Without them, the form takes over what was typed before hydration. */
  defaultValues?: DefaultValues<Typed>;
}

/** A form that is checked when it is sent, and the `problems` for its ErrorSummary. */
export function useCheckedForm<Typed extends FieldValues, Valid = Typed>({
  schema,
  read = (typed) => typed,
  fields = [],
  idOf = (field) => field,
  defaultValues,
}: Checked<Typed, Valid>) {
  const form = useForm<Typed, unknown, Valid>({
    resolver: (typed) => {
      const result = judged(schema.safeParse(read(typed))) as ResolverResult<Typed, Valid>;
      return Object.keys(result.errors).length > 0 ? nextPicture().then(() => result) : result;
    },
    defaultValues,
    reValidateMode: "onSubmit",
    shouldFocusError: fields.length === 0,
  });
  const { subscribe, trigger, clearErrors, formState } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback({ name, errors = {} }) {
          const wrong = Object.entries(errors) as [Path<Typed>, FieldError][];
          // An error from the form's own rules has a type; one from the server has only a message.
          const invalid = wrong.filter(([, { type }]) => type).map(([field]) => field);
          if (invalid.length > 0) trigger(invalid);
          const refused = wrong.find(([field, { type }]) => field === name && !type);
          if (refused) clearErrors(refused[0]);
        },
      }),
    [subscribe, trigger, clearErrors],
  );
  const problems = fields.flatMap((field) => {
    const message = formState.errors[field]?.message;
    return message ? [{ id: idOf(field), message: String(message) }] : [];
  });
  return { form, problems };
}

/** The first thing that is wrong with each field, as react-hook-form wants it: a whole library does no more here. */
function judged<Valid>({ data, error }: z.core.util.SafeParseResult<Valid>) {
  const errors: Record<string, FieldError> = {};
  for (const { path, code, message } of error?.issues ?? []) errors[String(path[0])] ??= { type: code ?? "", message };
  return { values: data ?? {}, errors };
}

/**
 * Showing what is wrong takes a slow phone long, so first the browser shows the press itself. A page in the background gets no pictures.
 */
function nextPicture() {
  return new Promise<void>((resolve) => {
    const late = setTimeout(resolve, 100);
    requestAnimationFrame(() => {
      clearTimeout(late);
      setTimeout(resolve);
    });
  });
}
