import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { type DefaultValues, type FieldValues, FormProvider, type Path } from "react-hook-form";
import type * as z from "zod/mini";
import { CODE_VALID_MINUTES } from "../../../db/model/time/retention.ts";
import { t } from "../../../db/model/words.ts";
import { ApiError } from "../../api.ts";
import { Button } from "../../ui/button.tsx";
import { Failed } from "../../ui/failed.tsx";
import { useCheckedForm } from "../../ui/form/checked-form.ts";
import { Field } from "../../ui/form/field.tsx";
import { mailProofOf } from "./opened-link.ts";

/** A form with what stands in `children`, which first asks for a mailed code unless it needs none. */
export function MailedCodeForm<Values extends FieldValues & { code: string }>({
  id,
  schema,
  defaultValues,
  why,
  otherwise,
  reference,
  needsCode = true,
  ask,
  confirm,
  button,
  buttonMeanwhile,
  children,
}: {
  /** Of the code's field. */
  id: string;
  schema: z.ZodMiniType<Values>;
  defaultValues?: DefaultValues<Values>;
  /** Shown before a code was asked for. */
  why: ReactNode;
  /** For people who do not get our mails. */
  otherwise: ReactNode;
  /** Of the application. */
  reference: string;
  needsCode?: boolean;
  /** Asks for a code, with the proof from our mail if that led here, and resolves to the address it goes to. */
  ask: (proof: string | undefined) => Promise<{ sentTo: string }>;
  /** Does what the code confirms. A field's error is shown next to the field. */
  confirm: (values: Values) => Promise<void>;
  button: string;
  buttonMeanwhile: string;
  children?: ReactNode;
}) {
  const [sentTo, setSentTo] = useState<string>();
  const { form } = useCheckedForm<Values>({ schema, defaultValues });
  const { register, setError, resetField, setFocus } = form;
  const code = "code" as Path<Values>;
  const asking = useMutation({
    mutationFn: () => ask(mailProofOf(reference)),
    onSuccess: (asked) => {
      resetField(code);
      setSentTo(asked.sentTo);
    },
  });
  const confirming = useMutation({
    mutationFn: confirm,
    onError: (error) => {
      const refused = refusedField(error);
      if (refused) setError(refused[0] as Path<Values>, { message: refused[1] }, { shouldFocus: true });
    },
  });
  useEffect(() => {
    if (sentTo) setFocus(code);
  }, [sentTo, setFocus, code]);

  function askForCode() {
    confirming.reset();
    asking.mutate();
  }

  const submit = form.handleSubmit((values) => {
    asking.reset();
    confirming.mutate(values);
  });

  return (
    <>
      <Failed error={asking.error ?? (refusedField(confirming.error) ? null : confirming.error)} className="mt-4" />
      {asking.error instanceof ApiError && asking.error.status === 429 && !mailProofOf(reference) && (
        <p className="mt-2">Sooner: press “See your application” in our email, and ask for a code there.</p>
      )}
      {needsCode && sentTo === undefined ? (
        <>
          {why}
          <Button look="outline" className="mt-4" disabled={asking.isPending} onClick={askForCode}>
            {asking.isPending ? t`Sending...` : t`Email me a code`}
          </Button>
        </>
      ) : (
        <form noValidate onSubmit={submit} className="mt-4 grid grid-cols-1 gap-4">
          {sentTo !== undefined && (
            <Field
              id={id}
              label="Code from our email"
              hint={t`A code is on its way to ${sentTo}. It works for ${{ minutes: CODE_VALID_MINUTES }} minutes.`}
              required
              error={form.formState.errors.code?.message as string | undefined}
            >
              {(box) => (
                <input type="text" inputMode="numeric" autoComplete="one-time-code" {...box} {...register(code)} />
              )}
            </Field>
          )}
          <FormProvider {...form}>{children}</FormProvider>
          <Button type="submit" disabled={confirming.isPending}>
            {confirming.isPending ? buttonMeanwhile : button}
          </Button>
          {sentTo !== undefined && (
            <Button look="quiet" disabled={asking.isPending} onClick={askForCode}>
              Email me a new code
            </Button>
          )}
        </form>
      )}
      {needsCode && <p className="mt-3 text-quiet text-sm">{otherwise}</p>}
    </>
  );
}

/** The first field that the server refused, with its reason. */
function refusedField(error: Error | null) {
  return Object.entries((error instanceof ApiError && error.refusal?.fields) || {})[0];
}
