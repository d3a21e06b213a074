import type { ReactNode } from "react";
import { storyConsent } from "../../db/model/consent/consent.ts";
import { addressOf } from "../../db/model/site/address.ts";
import { LONGEST_COMMENT, type SurveyPage as Shown } from "../../db/model/stories/survey.ts";
import { t } from "../../db/model/words.ts";
import { Head } from "../head/head.tsx";
import { usePageData } from "../start/page-data.tsx";
import { Button } from "../ui/button.tsx";
import { ConsentBox } from "../ui/form/consent-box.tsx";
import { ErrorSummary } from "../ui/form/error-summary.tsx";
import { aria, Field, Message } from "../ui/form/field.tsx";
import { PostForm } from "../ui/form/post-form.tsx";
import { Select } from "../ui/form/select.tsx";
import { Notice } from "../ui/notice.tsx";
import { starsInWords } from "../ui/page/stars.tsx";
import { TextLink } from "../ui/text-link.tsx";

const nothing: Shown = {
  state: "expired",
  token: "",
  given: {},
  messages: {},
  isAnswered: false,
  isReleased: false,
  isStopped: false,
};

/** The page behind the link in a survey's mail. It works by plain forms, without React, and nothing happens before a press. */
export default function SurveyPage() {
  const survey = usePageData().survey ?? nothing;
  const { state, token, isReleased, isStopped } = survey;
  const title = state === "expired" ? t`This link doesn't work` : t`Would you recommend us?`;
  return (
    <div className="mx-auto grid max-w-form gap-6 px-4 py-14 sm:px-6">
      <Head title={title} />
      <h1 className="text-h2">{title}</h1>
      {state === "expired" ? (
        <p className="text-lead text-quiet">
          Use the whole link from our email, or tell us through the <TextLink to="/contact">contact page</TextLink>.
        </p>
      ) : (
        <>
          <State {...survey} />
          <AnswerForm {...survey} />
          {isReleased && (
            <PressForm
              token={token}
              press="takeBack"
              title={t`Take your permission back`}
              button={t`Take my permission back`}
            >
              We take your answer off our website at once, if it is there. We keep the answer itself.
            </PressForm>
          )}
          {!isStopped && (
            <PressForm
              token={token}
              press="stop"
              id="no-more"
              title={t`No more questions like this`}
              button={t`Don't ask me again`}
            >
              Press the button and we won't ask you a question like this again. You'll still get emails about your
              application.
            </PressForm>
          )}
        </>
      )}
    </div>
  );
}

/** What we have, or why we have it not. */
function State({ state, messages, isAnswered, isReleased, isStopped }: Shown) {
  const problems = Object.entries(messages).map(([id, message = ""]) => ({ id, message }));
  if (state === "unavailable") {
    return (
      <Notice kind="alert" role="alert">
        Something went wrong on our side, and nothing was stored. Please try again in a moment.
      </Notice>
    );
  }
  if (problems.length > 0) return <ErrorSummary problems={problems} />;
  return (
    <>
      {isAnswered && (
        <Notice kind="done" role="status">
          <p>Thank you. We have your answer.</p>
          <p>{isReleased ? t`You allow us to show it.` : t`We show it to nobody outside our company.`}</p>
        </Notice>
      )}
      {isStopped && (
        <Notice kind="info" role="status">
          We won't ask you a question like this again.
        </Notice>
      )}
    </>
  );
}

function AnswerForm({ token, given, messages, isAnswered }: Shown) {
  const { "aria-invalid": isInvalid, ...described } = aria("recommends", messages.recommends);
  const consent = storyConsent();
  return (
    <PostForm token={token} action={addressOf("/survey")} className="grid grid-cols-1 gap-5">
      <input type="hidden" name="textId" value={consent.id} />
      <fieldset id="recommends" {...described} className="grid gap-1.5">
        <legend className="mb-1.5">Would you recommend us to a friend?</legend>
        <div className="grid grid-cols-2 gap-2">
          {[
            ["yes", t`Yes`],
            ["no", t`No`],
          ].map(([value, text]) => (
            <label key={value} className="radio-box">
              <input
                type="radio"
                className="tick"
                name="recommends"
                value={value}
                defaultChecked={given.recommends === value}
                aria-invalid={isInvalid}
              />
              {text}
            </label>
          ))}
        </div>
        <Message of="recommends">{messages.recommends}</Message>
      </fieldset>
      <Field id="comment" label={t`Why, or why not?`} isOptional error={messages.comment}>
        {(box) => (
          <textarea {...box} name="comment" rows={5} maxLength={LONGEST_COMMENT} defaultValue={given.comment} />
        )}
      </Field>
      <Field id="stars" label={t`Stars`} isOptional error={messages.stars}>
        {(box) => (
          <Select {...box} name="stars" defaultValue={given.stars}>
            <option value="">No stars</option>
            {[1, 2, 3, 4, 5].map((count) => (
              <option key={count} value={count}>
                {starsInWords(count)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <section aria-labelledby="quote" className="grid gap-4 rounded-card border border-line bg-card p-5">
        <h2 id="quote" className="text-h3">
          May we show it?
        </h2>
        <ConsentBox
          id="mayQuote"
          name="mayQuote"
          value="yes"
          defaultChecked={given.mayQuote === "yes"}
          message={messages.mayQuote}
        >
          {consent.text}
        </ConsentBox>
        <Field
          id="name"
          label={t`Name, as you want it shown`}
          hint={t`For example your first name and the first letter of your last name`}
          error={messages.name}
        >
          {(box) => <input {...box} name="name" maxLength={60} defaultValue={given.name} autoComplete="off" />}
        </Field>
        <Field id="city" label={t`City`} isOptional error={messages.city}>
          {(box) => <input {...box} name="city" maxLength={60} defaultValue={given.city} autoComplete="off" />}
        </Field>
      </section>
      <Button type="submit" className="justify-self-start">
        {isAnswered ? t`Change my answer` : t`Send my answer`}
      </Button>
    </PostForm>
  );
}

function PressForm({
  id,
  token,
  press,
  title,
  button,
  children,
}: {
  id?: string;
  token: string;
  press: "takeBack" | "stop";
  title: string;
  button: string;
  children: ReactNode;
}) {
  return (
    <PostForm token={token} action={addressOf("/survey")} id={id} className="border-line border-t pt-6">
      <h2 className="text-h3">{title}</h2>
      <p className="mt-1 mb-3 text-quiet">{children}</p>
      <Button type="submit" name="press" value={press} look="outline">
        {button}
      </Button>
    </PostForm>
  );
}
