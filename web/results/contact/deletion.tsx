import { useEffect, useRef } from "react";
import { Confirmation } from "../../../db/model/contact/code.ts";
import { APPLICATION_KEPT_YEARS, CONTACT_MESSAGE_KEPT_MONTHS } from "../../../db/model/time/retention.ts";
import { t } from "../../../db/model/words.ts";
import { confirmDeletion, type ReceivedApplication, requestDeletion } from "../../api.ts";
import { forgetReference } from "../../apply/draft/reference.ts";
import { Head } from "../../head/head.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { OpenRoad } from "../../ui/drawings/dead-end.tsx";
import { Hero } from "../../ui/page/hero.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { forgetTicked } from "../case/ticked-papers.ts";
import { MailedCodeForm } from "./mailed-code-form.tsx";

/** Deletes the application, with a code mailed to the address on file. */
export function Deletion({
  application: { id },
  onDeleted,
}: {
  application: ReceivedApplication;
  onDeleted: () => void;
}) {
  return (
    <>
      <p className="mt-3">
        We’ll delete your answers, your forecast and the documents you sent for good, and this page will stop working. A
        call you booked will be canceled, too. This can’t be undone. Lenders and dealers who already have your
        application keep their own copy.
      </p>
      <p className="mt-2">
        What we must keep is the proof of what you agreed to and took back: the consent record and your later decisions,
        with the phone numbers and emails they are about, and the day of deletion; and the log of our staff’s work,
        which holds no answers. Both go {APPLICATION_KEPT_YEARS} years later at most, and messages from the contact form{" "}
        {CONTACT_MESSAGE_KEPT_MONTHS} months after they came: <TextLink to="/privacy">Privacy Policy</TextLink>.
      </p>
      <MailedCodeForm
        id="code"
        schema={Confirmation}
        why={<p className="mt-2">To make sure it’s you, we’ll email you a code.</p>}
        otherwise={
          <>
            Lost access to your email? <TextLink to="/contact">Write to us</TextLink>.
          </>
        }
        reference={id}
        ask={(proof) => requestDeletion(id, proof)}
        confirm={async ({ code }) => {
          await confirmDeletion(id, code);
          forgetReference();
          forgetTicked();
          onDeleted();
        }}
        button={t`Delete my application for good`}
        buttonMeanwhile={t`Deleting...`}
      />
    </>
  );
}

/** Shown in place of the deleted application. */
export function Deleted() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <Head title="Application deleted" />
      <Hero
        isWhole
        heading={heading}
        title="Your application is deleted"
        lead={
          <>
            Your answers, your forecast and your documents are gone, and the reference no longer works. What we must
            keep, and how long, is in our <TextLink to="/privacy">Privacy Policy</TextLink>.
          </>
        }
        ground={<OpenRoad />}
      >
        <ButtonLink to="/">Return to Home</ButtonLink>
      </Hero>
    </>
  );
}
