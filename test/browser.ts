import { findChromium } from "./chromium.ts";
import { freePort } from "./free-port.ts";

/** What every Playwright configuration of this folder has in common. */

export const browser = {
  timezoneId: "America/Chicago",
  // Where there is no graphics card, Chromium emulates one, which takes longer than to draw without.
  launchOptions: { executablePath: findChromium(), args: ["--disable-gpu"] },
};

/** The port in this variable; if there is none, a free one, which every process of the run then finds there. */
export async function portIn(variable: string) {
  process.env[variable] ||= String(await freePort());
  return Number(process.env[variable]);
}

/** A server that runs as long as the tests: a script with its arguments. */
export function server(script: string, isReady: { url: string } | { wait: { stdout: RegExp } }) {
  return {
    command: `"${process.execPath}" ${script}`,
    ...isReady,
    timeout: 300_000,
    gracefulShutdown: { signal: "SIGTERM" as const, timeout: 10_000 },
    stdout: "ignore" as const,
  };
}

/** The built site on these ports, each with a local D1 of its own that begins empty. */
export function sitesAt(...ports: number[]) {
  return server(`test/sites.ts ${ports.join(" ")}`, { wait: { stdout: /All sites are ready/ } });
}
