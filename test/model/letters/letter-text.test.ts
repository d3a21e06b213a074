import { expect, test } from "vitest";
import { letterPresets } from "../../../db/model/letters/letter-presets.ts";
import { LetterTemplateForm } from "../../../db/model/letters/letter-template.ts";
import { cityOf, filledLetter, firstNameOf, letterParts, wrongPlaces } from "../../../db/model/letters/letter-text.ts";

const facts = { firstName: "Maria", city: "St. Hedwig", specialist: "dana", papers: ["A", "B"], usualPapers: ["C"] };

test("facts take their places, and no fact becomes a place itself", () => {
  expect(filledLetter("{firstName} of {city}, {specialist}", facts)).toBe("Maria of St. Hedwig, dana");
  expect(filledLetter("{specialist}\n{link}", { ...facts, specialist: "{link} {city}" })).toBe("{link} {city}\n{link}");
});

test("a missing name or city goes with its space and comma", () => {
  const nobody = { ...facts, firstName: "", city: "" };
  expect(filledLetter("Hello {firstName},\nHola, {firstName}:\nin {city}?", nobody)).toBe("Hello,\nHola:\nin?");
  expect(filledLetter("{firstName}\n\nHello\n\n{city}", nobody)).toBe("Hello");
});

test("lines become paragraphs, lists and the place of the link", () => {
  expect(letterParts(filledLetter("One\n\n{papers}\n- More\nTwo\n{link}", facts))).toEqual([
    "One",
    { list: ["A", "B", "More"] },
    "Two",
    "{link}",
  ]);
});

test.each(["{firstName}", "{ city }", "{}", "{link} now", "a } b", "x {papers}"])(
  "%s is right or wrong alone",
  (text) => {
    expect(wrongPlaces(text) === null).toBe(text === "{firstName}");
  },
);

test("only what can be a name or a city is one", () => {
  for (const name of ["Maria Lopez", "José", "O'Brien X", "Anne-Marie"]) expect(firstNameOf(name)).not.toBe("");
  for (const name of ["evil.com Lopez", "http://x", "", "12"]) expect(firstNameOf(name)).toBe("");
  for (const city of ["San Antonio", "St. Hedwig", "D'Hanis", "Cañon-City"]) expect(cityOf(city)).toBe(city);
  for (const city of ["evil.com", "a.b c", "San Antonio 78205", "", "x/y", "- list"]) expect(cityOf(city)).toBe("");
});

test("every suggested letter is one that a manager could have written", () => {
  for (const preset of letterPresets) expect(LetterTemplateForm.safeParse(preset).error).toBeUndefined();
});
