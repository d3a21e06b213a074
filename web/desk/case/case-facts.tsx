import { happenedAt, triesIn } from "../../../db/model/case/case-event.ts";
import { callsAgain, isDue, tried } from "../../../db/model/case/promise.ts";
import { isClosed } from "../../../db/model/case/status.ts";
import { countsJobTime, type ForecastPoints, improvementsFor } from "../../../db/model/forecast/forecast.ts";
import { answerRows } from "../../../db/model/form/answer-words.ts";
import { type Field, fieldsOf, STEPS } from "../../../db/model/form/application.ts";
import { recipientAnswerLabels } from "../../../db/model/introductions/referral.ts";
import { phoneInWords } from "../../../db/model/phone.ts";
import { firstContactTime, hoursAndMinutes } from "../../../db/model/queue/first-contact.ts";
import { attributionLabels } from "../../../db/model/site/source.ts";
import { shortTime } from "../../../db/model/time/time-for-staff.ts";
import { sections } from "../../apply/sections.ts";
import { improvementWords } from "../../results/forecast/meaning-words.ts";
import { Card } from "../../ui/card.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Addresses } from "../../ui/page/addresses.tsx";
import { Gauge } from "../../ui/page/gauge.tsx";
import type { Case } from "../api.ts";
import { useNow } from "../data.ts";
import { Fold } from "../parts/part.tsx";
import { Rows } from "../parts/rows.tsx";
import { Table } from "../parts/table.tsx";
import { attributeLabels } from "../words.ts";
import { unsentTo } from "./next-step.ts";

/** The answers that a specialist needs first. */
const SHORT: Field[] = [
  "purchaseTimeline",
  "cashDownPayment",
  "grossMonthlyIncome",
  "employmentType",
  "timeOnCurrentJobYears",
  "housingType",
  "autoFinanceHistory",
  "bankruptcyStatus",
];

const ORIGIN = Object.keys(attributionLabels) as (keyof typeof attributionLabels)[];

