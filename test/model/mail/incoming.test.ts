import { expect, test } from "vitest";
import { asksToStop, isAutomatic, ownWords } from "../../../db/model/mail/incoming.ts";

test("a first line that says nothing but stop asks to stop, in both languages", () => {
  for (const text of [
    "Stop",
    "STOP!!",
    "Please stop.",
    "unsubscribe\n\nAna",
    "Alto",
    "Por favor, cancelar",
    "Opt-out",
  ]) {
    expect(asksToStop(text), text).toBe(true);
  }
  for (const text of ["Don't stop now", "I will stop by at 5", "Hello\nstop", "", "Can I cancel the call?"]) {
    expect(asksToStop(text), text).toBe(false);
  }
});

test("a program that sends for somebody who writes is no automatic reply", () => {
  const says = (headers: Record<string, string>) => isAutomatic((name) => headers[name]);
  expect(says({ "auto-submitted": "no", precedence: "bulk", subject: "Re: auto loan" })).toBe(false);
  expect(says({ "auto-submitted": "auto-generated (rejected)" })).toBe(true);
  expect(says({ subject: "Respuesta automática: Una pregunta" })).toBe(true);
});

test("a sentence that only looks like the head of a quote stays", () => {
  for (const text of [
    "On Friday I can come.\nMy boss wrote: yes",
    "From: Austin\nDate: any day in May",
    "He told me:\nbring 2 pay stubs",
    "-- \nAna",
  ]) {
    expect(ownWords(text).text, text).toBe(text.replace("-- ", "--"));
  }
});

test("a long letter is cut, and says so", () => {
  expect(ownWords("a".repeat(30_000))).toEqual({ text: "a".repeat(20_000), isCut: true });
});
