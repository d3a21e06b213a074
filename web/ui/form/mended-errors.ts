import { useEffect } from "react";
import type { FieldError, FieldValues, Path, UseFormReturn } from "react-hook-form";

/** Removes a field's error once its value is right, or, if the server refused it, once it changes. */
export function useMendedErrors<Values extends FieldValues, Valid>({
  subscribe,
  trigger,
  clearErrors,
}: Pick<UseFormReturn<Values, unknown, Valid>, "subscribe" | "trigger" | "clearErrors">) {
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback({ name, errors = {} }) {
          const wrong = Object.entries(errors) as [Path<Values>, FieldError][];
          // An error from the form's own rules has a type; one from the server has only a message.
          const invalid = wrong.filter(([, { type }]) => type).map(([field]) => field);
          if (invalid.length > 0) trigger(invalid);
          const refused = wrong.find(([field, { type }]) => field === name && !type);
          if (refused) clearErrors(refused[0]);
        },
      }),
    [subscribe, trigger, clearErrors],
  );
}
