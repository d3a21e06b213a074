import { useState } from "react";
import { languageNames } from "../../../db/model/language-names.ts";
import { LONGEST_STORY, StoryForm } from "../../../db/model/stories/story.ts";
import type { Language } from "../../../db/model/words.ts";
import { call } from "../../api.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Stars, starsInWords } from "../../ui/page/stars.tsx";
import type { Story } from "../api.ts";
import { useDeskQuery } from "../data.ts";
import { deskPage, Waiting } from "../desk-page.tsx";
import { ActionButton, ActionForm, CheckField, SelectField, TextField, useTyped } from "../parts/action-form.tsx";
import { LanguageTag } from "../parts/language-tag.tsx";
import { Window } from "../parts/window.tsx";

const ADD = "add-story";
const languages: Language[] = ["en", "es"];
const starCounts = ["5", "4", "3", "2", "1"];

export default deskPage("Stories", "readStories", Stories);

function Stories() {
  const found = useDeskQuery("GET /desk/stories");
  const [opened, open] = useState<Partial<Story>>();
  if (!found.data) return <Waiting of={found} />;
  const { stories } = found.data;
  return (
    <>
      <Button id={ADD} look="outline" className="in-title" onClick={() => open({})}>
        Add a story
      </Button>
      <p className="max-w-text">
        What real customers said, in their words, once they agreed that we show it. The first story here replaces the
        invented examples on Success Stories.
      </p>
      <ul className="mt-3 grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        {stories.map((story) => (
          <li key={story.id}>
            <Card>
              <Shown story={story} edit={() => open(story)} />
            </Card>
          </li>
        ))}
      </ul>
      {opened && (
        <Window title={opened.id ? `Edit the story of ${opened.name}` : "Add a story"} onClosed={() => open(undefined)}>
          {(close) => <StoryEditor entry={opened} onClose={close} />}
        </Window>
      )}
    </>
  );
}

function Shown({ story, edit }: { story: Story; edit: () => void }) {
  const { id, name, city, text, language, stars, isCompensated, agreedBy, agreedOn, agreedHow } = story;
  return (
    <>
      <h2 className="text-base">
        {city ? `${name}, ${city}` : name}
        <LanguageTag language={language} />
      </h2>
      {stars && <Stars count={stars} label={starsInWords(stars)} />}
      <blockquote lang={language} className="mt-3 whitespace-pre-line border-line border-l-4 pl-4">
        {text}
      </blockquote>
      <p className="mt-3 text-quiet text-sm">
        {agreedBy} agreed on {agreedOn}: {agreedHow}
        {isCompensated && ". They got something from us, or are close to us, and the page says so."}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button look="quiet" aria-label={`Edit the story of ${name}`} onClick={edit}>
          Edit
        </Button>
        <ActionButton
          look="quiet"
          aria-label={`Take the story of ${name} down`}
          act={() => call("POST /desk/stories/:id/remove", { id })}
          words={`The story of ${name} is off the page.`}
          goOn={[ADD]}
        >
          Take down
        </ActionButton>
      </div>
    </>
  );
}

function StoryEditor({ entry, onClose }: { entry: Partial<Story>; onClose: () => void }) {
  const form = useTyped({
    ...{ name: "", city: "", text: "", language: "en", isCompensated: false },
    ...{ agreedBy: "", agreedOn: "", agreedHow: "", ...entry },
    stars: String(entry.stars ?? ""),
  });
  return (
    <ActionForm
      form={form}
      schema={StoryForm}
      read={(typed) => ({ ...typed, stars: typed.stars ? Number(typed.stars) : null })}
      act={(json) =>
        entry.id
          ? call("PUT /desk/stories/:id", { id: entry.id, json: { ...json, version: entry.version ?? 0 } })
          : call("POST /desk/stories", { json })
      }
      words={({ name }) => `The story of ${name} is on the page.`}
      goOn={[ADD]}
      look="primary"
      button="Show on the page"
      onClose={onClose}
    >
      <TextField
        name="text"
        id="story-text"
        label="What they said"
        hint={`In their own words, ${LONGEST_STORY} characters at most. Put … where you leave words out.`}
        rows={6}
      />
      <SelectField name="language" id="story-language" label="Language" of={languages} words={languageNames} />
      <TextField name="name" id="story-name" label="Name as shown" hint="For example Maria L." />
      <TextField name="city" id="story-city" label="City" isOptional />
      <SelectField
        name="stars"
        id="story-stars"
        label="Stars they gave"
        first="None"
        of={starCounts}
        words={Object.fromEntries(starCounts.map((count) => [count, starsInWords(Number(count))]))}
      />
      <CheckField name="isCompensated" label="They got something from us for it, or are family or staff" />
      <TextField
        name="agreedBy"
        id="story-agreed-by"
        label="Who agreed"
        hint="The full name. The page doesn’t show it."
      />
      <TextField name="agreedOn" id="story-agreed-on" label="When" type="date" />
      <TextField
        name="agreedHow"
        id="story-agreed-how"
        label="How, and where to find it"
        hint="For example: signed letter, folder Stories"
      />
    </ActionForm>
  );
}
