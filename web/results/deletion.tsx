import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { Link } from "react-router-dom";
import { DeletionConfirmation } from "../../db/model/deletion.ts";
import { APPLICATION_KEPT_YEARS, CODE_VALID_MINUTES } from "../../db/model/retention.ts";
import { ApiError, confirmDeletion, type ReceivedApplication, requestDeletion } from "../api.ts";
import { forgetReference } from "../apply/reference.ts";
import { Head } from "../head/head.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { useMendedErrors } from "../ui/mended-errors.ts";
import { Notice } from "../ui/notice.tsx";

const FAILURE = "That did not work. Please check your connection and try again.";

/** Deleting the application, confirmed by a code that goes to the address on file. */
export function Deletion({
  application: { id, email },
  onDeleted,
}: {
  application: ReceivedApplication;
  onDeleted: () => void;
}) {
  const [step, setStep] = useState<"explain" | "code">("explain");
  const [isAsking, setIsAsking] = useState(false);
  const [failure, setFailure] = useState<string>();
  const notice = useRef<HTMLDivElement>(null);
  const form = useForm<DeletionConfirmation>({
    resolver: zodResolver(DeletionConfirmation),
    reValidateMode: "onSubmit",
  });
  const { register, handleSubmit, setError, resetField, setFocus, formState } = form;
  useMendedErrors(form);

  useEffect(() => {
    if (step === "code") setFocus("code");
  }, [step, setFocus]);
  useEffect(() => {
    if (failure) notice.current?.focus();
  }, [failure]);

  async function ask() {
    setIsAsking(true);
    setFailure(undefined);
    try {
      await requestDeletion(id);
      resetField("code");
      setStep("code");
    } catch (error) {
      setFailure(reasonOf(error));
    }
    setIsAsking(false);
  }

  async function confirm({ code }: DeletionConfirmation) {
    setFailure(undefined);
    try {
      await confirmDeletion(id, code);
    } catch (error) {
      const isAboutTheCode = error instanceof ApiError && (error.status === 400 || error.status === 410);
      if (isAboutTheCode) return setError("code", { message: reasonOf(error) }, { shouldFocus: true });
      return setFailure(reasonOf(error));
    }
    forgetReference();
    onDeleted();
  }

  return (
    <details className="no-print rounded-card border border-line bg-white p-6 shadow-card">
      <summary className="link min-h-6 cursor-pointer font-semibold">Delete my application</summary>
      <p className="mt-3">
        We delete your answers and your forecast for good, and this page stops working. It cannot be undone. Lenders and
        dealers who already have your application keep their own copy.
      </p>
      <p className="mt-2">
        What we must keep is the proof of what you agreed to: the consent record, with the phone number and email it is
        about, and the day of deletion; and the log of our staff's work, which holds no answers. Both go{" "}
        {APPLICATION_KEPT_YEARS} years later at most:{" "}
        <Link to="/privacy" className="link">
          Privacy Policy
        </Link>
        .
      </p>
      {failure && (
        <Notice kind="alert" ref={notice} tabIndex={-1} role="alert" className="mt-4">
          <p>{failure}</p>
        </Notice>
      )}
      {step === "explain" ? (
        <>
          <p className="mt-2">To be sure that it is you, we email a code to {email}.</p>
          <Button look="outline" className="mt-4" disabled={isAsking} onClick={ask}>
            {isAsking ? "Sending..." : "Email me a code"}
          </Button>
          <p className="mt-3 text-quiet text-sm">
            No access to that address any more?{" "}
            <Link to="/contact" className="link">
              Write to us
            </Link>
            .
          </p>
        </>
      ) : (
        <form noValidate onSubmit={handleSubmit(confirm)} className="mt-4 grid gap-4">
          <Field
            id="code"
            label="Code from our email"
            hint={`A code is on its way to ${email}. It works for ${CODE_VALID_MINUTES} minutes.`}
            required
            error={formState.errors.code?.message}
          >
            {(box) => (
              <input type="text" inputMode="numeric" autoComplete="one-time-code" {...box} {...register("code")} />
            )}
          </Field>
          <Button type="submit" disabled={formState.isSubmitting}>
            {formState.isSubmitting ? "Deleting..." : "Delete my application for good"}
          </Button>
          <Button look="quiet" disabled={isAsking} onClick={ask}>
            Email me a new code
          </Button>
        </form>
      )}
    </details>
  );
}

/** Shown in place of the deleted application. */
export function Deleted() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <Head title="Application deleted" />
      <h1 ref={heading} tabIndex={-1} className="text-h2 outline-none">
        Your application is deleted
      </h1>
      <p className="mt-3 max-w-text text-lead text-quiet">
        Your answers and your forecast are gone, and the reference no longer works. We kept only the record of your
        consent, as our Privacy Policy says. You are welcome to apply again whenever you like.
      </p>
      <div className="mt-7 flex flex-wrap gap-3">
        <ButtonLink to="/">Return to Home</ButtonLink>
        <ButtonLink to="/privacy" look="outline">
          Privacy Policy
        </ButtonLink>
      </div>
    </>
  );
}

function reasonOf(error: unknown) {
  return (error instanceof ApiError && error.refusal?.error) || FAILURE;
}
