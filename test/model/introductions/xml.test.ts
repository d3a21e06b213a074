import fc from "fast-check";
import { expect, test } from "vitest";
import { asciiXmlText, xmlText } from "../../../db/model/introductions/xml.ts";

/** The production Char of XML 1.0: characters allowed in a document, as themselves or as references. */
function isChar(code: number) {
  return (
    [0x9, 0xa, 0xd].includes(code) ||
    (code >= 0x20 && code <= 0xd7ff) ||
    (code >= 0xe000 && code <= 0xfffd) ||
    (code >= 0x10000 && code <= 0x10ffff)
  );
}

/** What a parser reads from the text. Fails if it is not well-formed. */
function read(xml: string) {
  expect(xml).not.toMatch(/[<>"']|&(?!#\d+;)/);
  const text = xml.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
  expect([...text].every((character) => isChar(character.codePointAt(0) as number))).toBe(true);
  return text;
}

for (const write of [xmlText, asciiXmlText]) {
  test(`${write.name}: every code point that XML can hold is read back`, {
    timeout: 60_000,
  }, () => {
    // Beyond the first plane, every eighth row of it: all rows there are treated alike.
    for (let start = 0; start <= 0x10ffff; start += start < 0x10000 ? 0x100 : 0x800) {
      const codes = Array.from({ length: 0x100 }, (_, index) => start + index);
      const allowed = String.fromCodePoint(...codes.filter(isChar));
      // A space keeps two lone surrogates from forming a pair.
      const text = codes.map((code) => String.fromCodePoint(code)).join(" ");
      const xml = write(text);
      if (write === asciiXmlText) expect(xml).toMatch(/^[ -~]*$/);
      expect(read(xml).replaceAll(" ", "")).toBe(allowed.replaceAll(" ", ""));
    }
  });

  test(`${write.name}: any text becomes well-formed content`, () => {
    const units = fc.array(fc.integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes));
    fc.assert(
      fc.property(units, (text) => {
        read(write(text));
      }),
    );
  });
}
