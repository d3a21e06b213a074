import { defineConfig } from "@playwright/test";
import { browser, portIn, sitesAt } from "./test/browser.ts";
import { OWN_SITES } from "./test/journeys/own-sites.ts";
import { setSeed } from "./test/seed.ts";

const port = await portIn("JOURNEYS_PORT");
const own = await Promise.all(
  OWN_SITES.map(async ({ port, secondFactor }) => `${await portIn(port)}:${secondFactor ?? "optional"}`),
);
setSeed();

/** Pages read without a browser, and journeys in one: through the built site, served as `npm start` does, with local D1s of its own. */
export default defineConfig({
  testDir: "test",
  testMatch: "*.spec.ts",
  fullyParallel: true,
  // Journeys wait more than they reckon.
  workers: 4,
  // Generous, because machines are slow at times: nothing is judged by how long it takes.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: [["line"], ["json", { outputFile: "test-results/journeys.json" }]],
  use: { ...browser, baseURL: `http://localhost:${port}` },
  webServer: sitesAt(port, ...own),
});