/** What a member has to know before they call or write, without a control. */
export function CaseFacts({ application }: { application: Case }) {
  const { answers, flags, forecast, contact, contactStoppedAt, hasBounced, isEmailConfirmed, referrals } = application;
  const { status, firstContact, next } = application;
  const isStopped = contactStoppedAt !== null;
  const sent = referrals.filter(({ isUnsent }) => !isUnsent);
  const unsent = unsentTo(application);
  const { call } = contact;
  const now = useNow();
  const opensAt = call.allowed ? null : call.opensAt;
  const mayCallLater = !isClosed(status) && !isStopped && (call.allowed || opensAt !== null);
  const callsInWords = mayCallLater ? callsAgain(answers.zip ?? "", opensAt, now) : null;
  const score = forecast.score;
  const improvements = improvementsFor(answers);
  const short = SHORT.filter((field) => field !== "timeOnCurrentJobYears" || countsJobTime(answers));
  return (
    <Card className="grid min-w-0 grid-cols-1 gap-3 p-4! sm:p-5! md:max-lg:block md:max-lg:columns-2 md:max-lg:*:mb-3 md:max-lg:*:break-inside-avoid">
      <WantedCall application={application} />
      {flags.length > 0 && (
        <ul aria-label="Flags">
          {flags.map(({ code, level, note }) => (
            <li key={code} className={level === "attention" ? "font-semibold text-alert" : ""}>
              {level === "attention" ? "Attention" : "For information"}: {note}
            </li>
          ))}
        </ul>
      )}
      <section>
        <h2 className="mb-1 text-base">Contact</h2>
        <Rows
          rows={[
            // Where we may call, the number is a button on top.
            !call.allowed && [
              "Phone",
              <ContactWay
                key="phone"
                text={phoneInWords(answers.phone)}
                verdict={call}
                isTold={isStopped || callsInWords !== null}
              />,
            ],
            callsInWords !== null && ["Calls", callsInWords],
            ["Email", <ContactWay key="email" text={answers.email} verdict={contact.email} isTold={isStopped} />],
            (firstContact !== null || next !== null) && [
              "First contact",
              <FirstContact key="first" application={application} />,
            ],
            ["Reference", application.spokenReference],
            unsent.length > 0 && ["Said yes to", <strong key="yes">{unsent.join(", ")}</strong>],
            sent.length > 0 && ["Sent to", sent.map(withAnswer).join(", ")],
          ]}
        />
        {hasBounced && contact.email.allowed && (
          <p className="mt-1 font-semibold text-alert">
            An email to the applicant could not be delivered, so this address may be wrong. Call and ask.
          </p>
        )}
        {!isEmailConfirmed && (
          <p className="mt-1">
            The applicant has not confirmed this email yet: what we send there has no link to the application.
          </p>
        )}
      </section>
      {score !== null && (
        <section className="flex items-center gap-4">
          <Gauge score={score} className="w-20" />
          <div>
            <h2 className="text-base">Forecast</h2>
            <ul>
              {improvements.map((improvement) => (
                <li key={improvement.change}>
                  {improvementWords(improvement)}: <strong>{improvement.to}</strong>
                </li>
              ))}
            </ul>
          </div>
        </section>
      )}
      <section>
        <h2 className="mb-1 text-base">Answers</h2>
        <Rows rows={rowsOf(short, answers)} />
        <OtherAnswers application={application} but={short} />
      </section>
    </Card>
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

function withAnswer({ recipientName, answer }: Case["referrals"][number]) {
  return answer ? `${recipientName} (${recipientAnswerLabels[answer].toLowerCase()})` : recipientName;
}

/** A number or an address, and why we may not use it now. If we may not, the server does not even send it. `isTold`: the page has said why. */
function ContactWay({ text, verdict, isTold }: { text?: string; verdict: Case["contact"]["call"]; isTold: boolean }) {
  return (
    <>
      <span className={`wrap-anywhere mr-3 select-all ${verdict.allowed ? "" : "font-semibold text-alert"}`}>
        {text && <Addresses>{text}</Addresses>}
      </span>
      {!verdict.allowed && !isTold && <span className="text-quiet">{verdict.reason}</span>}
    </>
  );
}

/** When first contact was and how long the applicant had waited, or that there has been none; and when we first tried before. */
function FirstContact({ application: { firstContact, promisedSince, events } }: { application: Case }) {
  const now = useNow();
  const tries = triesIn(events).map((each) => happenedAt(each).toISOString());
  const before = tries.find((at) => at >= promisedSince && (!firstContact || at < firstContact.at));
  const orTried = before && `, ${tried(before, now)}`;
  if (!firstContact) return <>None yet{orTried}</>;
  const timeTo = (at: string) => firstContactTime(new Date(promisedSince), new Date(at));
  const { businessMinutes, isInTime } = timeTo(firstContact.at);
  const isTriedInTime = before && timeTo(before).isInTime;
  return (
    <>
      {shortTime(firstContact.at)}, after {hoursAndMinutes(businessMinutes)} of business hours,{" "}
      {isInTime ? "in time" : isTriedInTime ? "too late" : <strong className="text-alert">too late</strong>}
      {orTried}
    </>
  );
}

function OtherAnswers({
  application: { id, answers, attribution },
  but,
}: {
  application: Case;
  /** What is not told again. */
  but: Field[];
}) {
  const cameFrom = ORIGIN.filter((name) => attribution[name]);
  return (
    <Fold title="Other answers">
      <div className="grid gap-4">
        {STEPS.map((step) => (
          <div key={step}>
            <h4 className="mb-1 font-semibold text-base">{sections[step].title()}</h4>
            <Rows
              rows={rowsOf(
                fieldsOf(step).filter((field) => !but.includes(field)),
                answers,
              )}
            />
          </div>
        ))}
        {cameFrom.length > 0 && (
          <div>
            <h4 className="mb-1 font-semibold text-base">How they found us</h4>
            <Rows rows={cameFrom.map((name) => [attributionLabels[name], attribution[name]])} />
          </div>
        )}
        <p className="text-quiet text-sm">Application number {id}</p>
      </div>
    </Fold>
  );
}

function rowsOf(fields: readonly Field[], answers: Case["answers"]) {
  return answerRows(fields, answers).map(({ label, value }) => [label, value] as const);
}

/** The points of the forecast, by the version of the scorecard that was used at the time. */
export function ForecastFold({ forecast: { version, points } }: Pick<Case, "forecast">) {
  return (
    <Fold title="Points of the forecast">
      <Table
        caption={`Points per attribute, card version ${version}`}
        columns={[
          { name: "Attribute", isRowName: true, cell: (name) => attributeLabels[name] },
          { name: "Points", cell: (name) => (points[name] > 0 ? `+${points[name]}` : points[name]) },
        ]}
        rows={Object.keys(points) as (keyof ForecastPoints)[]}
        keyOf={(name) => name}
      />
      <p className="mt-2 text-quiet text-sm">
        Card version {version}. Guidance, never a decision: no score refuses anybody.
      </p>
    </Fold>
  );
}
