import {
  LEAD_LINK_DAYS,
  LINK_ANSWERS,
  recipientAnswerLabels,
  type LeadPage as Shown,
} from "../../db/model/introductions/referral.ts";
import { dateAndTime } from "../../db/model/time/time-in-words.ts";
import { mailtoOf, telOf } from "../desk/words.ts";
import { Head } from "../head/head.tsx";
import { usePageData } from "../page-data.tsx";
import { Button } from "../ui/button.tsx";
import { ErrorSummary } from "../ui/form/error-summary.tsx";
import { aria, Field, Message } from "../ui/form/field.tsx";
import { PostForm } from "../ui/form/post-form.tsx";
import { Notice } from "../ui/notice.tsx";
import { Addresses } from "../ui/page/addresses.tsx";
import { TextLink } from "../ui/text-link.tsx";

const unknown: Shown = { state: "unknown", token: "", given: {}, messages: {} };

const titles: Record<Shown["state"], string> = {
  open: "An application for you",
  withdrawn: "Withdrawn: do not contact",
  closed: "This application is closed",
  expired: "This link has ended",
  renewed: "Please look into your mail",
  unknown: "This link doesn’t work",
  unavailable: "Something went wrong on our side",
};

/** What a lender or dealer sees and answers by the link in our mail. It works by plain forms, and nothing happens before a press. */
export default function LeadPage() {
  const shown = usePageData().lead ?? unknown;
  const { state, token } = shown;
  return (
    <div className="mx-auto grid max-w-form gap-6 px-4 py-10 sm:px-6">
      <Head title={titles[state]} />
      <h1 className="text-h2">{titles[state]}</h1>
      {state === "open" && <Lead {...shown} />}
      {state === "expired" && (
        <PostForm token={token} action="/lead" className="grid gap-4">
          <p>
            Links work for {LEAD_LINK_DAYS} days at most. If the application is still open to you, we can send a new one
            to the address that had this one.
          </p>
          <Button type="submit" name="press" value="renew" className="justify-self-start">
            Send a new link
          </Button>
        </PostForm>
      )}
      {state === "renewed" && (
        <p>If the application is still open to you, a new link is on its way. We send one an hour at most.</p>
      )}
      {state === "closed" && (
        <p>
          Nothing more is needed from you. If you have news about it, please{" "}
          <TextLink to="/contact">write to us</TextLink>.
        </p>
      )}
      {state === "unknown" && <p>Use the whole link from our email. This page can’t be loaded again without it.</p>}
      {state === "unavailable" && <p>Nothing was stored. Please try again in a moment.</p>}
    </div>
  );
}

function Lead({ token, recipientName, lead, figures, given, messages }: Shown) {
  if (!lead) return null;
  const { "aria-invalid": isInvalid, ...described } = aria("answer", messages.answer);
  const problems = Object.entries(messages).map(([id, message]) => ({ id, message }));
  return (
    <>
      {problems.length > 0 && <ErrorSummary problems={problems} />}
      {lead.answer && lead.answeredAt && problems.length === 0 && (
        <Notice kind="done" role="status">
          {recipientAnswerLabels[lead.answer]}, {dateAndTime(lead.answeredAt)}. You can change it below.
        </Notice>
      )}
      <section className="rounded-card border border-line bg-card p-5 shadow-card">
        <dl className="grid gap-y-2">
          {lead.answers.map(({ field, label, value = "" }) => (
            <div key={field} className="fact">
              <dt className="text-quiet">{label}</dt>
              <dd>
                <Answer field={field}>{value}</Answer>
              </dd>
            </div>
          ))}
        </dl>
        <p className="mt-4 border-line border-t pt-4">
          {lead.permission} For {recipientName} alone.
        </p>
        <p className="mt-2 text-quiet text-sm">
          No credit inquiry without the applicant’s separate consent. A notice of adverse action, if one is due, is
          yours to send. Our number: {lead.id}
        </p>
      </section>
      {lead.papers.length > 0 && (
        <section>
          <h2 className="text-h3">Documents that the applicant lets you see</h2>
          <ul className="mt-2 grid gap-2">
            {lead.papers.map(({ id, name, type }) => (
              <li key={id}>
                <form method="post" action={`/lead/papers/${id}`}>
                  <input type="hidden" name="token" value={token} />
                  <Button type="submit" look="outline">
                    {name}, {type?.split("/")[1]?.toUpperCase()}
                  </Button>
                </form>
              </li>
            ))}
          </ul>
          <p className="mt-2 text-quiet text-sm">We note who opens which. Keep copies no longer than you need them.</p>
        </section>
      )}
      <PostForm token={token} action="/lead" className="grid gap-4">
        <fieldset id="answer" {...described} className="grid grid-cols-1 gap-2">
          <legend className="mb-2 font-display text-h3">What came of it?</legend>
          <div className="grid grid-cols-2 gap-2">
            {LINK_ANSWERS.map((answer) => (
              <label key={answer} className="radio-box">
                <input
                  type="radio"
                  className="tick"
                  name="answer"
                  value={answer}
                  defaultChecked={(given.answer ?? lead.answer) === answer}
                  aria-invalid={isInvalid}
                />
                {recipientAnswerLabels[answer]}
              </label>
            ))}
          </div>
          <Message of="answer">{messages.answer}</Message>
        </fieldset>
        <Field id="amount" label="Approved amount in dollars, if you like" error={messages.amount}>
          {(box) => (
            <input
              type="text"
              inputMode="decimal"
              autoComplete="off"
              name="amount"
              defaultValue={given.amount}
              {...box}
            />
          )}
        </Field>
        <Button type="submit" className="justify-self-start">
          Send the answer
        </Button>
      </PostForm>
      {figures && (
        <details className="fold">
          <summary className="font-semibold">Your last 90 days</summary>
          <p>
            {figures.received} received
            {LINK_ANSWERS.filter((answer) => figures.answers[answer]).map(
              (answer) => `, ${figures.answers[answer]} ${recipientAnswerLabels[answer].toLowerCase()}`,
            )}
            .
            {figures.medianHours !== null &&
              ` Half of your answers came within ${within(Math.ceil(figures.medianHours))}.`}
          </p>
        </details>
      )}
    </>
  );
}

function Answer({ field, children }: { field: string; children: string }) {
  const href = field === "phone" ? telOf(children) : field === "email" ? mailtoOf(children) : null;
  return href ? (
    <a href={href} className="link inline-flex min-h-6">
      <span>
        <Addresses>{children}</Addresses>
      </span>
    </a>
  ) : (
    children
  );
}

function within(hours: number) {
  return hours <= 1 ? "an hour" : `${hours} hours`;
}
