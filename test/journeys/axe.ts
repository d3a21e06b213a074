import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, type Page } from "@playwright/test";
import type { RunOptions } from "axe-core";

const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** Axe finds no accessibility violation on the page. */
export async function expectAccessible(page: Page) {
  const options: RunOptions = { resultTypes: ["violations"] };
  const found = `axe.run(${JSON.stringify(options)}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ": " + nodes.map(({ target }) => target.join(" ")).join(", ")))`;
  expect(await page.evaluate(`${AXE}; ${found}`)).toEqual([]);
}
