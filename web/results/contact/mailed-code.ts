import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef, useState } from "react";
import { type DefaultValues, type FieldValues, type Path, useForm } from "react-hook-form";
import type * as z from "zod/mini";
import { ApiError } from "../../api.ts";
import { reasonOf } from "../../failure.ts";
import { useMendedErrors } from "../../ui/form/mended-errors.ts";

interface Confirming<Values> {
  schema: z.ZodMiniType<Values, Values>;
  defaultValues?: DefaultValues<Values>;
  /** Asks for a code, and resolves to the address it goes to. */
  ask: () => Promise<{ sentTo: string }>;
  /** Does what the code confirms. A field's error is shown next to the field. */
  confirm: (values: Values) => Promise<void>;
}

/** A form with a mailed code: asks for the code, then takes it. Show `failure` in a notice with ref `notice`. */
export function useMailedCode<Values extends FieldValues & { code: string }>({
  schema,
  defaultValues,
  ask,
  confirm,
}: Confirming<Values>) {
  const [sentTo, setSentTo] = useState<string>();
  const [isAsking, setIsAsking] = useState(false);
  const [failure, setFailure] = useState<string>();
  const notice = useRef<HTMLDivElement>(null);
  const form = useForm<Values, unknown, Values>({
    resolver: zodResolver(schema),
    defaultValues,
    reValidateMode: "onSubmit",
  });
  const { handleSubmit, setError, resetField, setFocus } = form;
  const code = "code" as Path<Values>;
  useMendedErrors(form);

  useEffect(() => {
    if (sentTo) setFocus(code);
  }, [sentTo, setFocus, code]);
  useEffect(() => {
    if (failure) notice.current?.focus();
  }, [failure]);

  return {
    form,
    /** The address the code goes to; undefined until one is requested. */
    sentTo,
    isAsking,
    failure,
    notice,
    async askForCode() {
      setIsAsking(true);
      setFailure(undefined);
      try {
        const asked = await ask();
        resetField(code);
        setSentTo(asked.sentTo);
      } catch (error) {
        setFailure(reasonOf(error));
      }
      setIsAsking(false);
    },
    submit: handleSubmit(async (values) => {
      setFailure(undefined);
      try {
        await confirm(values);
      } catch (error) {
        const [refused] = Object.entries((error instanceof ApiError && error.refusal?.fields) || {});
        if (!refused) return setFailure(reasonOf(error));
        setError(refused[0] as Path<Values>, { message: refused[1] }, { shouldFocus: true });
      }
    }),
  };
}
