import { expect, test } from "vitest";
import { askedPapers } from "../../../db/model/case/asked-papers.ts";
import type { CaseEvent } from "../../../db/model/case/case-event.ts";
import { letterPresets } from "../../../db/model/letters/letter-presets.ts";
import { LetterTemplateForm } from "../../../db/model/letters/letter-template.ts";
import { cityOf, filledLetter, firstNameOf, letterParts, wrongPlaces } from "../../../db/model/letters/letter-text.ts";

const facts = { firstName: "Maria", city: "St. Hedwig", specialist: "dana", papers: ["A", "B"], usualPapers: ["C"] };

test("facts take their places, and nothing that a fact says is a place itself", () => {
  expect(filledLetter("{firstName} of {city}, {specialist}", facts)).toBe("Maria of St. Hedwig, dana");
  expect(filledLetter("{specialist}\n{link}", { ...facts, specialist: "{link} {city}" })).toBe("{link} {city}\n{link}");
});

test("a name or a city that is missing goes with the space and the comma before it", () => {
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

test("papers count as received from their last note after they were last asked for", () => {
  const at = (day: number) => new Date(2026, 10, day);
  const request: CaseEvent = {
    kind: "status",
    from: "contacted",
    to: "docs_requested",
    outcome: null,
    papers: ["payStub", "residence"],
  };
  const got: CaseEvent = { kind: "paperReceived", paper: "payStub" };
  const events = [
    { at: at(1), event: request },
    { at: at(2), event: got },
  ];
  expect(askedPapers(events)).toEqual([
    { paper: "payStub", receivedAt: at(2) },
    { paper: "residence", receivedAt: null },
  ]);
  const lost: CaseEvent = { kind: "paperNotReceived", paper: "payStub" };
  expect(askedPapers([...events, { at: at(3), event: lost }])[0]?.receivedAt).toBeNull();
  expect(askedPapers([...events, { at: at(3), event: request }])[0]?.receivedAt, "asked for anew").toBeNull();
  expect(askedPapers([])).toEqual([]);
});
