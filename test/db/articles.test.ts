import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { tryRender } from "../../db/model/markdown.ts";

const FOLDER = new URL("../../db/articles/", import.meta.url);
const articles = readdirSync(FOLDER).filter((name) => name.endsWith(".md"));

test("every article may be written, and so may one as long as twenty of them", () => {
  const texts = articles.map((name) => readFileSync(new URL(name, FOLDER), "utf8"));
  expect(texts.length).toBeGreaterThan(0);
  for (const text of [...texts, texts.join("\n\n").repeat(3).slice(0, 100_000)]) {
    expect(tryRender(text).problem).toBeUndefined();
  }
});
