import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

const PORT = Number(process.env.JOURNEYS_PORT ?? 8799);
const installed = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
  .map((name) => `/usr/bin/${name}`)
  .find(existsSync);

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
  use: {
    baseURL: `http://localhost:${PORT}`,
    timezoneId: "America/Chicago",
    // Where there is no graphics card, Chromium emulates one, which takes longer than to draw without.
    launchOptions: { executablePath: process.env.CHROMIUM ?? installed, args: ["--disable-gpu"] },
  },
  webServer: {
    command: "rm -rf .wrangler/journeys && exec node worker/run/start.ts",
    url: `http://localhost:${PORT}`,
    env: { PORT: String(PORT), STATE: ".wrangler/journeys" },
    timeout: 300_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 5000 },
    stdout: "ignore",
  },
});
