import { defineConfig } from "@playwright/test";
import { browser, portIn, siteAt } from "./test/browser.ts";
import { setSeed } from "./test/seed.ts";

const PORT = await portIn("JOURNEYS_PORT");
setSeed();

/** Journeys through the built site, served by `npm start` with a local D1 of its own. */
export default defineConfig({
  testDir: "test/journeys",
  fullyParallel: true,
  workers: 2,
  // Generous, because machines are slow at times: nothing is judged by how long it takes.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  // One site for all. New posts push the old ones off the blog's first page, so those who write them come later, the
  // hundreds of xss after the others. Once the desk has added a member, nobody writes posts without signing in.
  projects: [
    { name: "journeys", testIgnore: ["blog-*.spec.ts", "xss.spec.ts", "desk*.spec.ts"] },
    { name: "blog", testMatch: "blog-*.spec.ts", dependencies: ["journeys"] },
    { name: "xss", testMatch: "xss.spec.ts", dependencies: ["blog"] },
    { name: "desk", testMatch: "desk*.spec.ts", dependencies: ["xss"] },
  ],
  reporter: [["line"], ["json", { outputFile: "test-results/journeys.json" }]],
  use: { ...browser, baseURL: `http://localhost:${PORT}` },
  webServer: siteAt(PORT, ".wrangler/journeys"),
});
