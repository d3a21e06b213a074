import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Correction as Corrected } from "../../../db/model/contact/correction.ts";
import { t } from "../../../db/model/words.ts";
import { confirmCorrection, type ReceivedApplication, requestCorrection } from "../../api.ts";
import { LikelyEmail } from "../../apply/likely-email.tsx";
import { aboutPhone } from "../../apply/remarks.ts";
import { Button } from "../../ui/button.tsx";
import { Failed } from "../../ui/failed.tsx";
import { afterPress } from "../../ui/form/after-press.ts";
import { Field, Remark } from "../../ui/form/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { CodeField } from "./code-field.tsx";
import { useMailedCode } from "./mailed-code.ts";

/** Corrects a mistyped phone number or e-mail, with a code. */
export function Correction({ application: { id, phone, email } }: { application: ReceivedApplication }) {
  const [times, setTimes] = useState(0);
  return (
    <>
      {times > 0 && <Done />}
      <CorrectionForm key={times} id={id} phone={phone} email={email} onDone={() => setTimes(times + 1)} />
    </>
  );
}

function Done() {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <Notice kind="done" ref={notice} tabIndex={-1} role="status" className="mt-4">
      <p>Saved. We'll use these details from now on, and we're emailing you a note about it.</p>
    </Notice>
  );
}

interface Props {
  id: string;
  phone: string;
  email: string;
  onDone: () => void;
}

function CorrectionForm({ id, phone, email, onDone }: Props) {
  const queries = useQueryClient();
  const [left, setLeft] = useState({ phone: "", email: "" });
  const { form, sentTo, isAsking, isConfirming, error, askForCode, submit } = useMailedCode({
    schema: Corrected,
    defaultValues: { code: "", phone, email },
    ask: () => requestCorrection(id),
    async confirm(correction) {
      await confirmCorrection(id, correction);
      await Promise.all(["application", "guidance"].map((name) => queries.invalidateQueries({ queryKey: [name, id] })));
      onDone();
    },
  });
  const { register, getValues, setValue, setFocus, formState } = form;
  const { errors } = formState;
  const leave = (name: "phone" | "email") =>
    afterPress(() => setLeft((before) => ({ ...before, [name]: getValues(name) })));
  return (
    <>
      <Failed error={error} className="mt-4" />
      {sentTo === undefined ? (
        <>
          <p className="mt-3">
            Typo in your phone or email? To make sure it's you, we'll email you a code first. Then you can change either
            one.
          </p>
          <Button look="outline" className="mt-4" disabled={isAsking} onClick={askForCode}>
            {isAsking ? t`Sending...` : t`Email me a code`}
          </Button>
          <p className="mt-3 text-quiet text-sm">
            Not getting our email? <TextLink to="/contact">Tell us</TextLink>, and a specialist will fix it with you.
          </p>
        </>
      ) : (
        <form noValidate onSubmit={submit} className="mt-4 grid grid-cols-1 gap-4">
          <CodeField id="correction-code" sentTo={sentTo} error={errors.code?.message} registered={register("code")} />
          <Field id="correct-phone" label="Phone Number" required error={errors.phone?.message}>
            {(box) => (
              <>
                <input
                  type="tel"
                  autoComplete="tel"
                  {...box}
                  {...register("phone", { onBlur: () => leave("phone") })}
                />
                <Remark>{aboutPhone(left.phone)}</Remark>
              </>
            )}
          </Field>
          <Field id="correct-email" label="Email Address" required error={errors.email?.message}>
            {(box) => (
              <>
                <input
                  type="email"
                  autoComplete="email"
                  autoCapitalize="none"
                  {...box}
                  {...register("email", { onBlur: () => leave("email") })}
                />
                <LikelyEmail
                  typed={left.email}
                  onTake={(better) => {
                    setValue("email", better);
                    setLeft({ ...left, email: better });
                    setFocus("email");
                  }}
                />
              </>
            )}
          </Field>
          <Button type="submit" disabled={isConfirming}>
            {isConfirming ? t`Saving...` : t`Save the correction`}
          </Button>
          <Button look="quiet" disabled={isAsking} onClick={askForCode}>
            Email me a new code
          </Button>
        </form>
      )}
    </>
  );
}
