import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { Link } from "react-router-dom";
import { brand } from "../../db/model/brand.ts";
import { ContactMessage } from "../../db/model/contact-message.ts";
import { CONTACT_MESSAGE_KEPT_MONTHS } from "../../db/model/retention.ts";
import { sendMessage } from "../api.ts";
import { claims } from "../copy/claims.ts";
import { Head } from "../head/head.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import { Field } from "../ui/field.tsx";
import { FirstScreenEnd } from "../ui/first-screen-end.tsx";
import { BluebonnetMark } from "../ui/logo.tsx";
import { useMendedErrors } from "../ui/mended-errors.ts";
import { Notice } from "../ui/notice.tsx";
import { toast } from "../ui/toast.ts";
import { prepareToasts } from "../ui/toasts.tsx";

const FIELDS = ["name", "message", "replyTo"] as const;
const empty = { name: "", message: "", replyTo: "" };

export default function ContactPage() {
  const [hasErrors, setHasErrors] = useState(false);
  return (
    <div className="bg-tint">
      <Head
        title={`${hasErrors ? "Error: " : ""}Contact Us`}
        description={`Write to a local Texas auto finance specialist. You get a reply within ${claims.replyWithin}.`}
      />
      <div className="mx-auto grid max-w-page grid-cols-1 items-start gap-10 px-4 py-10 sm:px-6 lg:grid-cols-[2fr_3fr] lg:gap-16 lg:py-16">
        <AboutUs />
        <MessageForm onErrors={setHasErrors} />
      </div>
      <FirstScreenEnd />
    </div>
  );
}

function AboutUs() {
  return (
    <div>
      <p className="flex flex-wrap items-center gap-3 font-semibold text-deep text-lead">
        <BluebonnetMark tone="paper" className="h-14 w-12 shrink-0" /> {brand.name}
      </p>
      <h1 className="mt-6">Contact Us</h1>
      <p className="mt-5 text-lead">
        We are a Texas team, in the car industry since {claims.since}. We help people here finance a vehicle, whatever
        their credit looks like. Tell us what you need and one of us answers.
      </p>
      <dl className="mt-8 grid gap-5 border-bluebonnet border-l-4 pl-5">
        <Fact term="How soon we answer">
          Messages and emails get a reply within {claims.replyWithin}. Most applications are answered within{" "}
          {claims.businessHoursResponse} in business hours.
        </Fact>
        <Fact term="Office hours">
          {claims.officeHours.map((hours) => (
            <span key={hours} className="block">
              {hours}
            </span>
          ))}
        </Fact>
        <Fact term="Phone hours">
          <span className="block">{claims.phoneHours}</span>
          {brand.phone ? (
            <a href={`tel:${brand.phone}`} className="link inline-flex min-h-6 font-semibold">
              {brand.phone}
            </a>
          ) : (
            "Leave your number in the form and we call you."
          )}
        </Fact>
        {brand.email && (
          <Fact term="Email">
            <a href={`mailto:${brand.email}`} className="link inline-flex min-h-6 font-semibold">
              {brand.email}
            </a>
          </Fact>
        )}
        {brand.postalAddress && <Fact term="Address">{brand.postalAddress}</Fact>}
      </dl>
      <p className="mt-8">
        Looking for a quick answer? Try the{" "}
        <Link to="/faq" className="link">
          common questions
        </Link>
        .
      </p>
    </div>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="font-semibold">{term}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}

/** How the last attempt to send ended. */
type Outcome = "sent" | "failed";

function MessageForm({ onErrors }: { onErrors: (hasErrors: boolean) => void }) {
  // Without defaults the form takes over what was typed before hydration.
  const form = useForm<ContactMessage>({
    resolver: zodResolver(ContactMessage),
    reValidateMode: "onSubmit",
    shouldFocusError: false,
  });
  const { register, handleSubmit, reset } = form;
  const { errors, isSubmitting, submitCount } = form.formState;
  const problems = FIELDS.flatMap((id) => (errors[id]?.message ? [{ id, message: errors[id].message }] : []));
  const hasErrors = problems.length > 0;
  const [outcome, setOutcome] = useState<Outcome>();
  const notice = useRef<HTMLDivElement>(null);

  useEffect(prepareToasts, []);
  useMendedErrors(form);
  useEffect(() => onErrors(hasErrors), [hasErrors, onErrors]);
  useEffect(() => {
    if (outcome) notice.current?.focus();
  }, [outcome]);

  async function send({ replyTo, ...message }: ContactMessage) {
    setOutcome(undefined);
    try {
      await sendMessage({ ...message, replyTo: replyTo || undefined });
    } catch {
      toast({ title: "Error", description: "Failed to send message. Please try again.", variant: "destructive" });
      return setOutcome("failed");
    }
    toast({
      title: "Message Sent",
      description: "Thank you for contacting us. We'll get back to you within 24 hours.",
    });
    reset(empty);
    setOutcome("sent");
  }

  return (
    <Card>
      {/* method=dialog outside a dialog submits nowhere: before hydration nothing typed can get into a URL. */}
      <form
        noValidate
        method="dialog"
        onSubmit={handleSubmit(send, () => setOutcome(undefined))}
        className="grid grid-cols-1 gap-6"
      >
        <div>
          <h2>Send Us a Message</h2>
          <p className="mt-2 text-quiet text-sm">* means required.</p>
        </div>
        <noscript>
          <Notice kind="info">
            This form needs JavaScript. Please turn it on and reload the page
            {brand.phone && `, or call ${brand.phone}`}. The{" "}
            <a href="/faq" className="underline">
              common questions
            </a>{" "}
            can be read without it.
          </Notice>
        </noscript>
        {outcome === "failed" && (
          <Notice kind="alert" ref={notice} tabIndex={-1} role="alert">
            <h3>Your message was not sent</h3>
            <p className="mt-1">
              Everything you typed is still here. If it fails again, check your connection or wait a minute.
            </p>
            <Button type="submit" className="mt-3" disabled={isSubmitting}>
              Try again
            </Button>
          </Notice>
        )}
        {outcome === "sent" && (
          <Notice kind="done" ref={notice} tabIndex={-1}>
            <h3>We have your message</h3>
            <p className="mt-1">A person reads it next. You can send another one below.</p>
          </Notice>
        )}
        {hasErrors && <ErrorSummary key={submitCount} problems={problems} />}
        <Field id="name" label="Name" required error={errors.name?.message}>
          {(box) => <input type="text" autoComplete="name" {...box} {...register("name")} />}
        </Field>
        <Field
          id="message"
          label="Message"
          hint="Please leave out Social Security, account and card numbers."
          required
          error={errors.message?.message}
        >
          {(box) => <textarea rows={6} {...box} {...register("message")} />}
        </Field>
        <Field
          id="replyTo"
          label="Email or phone (so we can reply)"
          hint="Optional. Without it we can read your message but not answer it."
          error={errors.replyTo?.message}
        >
          {(box) => <input type="text" autoComplete="email" autoCapitalize="none" {...box} {...register("replyTo")} />}
        </Field>
        <Button type="submit" disabled={isSubmitting} className="sm:justify-self-start">
          {isSubmitting ? "Sending..." : "Send Message"}
        </Button>
        <p className="text-quiet text-sm">
          We use this to answer you and keep it {CONTACT_MESSAGE_KEPT_MONTHS} months:{" "}
          <Link to="/privacy" className="link">
            Privacy Policy
          </Link>
          .
        </p>
      </form>
    </Card>
  );
}
