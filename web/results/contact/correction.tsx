import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import { useFormContext } from "react-hook-form";
import * as z from "zod/mini";
import { Contact, Correction as Corrected } from "../../../db/model/contact/correction.ts";
import { t } from "../../../db/model/words.ts";
import {
  ApiError,
  confirmCorrection,
  correctWithoutCode,
  type ReceivedApplication,
  requestCorrection,
} from "../../api.ts";
import { LikelyEmail } from "../../apply/likely-email.tsx";
import { aboutPhone } from "../../apply/remarks.ts";
import { Button } from "../../ui/button.tsx";
import { Field, Remark } from "../../ui/form/field.tsx";
import { useLeft } from "../../ui/form/left.ts";
import { Notice } from "../../ui/notice.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { MailedCodeForm } from "./mailed-code-form.tsx";

/** The form without its code. */
const WithoutCode = z.object({ ...Contact.shape, code: z.string() });

/** Corrects a mistyped phone number or e-mail, with a code unless this browser has just sent the application. */
export default function Correction({
  application: { id, phone, email },
  isJustSent,
}: {
  application: ReceivedApplication;
  isJustSent: boolean;
}) {
  const queries = useQueryClient();
  const own = useId();
  const [needsCode, setNeedsCode] = useState(!isJustSent);
  const [isSaved, setIsSaved] = useState(false);
  if (isSaved) return <Saved onAgain={() => setIsSaved(false)} />;
  return (
    <MailedCodeForm
      id={`${own}-code`}
      schema={needsCode ? Corrected : WithoutCode}
      defaultValues={{ code: "", phone, email }}
      why={
        <p className="mt-3">
          Typo in your phone or email? To make sure it’s you, we’ll email you a code first. Then you can change either
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
      needsCode={needsCode}
      confirm={async ({ code, ...contact }) => {
        await (needsCode ? confirmCorrection(id, { code, ...contact }) : correctWithoutCode(id, contact)).catch(
          (error: unknown) => {
            // Too late by the server's clock. What was typed stays in the form.
            if (error instanceof ApiError && error.status === 401) setNeedsCode(true);
            throw error;
          },
        );
        await Promise.all(
          ["application", "guidance"].map((name) => queries.invalidateQueries({ queryKey: [name, id] })),
        );
        setIsSaved(true);
      }}
      button={t`Save the correction`}
      buttonMeanwhile={t`Saving...`}
    >
      <ContactFields own={own} />
    </MailedCodeForm>
  );
}

function Saved({ onAgain }: { onAgain: () => void }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <>
      <Notice kind="done" ref={notice} tabIndex={-1} role="status" className="mt-4">
        <p>Saved. We’ll use these details from now on, and we’re emailing you a note about it.</p>
      </Notice>
      <Button look="quiet" onClick={onAgain}>
        Correct it again
      </Button>
    </>
  );
}

function ContactFields({ own }: { own: string }) {
  const { register, setValue, setFocus, formState } = useFormContext<Corrected>();
  const { errors } = formState;
  const [phone, email] = [useLeft(), useLeft()];
  return (
    <>
      <Field id={`${own}-phone`} label="Phone Number" required error={errors.phone?.message}>
        {(box) => (
          <>
            <input type="tel" autoComplete="tel" {...box} {...register("phone", phone.leaving)} />
            <Remark>{aboutPhone(phone.left)}</Remark>
          </>
        )}
      </Field>
      <Field id={`${own}-email`} label="Email Address" required error={errors.email?.message}>
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
