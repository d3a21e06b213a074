import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type CDPSession, expect, type Page } from "@playwright/test";
import type { RunOptions } from "axe-core";

const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** Axe finds no accessibility violation on the page. */
export async function expectAccessible(page: Page) {
  const options: RunOptions = { resultTypes: ["violations"] };
  if (!(await page.evaluate("'axe' in window"))) await load(page);
  const found = `axe.run(${JSON.stringify(options)}).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ": " + nodes.map(({ target }) => target.join(" ")).join(", ")))`;
  expect(await page.evaluate(found)).toEqual([]);
}

/** Unlike what `page.evaluate` brings, Chromium compiles this once for all pages of a tab. */
async function load(page: Page) {
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  await (await session).send("Runtime.evaluate", { expression: `${AXE}; undefined` });
}
