import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { browser, portIn, server, sitesAt } from "../browser.ts";

const PORT = await portIn("LOOKS_PORT");
const STYLE_GUIDE_PORT = await portIn("STYLE_GUIDE_PORT");
const cwd = "../..";

/** `npm run looks`: compares key pages and the style guide with their baseline screenshots (test/README.md). */
export default defineConfig({
  testDir: ".",
  testMatch: "pages.ts",
  snapshotPathTemplate: "{testDir}/../../.wrangler/looks/{arg}{ext}",
  outputDir: join(tmpdir(), "looks"),
  fullyParallel: true,
  workers: 2,
  timeout: 120_000,
  expect: { toHaveScreenshot: { maxDiffPixels: 0, scale: "device" }, timeout: 20_000 },
  reporter: "./reporter.ts",
  // Screenshots are less than half as wide as the pages, so that the baseline stays small.
  use: { ...browser, baseURL: `http://localhost:${PORT}`, deviceScaleFactor: 0.45 },
  metadata: { styleGuide: `http://localhost:${STYLE_GUIDE_PORT}` },
  webServer: [
    { ...sitesAt(PORT), cwd },
    {
      ...server(`node_modules/vite/bin/vite.js test/looks/style-guide --strictPort --port ${STYLE_GUIDE_PORT}`, {
        url: `http://localhost:${STYLE_GUIDE_PORT}`,
      }),
      cwd,
    },
  ],
});
