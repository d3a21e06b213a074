import { Check, Copy, Mail, Phone, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link, useParams } from "react-router-dom";
import { answerRows } from "../../db/model/answer-words.ts";
import { fieldsOf, STEPS } from "../../db/model/application.ts";
import type { ForecastPoints } from "../../db/model/forecast.ts";
import { outcomeLabels, statusLabels } from "../../db/model/status.ts";
import { ApiError } from "../api.ts";
import { sections } from "../apply/sections.ts";
import { dateAndTime } from "../format.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Gauge } from "../ui/gauge.tsx";
import { Notice } from "../ui/notice.tsx";
import { type Case, type Judgement, readCase, type Verdict } from "./api.ts";
import { CallsAndStop } from "./calls-and-stop.tsx";
import { Duplicates, MergedInto } from "./case-duplicates.tsx";
import { CaseWork } from "./case-work.tsx";
import { CorrectionForm } from "./correction-form.tsx";
import { useDeskQuery, useNow } from "./data.ts";
import { DeskPage, useDeskTitle, Waiting } from "./desk-page.tsx";
import { LanguageTag } from "./language-tag.tsx";
import { MonthlyCost } from "./monthly-cost.tsx";
import { SendDialog } from "./send-dialog.tsx";
import { Timeline } from "./timeline.tsx";
import { attributeLabels, isDue, mailLabels, mailStates, promiseState, shortTime, waitingTime } from "./words.ts";

export default function CasePage() {
  return (
    <DeskPage title="Application" action="readCase">
      <LoadedCase />
    </DeskPage>
  );
}

function LoadedCase() {
  const { id = "" } = useParams();
  const found = useDeskQuery(["case", id], () => readCase(id), { isPolled: true });
  useDeskTitle(found.data?.answers.fullName);
  if (found.error instanceof ApiError && found.error.status === 404) {
    return (
      <p>
        There is no such application.{" "}
        <Link to="/desk/queue" className="link">
          Back to the queue
        </Link>
      </p>
    );
  }
  if (!found.data) return <Waiting error={found.error} onRetry={() => found.refetch()} />;
  return <CaseView application={found.data} />;
}

function CaseView({ application }: { application: Case }) {
  return (
    <>
      <CaseHead application={application} />
      <MergedInto application={application} />
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-[2fr_3fr]">
        <div className="grid min-w-0 gap-5">
          <ContactCard application={application} />
          <CallsAndStop application={application} />
          <CaseWork application={application} />
          <Section title="Send to a lender or dealer">
            <SendDialog application={application} />
          </Section>
          <Section title="Timeline">
            <Timeline application={application} />
          </Section>
          <Mails mails={application.mails} />
          <Duplicates application={application} />
        </div>
        <div className="grid min-w-0 gap-5">
          <Flags application={application} />
          <Forecast forecast={application.forecast} />
          <MonthlyCost application={application} />
          <Lenders lenders={application.lenders} />
          <AnswerCards application={application} />
          <Consent consent={application.consent} />
          {application.merged.map(({ id, spokenReference, consent }) => (
            <Consent key={id} title={`Consent record of ${spokenReference}, merged into this one`} consent={consent} />
          ))}
        </div>
      </div>
    </>
  );
}

/** One card of the case. */
function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <h2 className="text-h3">{title}</h2>
      <div className="mt-3">{children}</div>
    </Card>
  );
}

function CaseHead({ application }: { application: Case }) {
  const { id, spokenReference, answers, language, status, outcome, createdAt, promisedSince, contactStoppedAt } =
    application;
  const now = useNow();
  const isWaiting = status === "submitted" || status === "in_review";
  return (
    <div>
      <p className="font-semibold text-lead">
        {answers.city} <LanguageTag language={language} />
      </p>
      <p>
        <strong>{statusLabels[status]}</strong>
        {outcome && ` (${outcomeLabels[outcome]})`}. Applied {dateAndTime(new Date(createdAt))}.{" "}
        {isWaiting && !contactStoppedAt && `Waiting ${waitingTime(promisedSince, now)}. `}
        {isWaiting && `${promiseState(application, now).words}.`}
      </p>
      <p className="text-quiet text-sm">
        On the phone, the applicant says {spokenReference}. Application number {id}
      </p>
    </div>
  );
}

