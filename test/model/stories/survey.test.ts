import fc from "fast-check";
import { expect, test } from "vitest";
import {
  answer,
  isCutFrom,
  isReleased,
  publish,
  type StoryRelease,
  type Survey,
  SurveyAnswer,
  stopAsking,
  takeBack,
} from "../../../db/model/stories/survey.ts";

const AT = new Date("2026-11-25T16:00:00Z");
const asked: Survey = {
  recommends: null,
  stars: null,
  comment: "",
  name: "",
  city: "",
  answeredAt: null,
  releases: [],
  story: null,
  stoppedAt: null,
};
const release: StoryRelease = {
  textId: "story-1",
  textSha256: "",
  answerSha256: "",
  receivedAt: AT.toISOString(),
  ip: null,
  userAgent: null,
  takenBackAt: null,
};
const given: SurveyAnswer = {
  recommends: "yes",
  stars: "4",
  comment: "They called me the same day. I waited for a lender, but it was worth it.",
  mayQuote: "yes",
  name: "Rosa M.",
  city: "San Antonio",
  textId: "story-1",
};
const form = { quote: given.comment, city: given.city, isCompensated: false };
const after = (survey: Survey, changes: Partial<Survey>) => ({ ...survey, ...changes });
const answered = (changes: Partial<SurveyAnswer> = {}) =>
  after(asked, answer(asked, { ...given, ...changes }, release, AT));
const isShown = (survey: Survey) => survey.story !== null;
const shown = (survey: Survey) => {
  const published = publish(survey, form, AT);
  return "refused" in published ? survey : after(survey, published);
};

test("in whatever order people answer, allow, take back and stop, and managers publish, nothing is shown without a permission that stands for these very words", () => {
  const deeds = fc.constantFrom<(survey: Survey) => Partial<Survey>>(
    (survey) => answer(survey, given, release, AT),
    (survey) => answer(survey, { ...given, comment: "Another answer" }, release, AT),
    (survey) => answer(survey, { ...given, mayQuote: "" }, release, AT),
    (survey) => takeBack(survey, AT),
    (survey) => stopAsking(survey, AT),
    (survey) => {
      const published = publish(survey, { ...form, quote: survey.comment }, AT);
      return "refused" in published ? {} : published;
    },
    () => ({ story: null }),
  );
  fc.assert(
    fc.property(fc.array(deeds, { maxLength: 12 }), (history) => {
      let survey = asked;
      for (const deed of history) {
        survey = after(survey, deed(survey));
        if (survey.story) {
          expect(isReleased(survey)).toBe(true);
          expect(survey.story.quote).toBe(survey.comment);
        }
        const standing = survey.releases.filter(({ takenBackAt }) => takenBackAt === null);
        expect(standing).toHaveLength(isReleased(survey) ? 1 : 0);
      }
    }),
  );
});

test("an answer without permission, or whose permission was taken back, cannot be published", () => {
  for (const survey of [answered({ mayQuote: "" }), after(answered(), takeBack(answered(), AT)), asked]) {
    expect(publish(survey, form, AT)).toEqual({ refused: expect.stringContaining("permission") });
  }
  expect(isShown(shown(answered()))).toBe(true);
});

test("taking the permission back takes the story off", () => {
  const survey = shown(answered());
  expect(isShown(survey)).toBe(true);
  expect(isShown(after(survey, takeBack(survey, AT)))).toBe(false);
});

test("the same answer sent twice changes nothing, and another one takes the story off", () => {
  const survey = shown(answered());
  expect(answer(survey, given, release, AT)).toEqual({});
  expect(isShown(after(survey, answer(survey, { ...given, stars: "2" }, release, AT)))).toBe(false);
});

test("a permission that was taken back stays as evidence", () => {
  const survey = after(answered(), takeBack(answered(), AT));
  const again = after(survey, answer(survey, given, release, AT));
  expect(again.releases.map(({ takenBackAt }) => takenBackAt)).toEqual([AT.toISOString(), null]);
});

test.each([
  [given.comment, true],
  ["They called me the same day.", true],
  ["They called me … it was worth it.", true],
  ["They called me ... worth it", true],
  ["", true],
  ["They called me the next day.", false],
  ["it was worth it … They called me", false],
  ["It was worth it.", false],
  ["hey called me", false],
  ["They call", false],
])("a quote only takes whole words away: '%s'", (quote, isCut) => {
  expect(isCutFrom(quote, given.comment)).toBe(isCut);
  expect("story" in publish(answered(), { ...form, quote }, AT)).toBe(isCut);
});

test("a city is shown as given, or cut, or not at all", () => {
  const isAllowed = (city: string) => "story" in publish(answered(), { ...form, city }, AT);
  expect(["San Antonio", "", "Dallas"].map(isAllowed)).toEqual([true, true, false]);
});

test("a permission needs words and a name; an answer needs a yes or no", () => {
  const fields = (changes: Partial<Record<keyof SurveyAnswer, string>>) =>
    SurveyAnswer.safeParse({ ...given, ...changes }).error?.issues.map(({ path }) => path[0]);
  expect(fields({})).toBeUndefined();
  expect(fields({ comment: " ", name: "" })).toEqual(["comment", "name"]);
  expect(fields({ comment: "", name: "", mayQuote: "" })).toBeUndefined();
  expect(fields({ recommends: "" })).toEqual(["recommends"]);
  expect(fields({ textId: "contact-2" })).toEqual(["textId"]);
});
