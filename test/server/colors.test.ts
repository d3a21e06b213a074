import { globSync, readFileSync } from "node:fs";
import postcss, { type ChildNode } from "postcss";
import { expect, test } from "vitest";

/** The colors of web/styles.css: its @theme by day, its utility `night` by night and on deep bands. */

const root = postcss.parse(readFileSync("web/styles.css", "utf8"));
const day = colorsOf("theme");
const night = { ...day, ...colorsOf("utility", "night") };

const GROUNDS = ["paper", "card", "tint", "sand"];
const TEXTS = ["ink", "quiet", "bluebonnet", "leaf", "alert", "amber"];

/** What is read on what, and edges and marks that have to be seen. */
const READ: [color: string, ground: string][] = [
  ...GROUNDS.flatMap((ground) => TEXTS.map((text): [string, string] => [text, ground])),
  ["leaf", "leaf-tint"],
  ["alert", "alert-tint"],
  ["ink", "alert-tint"],
  ["ink", "leaf-tint"],
  // Buttons: as they are, under a pointer, and disabled; and what is done.
  ["paper", "bluebonnet"],
  ["paper", "leaf"],
  ["paper", "ink"],
  ["paper", "quiet"],
];
const READ_ON_DEEP = [...TEXTS, "sun"];

test("text has a contrast of 4.5, and a control's edge of 3", () => {
  for (const [scheme, colors] of Object.entries({ day, night })) {
    const contrast = (color: string, ground: string) => contrastOf(colors[color], colors[ground]);
    for (const [color, ground] of READ) {
      expect(contrast(color, ground), `${scheme}: ${color} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
    for (const ground of GROUNDS) {
      expect(contrast("edge", ground), `${scheme}: edge on ${ground}`).toBeGreaterThanOrEqual(3);
    }
  }
  for (const color of READ_ON_DEEP) {
    expect(contrastOf(night[color], day.deep), `${color} on deep`).toBeGreaterThanOrEqual(4.5);
  }
  expect(contrastOf(night.edge, day.deep), "edge on deep").toBeGreaterThanOrEqual(3);
});

test("no page and no drawing says a color but by name", () => {
  for (const file of globSync("{web,test/looks}/**/*.{ts,tsx}")) {
    const code = readFileSync(file, "utf8");
    expect(
      code.match(/"#[\da-f]{3,8}"|\brgb\(|\bhsl\(|(fill|stroke|color)="(?!none|currentColor|var\(|url\()[^"]+"/gi),
      file,
    ).toBeNull();
    expect(code.match(/\b(text|border)-deep\b/), `${file}: a ground alone, which stays dark`).toBeNull();
    for (const [, name] of code.matchAll(/var\(--color-([\w-]+)\)|\bbg-(?!\[|linear)([a-z-]+)\b/g)) {
      if (name) expect(day, file).toHaveProperty(name);
    }
  }
});

/** The tokens of an at-rule, without `--color-`. */
function colorsOf(rule: string, params = "") {
  const colors: Record<string, string> = {};
  const note = (node: ChildNode) => {
    if (node.type === "decl" && /^--color-[^*]/.test(node.prop)) colors[node.prop.slice(8)] = node.value;
  };
  root.walkAtRules(rule, (found) => {
    if (found.params === params) found.each(note);
  });
  return colors;
}

/** WCAG 2.2's contrast ratio. */
function contrastOf(one = "", other = "") {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string) {
  const digits = hex.length === 4 ? hex.replace(/[\da-f]/g, "$&$&") : hex;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(digits.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
