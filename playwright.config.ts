import { defineConfig } from "@playwright/test";
import { browser, portIn, sitesAt } from "./test/browser.ts";
import { setSeed } from "./test/seed.ts";

/** New posts push the old ones off the blog's first page, and once the desk has added a member nobody writes unsigned. */
const OWN_SITE = { blog: "journeys/blog/*.spec.ts", desk: "journeys/desk/*.spec.ts" };

const [site, blog, desk] = [await portIn("JOURNEYS_PORT"), await portIn("BLOG_PORT"), await portIn("DESK_PORT")];
setSeed();

/** Pages read without a browser, and journeys in one: through the built site, served by `npm start` with local D1s of their own. */
export default defineConfig({
  testDir: "test",
  fullyParallel: true,
  // Journeys wait more than they reckon.
  workers: 4,
  // Generous, because machines are slow at times: nothing is judged by how long it takes.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  projects: [
    { name: "pages", testDir: "test/pages", use: at(site) },
    { name: "site", testDir: "test/journeys", testIgnore: Object.values(OWN_SITE), use: at(site) },
    { name: "blog", testMatch: OWN_SITE.blog, use: at(blog) },
    { name: "desk", testMatch: OWN_SITE.desk, use: at(desk) },
  ],
  reporter: [["line"], ["json", { outputFile: "test-results/journeys.json" }]],
  use: browser,
  webServer: sitesAt(site, blog, desk),
});

function at(port: number) {
  return { baseURL: `http://localhost:${port}` };
}
