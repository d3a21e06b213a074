import type { UseFormRegisterReturn } from "react-hook-form";
import { CODE_VALID_MINUTES } from "../../../db/model/time/retention.ts";
import { t } from "../../../db/model/words.ts";
import { Field } from "../../ui/form/field.tsx";

/** The code from a mail to `sentTo`. */
export function CodeField({
  id,
  sentTo,
  error,
  registered,
}: {
  id: string;
  sentTo: string;
  error: string | undefined;
  registered: UseFormRegisterReturn;
}) {
  return (
    <Field
      id={id}
      label="Code from our email"
      hint={t`A code is on its way to ${sentTo}. It works for ${{ minutes: CODE_VALID_MINUTES }} minutes.`}
      required
      error={error}
    >
      {(box) => <input type="text" inputMode="numeric" autoComplete="one-time-code" {...box} {...registered} />}
    </Field>
  );
}