/** Number and address, and whether they may be used now. If not, the server does not even send them. */
function ContactCard({ application }: { application: Case }) {
  const { answers, contact, contactStoppedAt } = application;
  return (
    <Section title="Contact">
      <div className="grid gap-4">
        <WantedCall application={application} />
        <ContactWay
          icon={<Phone aria-hidden="true" className="size-5" />}
          name="Call or text"
          text={answers.phone ?? ""}
          href={`tel:${answers.phone?.replace(/[^\d+]/g, "")}`}
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
      {contactStoppedAt === null && <CorrectionForm application={application} />}
    </Section>
  );
}

/** The call that the applicant asked for, wherever they are. Having reached them takes one that is due off the list. */
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
  href: string;
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
        {verdict.opensAt && <p>Allowed again from {dateAndTime(new Date(verdict.opensAt))}.</p>}
      </Notice>
    );
  }
  return (
    <div>
      <p className="flex items-center gap-1.5 font-semibold text-leaf text-sm">
        <Check aria-hidden="true" className="size-4" /> {name}: allowed now
      </p>
      <p className="flex flex-wrap items-center gap-2">
        <a href={href} className="link inline-flex min-h-11 min-w-0 items-center gap-2 font-semibold">
          {icon} {text}
        </a>
        <Button
          look="quiet"
          onClick={() => navigator.clipboard.writeText(text).then(() => setIsCopied(true))}
          aria-label={`Copy ${text}`}
        >
          <Copy aria-hidden="true" className="size-4" /> {isCopied ? "Copied" : "Copy"}
        </Button>
      </p>
    </div>
  );
}

