import { StoryForm } from "../../../db/model/stories/survey.ts";
import { shortTime } from "../../../db/model/time/time-for-staff.ts";
import { call } from "../../api.ts";
import { Card } from "../../ui/card.tsx";
import { Stars, starsInWords } from "../../ui/page/stars.tsx";
import type { StoryAnswer } from "../api.ts";
import { useDeskQuery } from "../data.ts";
import { deskPage, Waiting } from "../desk-page.tsx";
import { ActionButton, ActionForm, CheckField, TextField, useTyped } from "../parts/action-form.tsx";
import { LanguageTag } from "../parts/language-tag.tsx";

/** The words above the answers. */
const ANSWERS = "answers";

export default deskPage("Stories", "readStories", Stories);

function Stories() {
  const found = useDeskQuery("GET /desk/stories");
  if (!found.data) return <Waiting of={found} />;
  const { answers, satisfaction } = found.data;
  return (
    <>
      <p id={ANSWERS} tabIndex={-1} className="font-semibold">
        {satisfaction.answered === 0
          ? "Nobody has answered yet."
          : `${satisfaction.recommending} of ${satisfaction.answered} who answered would recommend us. Answers that we may not show count, too.`}
      </p>
      <p className="max-w-text text-quiet">
        A week after an application has ended, we ask the applicant. The first answer that you show replaces the
        invented examples on Success Stories.
      </p>
      <ul className="mt-3 grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        {answers.map((answer) => (
          <li key={answer.id}>
            <Card>
              {/* A new version is another answer, so what was typed for the one before goes. */}
              <Answer key={answer.version} answer={answer} />
            </Card>
          </li>
        ))}
      </ul>
    </>
  );
}

function Answer({ answer }: { answer: StoryAnswer }) {
  const { name, city, comment, language, recommends, stars, answeredAt, story } = answer;
  return (
    <>
      <h2 className="text-base">
        {name}
        {city && `, ${city}`}
        <LanguageTag language={language} />
      </h2>
      <p className="mt-1 flex flex-wrap gap-x-3 text-quiet text-sm">
        {answeredAt && shortTime(answeredAt)}, {recommends ? "would" : "would not"} recommend us{" "}
        {stars && <Stars count={stars} label={starsInWords(stars)} />}
      </p>
      <blockquote lang={language} className="mt-3 whitespace-pre-line border-line border-l-4 pl-4">
        {comment}
      </blockquote>
      {story ? <Shown answer={answer} story={story} /> : <ShowForm answer={answer} />}
    </>
  );
}

function Shown({ answer, story }: { answer: StoryAnswer; story: NonNullable<StoryAnswer["story"]> }) {
  const { id, name, language } = answer;
  return (
    <div className="mt-4 grid justify-items-start gap-3">
      <p className="font-semibold text-leaf">On the page since {shortTime(new Date(story.publishedAt))}, as:</p>
      <p lang={language} className="whitespace-pre-line">
        "{story.quote}" {story.city}
      </p>
      {story.isCompensated && <p>With the note that they got something from us, or are close to us.</p>}
      <ActionButton
        act={() => call("POST /desk/stories/:id/hide", { id })}
        words={`The words of ${name} are off the page.`}
        goOn={[`quote-${id}`]}
      >
        Take off the page
      </ActionButton>
    </div>
  );
}

function ShowForm({ answer: { id, name, comment, city, version } }: { answer: StoryAnswer }) {
  return (
    <ActionForm
      form={useTyped({ quote: comment, city, isCompensated: false, version })}
      schema={StoryForm}
      act={(json) => call("PUT /desk/stories/:id", { id, json })}
      words={`The words of ${name} are on the page.`}
      goOn={[ANSWERS]}
      look="primary"
      button="Show on the page"
    >
      <TextField
        name="quote"
        id={`quote-${id}`}
        label="What to show"
        hint="You may take words away. Put … where some are missing in between, and change nothing else."
        rows={4}
      />
      <TextField name="city" id={`city-${id}`} label="City" isOptional hint="As they gave it, cut or empty." />
      <CheckField name="isCompensated" label="They got something from us for it, or are family or staff" />
    </ActionForm>
  );
}
