import { findChromium } from "./chromium.ts";
import { freePort } from "./free-port.ts";

/** The part that all Playwright configurations share. */

export const browser = {
  timezoneId: "America/Chicago",
  // Without a graphics card Chromium would emulate one. Drawing without is faster, and needs no process of its own.
  launchOptions: { executablePath: findChromium(), args: ["--disable-gpu", "--in-process-gpu"] },
};

/** The port in this variable, or a free one, which then every process of the run finds there. */
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

/** The built site on these ports, as `sites.ts` takes them, each with a new local D1. */
export function sitesAt(...ports: (number | string)[]) {
  return server(`test/sites.ts ${ports.join(" ")}`, { wait: { stdout: /All sites are ready/ } });
}
