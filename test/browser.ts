import { existsSync } from "node:fs";
import { freePort } from "./free-port.ts";

/** What every Playwright configuration of this folder has in common. */

const installed = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
  .map((name) => `/usr/bin/${name}`)
  .find(existsSync);

export const browser = {
  timezoneId: "America/Chicago",
  // Where there is no graphics card, Chromium emulates one, which takes longer than to draw without.
  launchOptions: { executablePath: process.env.CHROMIUM ?? installed, args: ["--disable-gpu"] },
};

/** The port in this variable; if there is none, a free one, which every process of the run then finds there. */
export async function portIn(variable: string) {
  process.env[variable] ||= String(await freePort());
  return Number(process.env[variable]);
}

/** A server that runs as long as the tests; `command` must be its process, to be ended with them. */
export function serverAt(port: number, command: string, env: Record<string, string> = {}) {
  return {
    command,
    url: `http://localhost:${port}`,
    env,
    timeout: 300_000,
    gracefulShutdown: { signal: "SIGTERM" as const, timeout: 5000 },
    stdout: "ignore" as const,
  };
}

/** The built site with a local D1 of its own, in a folder that begins empty. */
export function siteAt(port: number, state: string) {
  const env = { PORT: String(port), STATE: state };
  return serverAt(port, `rm -rf ${state} && exec node worker/run/start.ts`, env);
}
