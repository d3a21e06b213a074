import { Check, Copy, Mail, Phone } from "lucide-react";
import { type ReactNode, useState } from "react";
import { isDue } from "../../../db/model/queue/promise.ts";
import { shortTime } from "../../../db/model/time/time-for-staff.ts";
import { dateAndTime } from "../../../db/model/time/time-in-words.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { Case, Verdict } from "../api.ts";
import { CorrectionForm } from "../contact/correction-form.tsx";
import { useNow } from "../data.ts";
import { Part } from "../parts/part.tsx";
import { FirstContact } from "../queue/first-contact.tsx";

/** Phone and e-mail, and whether we may use them now. If not, the server does not even send them. */
export function CaseContact({ application }: { application: Case }) {
  const { spokenReference, createdAt, answers, contact, contactStoppedAt, isEmailConfirmed, hasBounced } = application;
  return (
    <Part title="Contact">
      <div className="grid gap-1.5">
        <WantedCall application={application} />
        <ContactWay
          icon={<Phone aria-hidden="true" className="size-5" />}
          name="Call"
          text={answers.phone ?? ""}
          verdict={contact.call}
        />
        <ContactWay
          icon={<Mail aria-hidden="true" className="size-5" />}
          name="Email"
          text={answers.email ?? ""}
          href={`mailto:${answers.email}`}
          verdict={contact.email}
        />
      </div>
      {hasBounced && contact.email.allowed && (
        <p className="mt-1.5 font-semibold text-alert text-sm">
          An email to the applicant could not be delivered, so this address may be wrong. Call and ask.
        </p>
      )}
      {!isEmailConfirmed && (
        <p className="mt-1.5 text-sm">
          The applicant has not confirmed this email yet: what we send there has no link to the application.
        </p>
      )}
      <p className="mt-1.5 text-quiet text-sm">
        Applied {shortTime(createdAt)}. On the phone, the applicant says{" "}
        <span className="whitespace-nowrap">{spokenReference}</span>.
      </p>
      <FirstContact application={application} />
      {contactStoppedAt === null && <CorrectionForm application={application} />}
    </Part>
  );
}

/** The call that the applicant asked for, in our time and theirs. A call that reached them ends a due one. */
function WantedCall({ application: { appointment } }: { application: Case }) {
  const now = useNow();
  if (!appointment) return null;
  return (
    <Notice kind={isDue(appointment, now) ? "alert" : "info"}>
      <p className="font-semibold">Wants a call {appointment.words}</p>
      {appointment.startsAt !== null && <p>Call during the hour that starts then.</p>}
    </Notice>
  );
}

function ContactWay({
  icon,
  name,
  text,
  href,
  verdict,
}: {
  icon: ReactNode;
  name: string;
  text: string;
  /** Absent if the bar on top already has this link. */
  href?: string;
  verdict: Verdict;
}) {
  const [isCopied, setIsCopied] = useState(false);
  if (!verdict.allowed) {
    return (
      <Notice kind="alert">
        <p className="font-semibold">
          {name}: not now ({text})
        </p>
        <p>{verdict.reason}</p>
        {verdict.opensAt && <p>Allowed again from {dateAndTime(verdict.opensAt)}.</p>}
      </Notice>
    );
  }
  const look = "inline-flex min-h-11 min-w-0 items-center gap-2 font-semibold";
  return (
    <div className="flex flex-wrap items-center gap-x-4">
      <p className="flex min-w-0 items-center gap-x-4 sm:flex-wrap">
        {href ? (
          <a href={href} className={`link ${look}`}>
            {icon} {text}
          </a>
        ) : (
          <span className={look}>
            {icon} {text}
          </span>
        )}
        <Button
          look="quiet"
          onClick={() => navigator.clipboard.writeText(text).then(() => setIsCopied(true))}
          aria-label={`Copy ${text}`}
        >
          <Copy aria-hidden="true" className="size-4" />{" "}
          <span className={isCopied ? "" : "max-sm:sr-only"}>{isCopied ? "Copied" : "Copy"}</span>
        </Button>
      </p>
      <p className="flex items-center gap-1.5 font-semibold text-leaf text-sm">
        <Check aria-hidden="true" className="size-4" /> {name}: allowed now
      </p>
    </div>
  );
}
