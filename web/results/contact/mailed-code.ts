import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { DefaultValues, FieldValues, Path } from "react-hook-form";
import type * as z from "zod/mini";
import { ApiError } from "../../api.ts";
import { useCheckedForm } from "../../ui/form/checked-form.ts";

interface Confirming<Values> {
  schema: z.ZodMiniType<Values>;
  defaultValues?: DefaultValues<Values>;
  /** Asks for a code, and resolves to the address it goes to. */
  ask: () => Promise<{ sentTo: string }>;
  /** Does what the code confirms. A field's error is shown next to the field. */
  confirm: (values: Values) => Promise<void>;
}

/** A form with a mailed code: asks for the code, then takes it. `error`: why the last of both was not done. */
export function useMailedCode<Values extends FieldValues & { code: string }>({
  ask,
  confirm,
  ...options
}: Confirming<Values>) {
  const [sentTo, setSentTo] = useState<string>();
  const { form } = useCheckedForm<Values>(options);
  const { setError, resetField, setFocus } = form;
  const code = "code" as Path<Values>;
  const asking = useMutation({
    mutationFn: ask,
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

  return {
    form,
    /** Undefined until a code was asked for. */
    sentTo,
    isAsking: asking.isPending,
    isConfirming: confirming.isPending,
    error: asking.error ?? (refusedField(confirming.error) ? null : confirming.error),
    askForCode() {
      confirming.reset();
      asking.mutate();
    },
    submit: form.handleSubmit((values) => {
      asking.reset();
      confirming.mutate(values);
    }),
  };
}

/** The first field that the server refused, with its reason. */
function refusedField(error: Error | null) {
  return Object.entries((error instanceof ApiError && error.refusal?.fields) || {})[0];
}
