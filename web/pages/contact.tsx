import { useEffect, useState } from "react";
import { ContactMessage } from "../../db/model/contact/contact-message.ts";
import { addressOf } from "../../db/model/site/address.ts";
import { brand } from "../../db/model/site/brand.ts";
import { messageReceived } from "../../db/model/time/our-answer.ts";
import { CONTACT_MESSAGE_KEPT_MONTHS } from "../../db/model/time/retention.ts";
import { t } from "../../db/model/words.ts";
import { ApiError, sendMessage } from "../api.ts";
import { claims, replyWithin } from "../copy/claims/claims.ts";
import { Fact, whoWeAre } from "../copy/who-we-are.tsx";
import { Head } from "../head/head.tsx";
import { turnstileKey } from "../turnstile.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Counter } from "../ui/drawings/counter.tsx";
import { useCheckedForm } from "../ui/form/checked-form.ts";
import { ErrorSummary } from "../ui/form/error-summary.tsx";
import { Field, Remark } from "../ui/form/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { Hero } from "../ui/page/hero.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { dismissFailure, toast } from "../ui/toast/toast.ts";
import { useFormToasts } from "../ui/toast/toasts.tsx";

const FIELDS = ["name", "replyTo", "message"] as const;
const empty = { name: "", message: "", replyTo: "" };

export default function ContactPage() {
  const [hasErrors, setHasErrors] = useState(false);
  const title = t`Contact Us`;
  return (
    <>
      <Head
        title={hasErrors ? t`Error: ${title}` : title}
        description={t`Write to a local Texas auto finance specialist. You’ll get a reply within ${claims.replyWithin}.`}
      />
      <Hero
        title={title}
        lead={t`${brand.name} is a Texas team, in the car industry since ${claims.since}. Tell us what you need, and one of us will answer.`}
        drawing={
          <>
            <HowSoon />
            <Counter />
          </>
        }
      >
        <MessageForm onErrors={setHasErrors} />
      </Hero>
    </>
  );
}

function HowSoon() {
  return (
    <div className="mb-8">
      <h2 className="text-h3">{t`How soon we answer`}</h2>
      <p className="mt-2">{t`Messages and emails get a reply within ${replyWithin()}. Most applications are answered within ${claims.businessHoursResponse} in business hours.`}</p>
      <Times />
      <p className="mt-5">
        Looking for a quick answer? Try the <TextLink to="/faq">common questions</TextLink>.
      </p>
      <ButtonLink to="/apply" look="outline" className="mt-4">
        Start Your Application
      </ButtonLink>
    </div>
  );
}

function Times() {
  return (
    <dl className="mt-5 grid grid-cols-1 gap-5">
      <Fact term={t`Phone hours`}>
        <span className="block first-letter:uppercase">{claims.phoneHours}</span>
        <span className="block">
          {brand.phone
            ? t`These are our business hours.`
            : t`These are our business hours. Leave your number in the form and we’ll call you.`}
        </span>
      </Fact>
      <Fact term={t`Office hours`}>
        {claims.officeHours.map((hours) => (
          <span key={hours} className="block first-letter:uppercase">
            {hours}
          </span>
        ))}
      </Fact>
      {whoWeAre().map(([term, fact]) => (
        <Fact key={term} term={term}>
          {fact}
        </Fact>
      ))}
    </dl>
  );
}

/** Answers for people who cannot send a message. */
function CommonQuestions() {
  return (
    <>
      You can read the{" "}
      <a href={addressOf("/faq")} className="underline">
        common questions
      </a>{" "}
      without it.
    </>
  );
}

function MessageForm({ onErrors }: { onErrors: (hasErrors: boolean) => void }) {
  const { form, problems } = useCheckedForm<ContactMessage>({ schema: ContactMessage, fields: FIELDS });
  const { register, handleSubmit, reset, watch } = form;
  const [message, replyTo] = watch(["message", "replyTo"]);
  const { errors, isSubmitting, submitCount } = form.formState;
  const hasErrors = problems.length > 0;

  useFormToasts();
  useEffect(() => onErrors(hasErrors), [hasErrors, onErrors]);

  async function send({ replyTo, ...message }: ContactMessage): Promise<void> {
    dismissFailure();
    try {
      await sendMessage({ ...message, replyTo: replyTo || undefined });
    } catch (failure) {
      const refusal = turnstileKey && failure instanceof ApiError && failure.refusal?.error;
      return toast({
        title: t`Error`,
        description: refusal || t`Failed to send message. Please try again.`,
        note: t`Everything you typed is still here. If it fails again, check your connection or wait a minute.`,
        variant: "destructive",
        action: { label: t`Try again`, onClick: handleSubmit(send, dismissFailure) },
      });
    }
    toast({
      title: t`Message Sent`,
      description: messageReceived(),
    });
    reset(empty);
  }

  return (
    <Card>
      {/* method=dialog submits nowhere outside a dialog, so nothing typed can get into a URL before hydration. */}
      <form
        noValidate
        method="dialog"
        onSubmit={isSubmitting ? undefined : handleSubmit(send, dismissFailure)}
        className="grid grid-cols-1 gap-5"
      >
        <div>
          <h2>Send Us a Message</h2>
          <p className="mt-2 text-quiet text-sm">* means required.</p>
        </div>
        <noscript>
          <Notice kind="info">
            {brand.phone
              ? t`This form needs JavaScript. Please turn it on and reload the page, or call ${brand.phone}.`
              : t`This form needs JavaScript. Please turn it on and reload the page.`}{" "}
            <CommonQuestions />
          </Notice>
        </noscript>
        {hasErrors && <ErrorSummary key={submitCount} problems={problems} />}
        <Field id="name" label="Name" required error={errors.name?.message}>
          {(box) => <input type="text" autoComplete="name" {...box} {...register("name")} />}
        </Field>
        <Field id="replyTo" label="Email or phone (so we can reply)" error={errors.replyTo?.message}>
          {(box) => <input type="text" autoComplete="email" autoCapitalize="none" {...box} {...register("replyTo")} />}
        </Field>
        <Field
          id="message"
          label="Message"
          hint="Please leave out Social Security, account and card numbers."
          required
          error={errors.message?.message}
        >
          {(box) => <textarea rows={4} {...box} {...register("message")} />}
        </Field>
        {/* What has neither is no email and no phone. The whole rule (senderOf) would make the page heavier. */}
        {message && !/[@\d]/.test(replyTo ?? "") && (
          <Remark>Where can we answer you? Without an email or phone above, we can only read this.</Remark>
        )}
        {/* Not disabled, so that it keeps focus. */}
        <Button type="submit" aria-disabled={isSubmitting} className="sm:justify-self-start">
          {isSubmitting ? t`Sending...` : t`Send Message`}
        </Button>
        <p className="text-quiet text-sm">
          We use this to answer you and keep it {CONTACT_MESSAGE_KEPT_MONTHS} months:{" "}
          <TextLink to="/privacy">Privacy Policy</TextLink>.
        </p>
      </form>
    </Card>
  );
}
