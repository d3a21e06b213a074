import { spawn } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Browser, chromium } from "@playwright/test";
import { buildWhenStale } from "../../worker/run/build/build-when-stale.ts";
import { end } from "../../worker/run/processes.ts";
import { browserPlaces } from "../chromium.ts";
import { answering, startEdge } from "./edge.ts";
import { measurePages, measureWaits, PAGES } from "./pages.ts";
import { calibrate, DRIFT, PHONES, type SlowBrowser } from "./phone.ts";
import { print } from "./table.ts";

/** `npm run bench`: compares the site with smaller versions of itself. README.md says how to run parts. */

const PORT = Number(process.env.BENCH_PORT || 8790);
const SITE = `http://localhost:${PORT}`;
const STATE = ".wrangler/bench";
const PARTS = ["pages", "waits"];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { phone: { type: "string" }, rounds: { type: "string", default: "5" } },
});
const rounds = Number(values.rounds);
const phones = Object.entries(PHONES).flatMap(([name, phone]) => (name === (values.phone ?? name) ? [phone] : []));
const paths = positionals.filter((word) => word.startsWith("/"));
const parts = positionals.filter((word) => PARTS.includes(word));
if (positionals.length > paths.length + parts.length || phones.length === 0 || !(rounds >= 1)) {
  console.error(
    `npm run bench -- [${PARTS.join(" | ")}] [/page …] [--phone ${Object.keys(PHONES).join("|")}] [--rounds 5]`,
  );
  process.exit(1);
}
const wanted = parts.length > 0 ? parts : paths.length > 0 ? ["pages"] : PARTS;

buildWhenStale();
await withSite(() => inBrowser((browser) => measureOnPhones(browser)));

async function measureOnPhones(browser: Browser) {
  for (const phone of phones) {
    const { slowdown } = await calibrate(browser, phone);
    const bench = { browser, slowdown, phone, port: PORT + 1, rounds, measured: { steady: 0, disturbed: 0 } };
    if (wanted.includes("pages")) await measurePages(bench, paths.length > 0 ? paths : PAGES);
    const lines = wanted.includes("waits") ? await measureWaits(bench) : [];
    print([...lines, steadinessOf(bench)]);
  }
}

/** Whether the machine was quiet, so that the phone is the one that is named. */
function steadinessOf({ phone: { name, index }, measured: { steady, disturbed } }: SlowBrowser) {
  const goal = `${name}: rounds with a BenchmarkIndex of ${index} ± ${DRIFT * 100}% before and after`;
  return { goal, measured: `${steady} of ${steady + disturbed}`, wanted: "all", isMet: disturbed === 0 };
}

async function inBrowser(work: (browser: Browser) => Promise<void>) {
  const executablePath = process.env.CHROMIUM || browserPlaces(process.platform, process.env).find(existsSync);
  // Machines without a graphics card would emulate one, others not.
  const browser = await chromium.launch({ executablePath, args: ["--disable-gpu"] });
  try {
    await work(browser);
  } finally {
    await browser.close();
  }
}

/** Serves the built site behind an edge during `work`. */
async function withSite(work: () => Promise<void>) {
  rmSync(STATE, { recursive: true, force: true });
  const server = spawn(process.execPath, ["worker/run/start.ts"], {
    env: { ...process.env, PORT: String(PORT), STATE },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise((resolve) => server.on("exit", resolve));
  const edge = startEdge(SITE, PORT + 1);
  try {
    await answering(SITE, server);
    await work();
  } finally {
    edge.closeAllConnections();
    edge.close();
    end(server);
    await ended;
  }
}
