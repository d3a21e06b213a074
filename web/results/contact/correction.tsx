import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useFormContext } from "react-hook-form";
import { Correction as Corrected } from "../../../db/model/contact/correction.ts";
import { t } from "../../../db/model/words.ts";
import { confirmCorrection, type ReceivedApplication, requestCorrection } from "../../api.ts";
import { LikelyEmail } from "../../apply/likely-email.tsx";
import { aboutPhone } from "../../apply/remarks.ts";
import { Field, Remark } from "../../ui/form/field.tsx";
import { useLeft } from "../../ui/form/left.ts";
import { Notice } from "../../ui/notice.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { MailedCodeForm } from "./mailed-code-form.tsx";

/** Corrects a mistyped phone number or e-mail, with a code. */
export default function Correction({ application: { id, phone, email } }: { application: ReceivedApplication }) {
  const queries = useQueryClient();
  const [times, setTimes] = useState(0);
  return (
    <>
      {times > 0 && <Done />}
      <MailedCodeForm
        key={times}
        id="correction-code"
        schema={Corrected}
        defaultValues={{ code: "", phone, email }}
        why={
          <p className="mt-3">
            Typo in your phone or email? To make sure it's you, we'll email you a code first. Then you can change either
            one.
          </p>
        }
        otherwise={
          <>
            Not getting our email? <TextLink to="/contact">Tell us</TextLink>, and a specialist will fix it with you.
          </>
        }
        reference={id}
        ask={(proof) => requestCorrection(id, proof)}
        confirm={async (correction) => {
          await confirmCorrection(id, correction);
          await Promise.all(
            ["application", "guidance"].map((name) => queries.invalidateQueries({ queryKey: [name, id] })),
          );
          setTimes(times + 1);
        }}
        button={t`Save the correction`}
        buttonMeanwhile={t`Saving...`}
      >
        <ContactFields />
      </MailedCodeForm>
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

function ContactFields() {
  const { register, setValue, setFocus, formState } = useFormContext<Corrected>();
  const { errors } = formState;
  const [phone, email] = [useLeft(), useLeft()];
  return (
    <>
      <Field id="correct-phone" label="Phone Number" required error={errors.phone?.message}>
        {(box) => (
          <>
            <input type="tel" autoComplete="tel" {...box} {...register("phone", phone.leaving)} />
            <Remark>{aboutPhone(phone.left)}</Remark>
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
              {...register("email", email.leaving)}
            />
            <LikelyEmail
              typed={email.left}
              onTake={(better) => {
                setValue("email", better);
                email.setLeft(better);
                setFocus("email");
              }}
            />
          </>
        )}
      </Field>
    </>
  );
}
