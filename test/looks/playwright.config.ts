import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { browser, serverAt, siteAt } from "../browser.ts";

const PORT = Number(process.env.LOOKS_PORT ?? 8796);
const cwd = "../..";

/** `npm run looks`: key pages and the style guide beside their baseline screenshots (test/README.md). */
export default defineConfig({
  testDir: ".",
  testMatch: "pages.ts",
  snapshotPathTemplate: "{testDir}/baseline/{arg}{ext}",
  outputDir: join(tmpdir(), "looks"),
  fullyParallel: true,
  workers: 2,
  timeout: 120_000,
  expect: { toHaveScreenshot: { maxDiffPixels: 0, scale: "device" }, timeout: 20_000 },
  reporter: "./reporter.ts",
  // Screenshots are less than half as wide as the pages, so that the baseline stays small.
  use: { ...browser, baseURL: `http://localhost:${PORT}`, deviceScaleFactor: 0.45 },
  metadata: { styleGuide: `http://localhost:${PORT + 1}` },
  webServer: [
    { ...siteAt(PORT, ".wrangler/looks"), cwd },
    {
      ...serverAt(PORT + 1, `exec node_modules/.bin/vite test/looks/style-guide --strictPort --port ${PORT + 1}`),
      cwd,
    },
  ],
});
