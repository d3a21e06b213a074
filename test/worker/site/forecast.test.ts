import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { freshDatabase } from "../database.ts";
import { envWithout } from "../routes/faults.ts";
import { readPage } from "./page.ts";

/** /forecast, the public page on how good the forecast is. */

freshDatabase();

/** So many outcomes in two bands; of the high ones three quarters had a yes within 30 days, of the low ones a quarter. */
function decide(each: number) {
  return env.DB.prepare("insert or replace into forecast_results values ('high', ?1, ?1 * 3 / 4), ('low', ?1, ?1 / 4)")
    .bind(each)
    .run();
}

const textOf = (html: string) =>
  html
    .replace(/<!--.*?-->/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");

test("with fewer than 350 outcomes the page shows no rate", async () => {
  const none = textOf((await readPage("/forecast")).html);
  expect(none).toContain("0 applications have ended with a lender’s decision.");
  await decide(174);
  const { status, html } = await readPage("/forecast");
  expect(status).toBe(200);
  expect(textOf(html)).toContain("348 applications have ended");
  expect(textOf(html)).toContain("the 91% on our pages is what we expect, not what we counted");
  expect(html).not.toContain("<table");
});

test("from 350 outcomes on it shows what lenders decided, by forecast", async () => {
  await decide(200);
  const { html } = await readPage("/forecast");
  expect(textOf(html)).toContain("0-39 200 50 (25%)");
  expect(textOf(html)).toContain("70-100 200 150 (75%)");
  expect(textOf(html)).not.toContain("not what we counted");
  expect(textOf((await readPage("/es/forecast")).html)).toContain("70-100 200 150 (75%)");
});

test("the page says that a benefit never counts for less", async () => {
  const said = textOf((await readPage("/forecast")).html);
  expect(said).toContain("A benefit, such as a pension, never counts for less than pay.");
  expect(said).not.toMatch(/whether your income is a benefit|count like pay/);
  expect(textOf((await readPage("/es/forecast")).html)).toContain("nunca cuenta menos que un sueldo");
});

test("without the database only the count is missing", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { status, html } = await readPage("/forecast", {}, { DB: envWithout("d1").DB });
  expect(status).toBe(503);
  expect(textOf(html)).toContain("We can’t read the count right now.");
  expect(textOf(html)).toContain("What it never looks at");
});
