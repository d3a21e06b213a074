import { expect, type Page } from "@playwright/test";
import axe from "axe-core";

/** Axe finds no accessibility violation on the page. */
export async function expectAccessible(page: Page) {
  const options: axe.RunOptions = { resultTypes: ["violations"] };
  const found = `axe.run(${JSON.stringify(options)}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ": " + nodes.map(({ target }) => target.join(" ")).join(", ")))`;
  expect(await page.evaluate(`${axe.source}; ${found}`)).toEqual([]);
}