function Flags({ application: { flags } }: { application: Case }) {
  if (flags.length === 0) return null;
  return (
    <Section title="Flags">
      <ul className="grid gap-1">
        {flags.map(({ code, level, note }) => (
          <li key={code} className={level === "attention" ? "font-semibold text-alert" : ""}>
            {level === "attention" ? "Attention" : "For information"}: {note}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Forecast({ forecast: { score, version, points, reasons } }: { forecast: Case["forecast"] }) {
  return (
    <Section title="Forecast">
      <div className="flex flex-wrap items-center gap-5">
        {score !== null && <Gauge score={score} />}
        <p className="min-w-40 flex-1">
          How likely a partner lender approves within 30 days. Guidance, never a decision: a low score goes to a
          specialty lender and to you, not to a refusal.
        </p>
      </div>
      {reasons.length > 0 && (
        <>
          <h3 className="mt-4 text-base">Why it is not higher</h3>
          <ul className="mt-1 list-disc pl-5">
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </>
      )}
      <details className="mt-4">
        <summary className="link min-h-6 font-semibold">Points per attribute</summary>
        <table className="wrap-break-word mt-2 w-full text-sm">
          <caption className="sr-only">Points per attribute, card version {version}</caption>
          <tbody>
            {(Object.keys(attributeLabels) as (keyof ForecastPoints)[]).map((name) => (
              <tr key={name} className="border-line border-t">
                <th scope="row" className="py-1 text-left font-normal">
                  {attributeLabels[name]}
                </th>
                <td className="py-1 text-right tabular-nums">{points[name] > 0 ? `+${points[name]}` : points[name]}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="mt-2 text-quiet text-sm">Card version {version}.</p>
      </details>
    </Section>
  );
}

function Lenders({ lenders }: { lenders: Case["lenders"] }) {
  return (
    <Section title="Suitable lenders">
      <ul className="grid gap-4">
        {lenders.map(({ category, lenders: members, ...judgement }) => (
          <li key={category}>
            <h3 className="text-base">
              {category} <Verdicted judgement={judgement} />
            </h3>
            <Findings judgement={judgement} />
            {members.map((lender) => (
              <details key={lender.id} className="mt-2 border-line border-l-2 pl-3">
                <summary className="min-h-6">
                  {lender.name} <Verdicted judgement={lender} />
                </summary>
                <Findings judgement={lender} />
              </details>
            ))}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Verdicted({ judgement: { isSuitable } }: { judgement: Judgement }) {
  return (
    <span className={`font-semibold text-sm ${isSuitable ? "text-leaf" : "text-quiet"}`}>
      {isSuitable ? "suitable" : "not suitable now"}
    </span>
  );
}

function Findings({ judgement: { findings } }: { judgement: Judgement }) {
  return (
    <ul className="mt-1 grid gap-0.5 text-sm">
      {findings.map(({ meets, reason }) => (
        <li key={reason} className="flex items-start gap-2">
          {meets ? (
            <Check aria-label="Match:" className="mt-1 size-4 shrink-0 text-leaf" />
          ) : (
            <X aria-label="Miss:" className="mt-1 size-4 shrink-0 text-alert" />
          )}
          {reason}
        </li>
      ))}
    </ul>
  );
}

function AnswerCards({ application: { answers } }: { application: Case }) {
  return (
    <Section title="Answers">
      {STEPS.map((step) => (
        <div key={step} className="not-first:mt-5">
          <h3 className="text-base">{sections[step].title()}</h3>
          <dl className="mt-1 divide-y divide-line">
            {answerRows(fieldsOf(step), answers).map(({ field, label, value }) => (
              <div key={field} className="grid gap-x-4 py-1.5 sm:grid-cols-2">
                <dt className="text-quiet">{label}</dt>
                <dd className="min-w-0">{value ?? <span className="font-normal text-quiet">Not answered</span>}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </Section>
  );
}

const NOT_STATED = "Not stated by the client";

function Consent({ title = "Consent record", consent }: { title?: string; consent: Case["consent"] }) {
  const { stated } = consent;
  const rows: [string, string | null][] = [
    ["Agreed to", consent.ticked.join("; ")],
    ["Received", dateAndTime(new Date(consent.receivedAt))],
    ["Shown, by the visitor's clock", stated ? dateAndTime(new Date(stated.shownAt)) : NOT_STATED],
    ["Ticked, by the visitor's clock", stated ? dateAndTime(new Date(stated.tickedAt)) : NOT_STATED],
    ["Doubts about these times", stated && (consent.doubts.join(", ") || "None")],
    ["Language", stated ? stated.language : NOT_STATED],
    ["IP address", consent.ip],
    ["Browser", consent.userAgent],
    ["SHA-256 of the texts", consent.textsSha256],
    ["That hash, checked again", fitWords(consent.fits)],
  ];
  return (
    <Section title={title}>
      <dl className="divide-y divide-line">
        {rows.map(([label, value]) => (
          <div key={label} className="grid gap-x-4 py-1.5 sm:grid-cols-[10rem_1fr]">
            <dt className="text-quiet">{label}</dt>
            <dd className="min-w-0">{value ?? "Not recorded"}</dd>
          </div>
        ))}
      </dl>
      <details className="mt-3">
        <summary className="link min-h-6 font-semibold">The texts that were shown</summary>
        {consent.texts.length === 0 && <p className="mt-2 text-sm">{NOT_STATED}</p>}
        {consent.texts.map(({ id, language, text }) => (
          <p key={id} lang={language} className="mt-2 text-sm">
            <strong>{id}</strong>: {text}
          </p>
        ))}
      </details>
    </Section>
  );
}

function fitWords(fits: boolean | null) {
  if (fits === null) return null;
  return fits ? "Matches the texts below" : "Does not match the texts below: they prove nothing";
}

function Mails({ mails }: { mails: Case["mails"] }) {
  return (
    <Section title="Mail">
      {mails.length === 0 && <p>No mail yet.</p>}
      <ul className="grid gap-1">
        {mails.map(({ kind, subjectId, status, createdAt, sentAt, lastError }) => (
          <li key={kind + subjectId} className={status === "dead" ? "font-semibold text-alert" : ""}>
            {mailLabels[kind]}: {mailStates[status]}, {shortTime(sentAt ?? createdAt)}
            {lastError && ` (${lastError})`}
          </li>
        ))}
      </ul>
    </Section>
  );
}
