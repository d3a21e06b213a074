import { spawn } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Browser, chromium } from "@playwright/test";
import { buildWhenStale } from "../../worker/run/build/build-when-stale.ts";
import { end } from "../../worker/run/processes.ts";
import { browserPlaces } from "../chromium.ts";
import { answering, startEdge } from "./edge.ts";
import { measureBeside, measurePages, measureTricks, measureWaits, PAGES } from "./pages.ts";
import { calibrate, DRIFT, PHONES, type SlowBrowser } from "./phone.ts";
import { print } from "./table.ts";
import { TRICKS } from "./variants.ts";
import { measureWorker } from "./worker.ts";

/** `npm run bench`: compares the site with smaller versions of itself. README.md says how to run parts. */

const PORT = Number(process.env.BENCH_PORT || 8790);
const SITE = `http://localhost:${PORT}`;
const STATE = ".wrangler/bench";
const PARTS = ["pages", "waits", "worker", "tricks"];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    phone: { type: "string" },
    rounds: { type: "string", default: "5" },
    beside: { type: "string", multiple: true, default: [] },
  },
});
const rounds = Number(values.rounds);
const phones = Object.entries(PHONES).flatMap(([name, phone]) => (name === (values.phone ?? name) ? [phone] : []));
const paths = positionals.filter((word) => word.startsWith("/"));
/** Other sites with the same pages: name → address, and name → port of its edge. */
const sites = Object.fromEntries(values.beside.map((site) => site.split("=", 2) as [string, string]));
const edgePorts = Object.fromEntries(Object.keys(sites).map((name, place) => [name, PORT + 2 + place]));
const tricks = positionals.filter((word) => word in TRICKS);
const parts = positionals.filter((word) => PARTS.includes(word));
const isUnknown = positionals.length > paths.length + tricks.length + parts.length;
const isBeside = values.beside.length > 0;
if (isUnknown || (isBeside && paths.length === 0) || phones.length === 0 || !(rounds >= 1)) {
  console.error(
    `npm run bench -- [${PARTS.join(" | ")}] [/page …] [${Object.keys(TRICKS).join(" | ")} …]` +
      ` [--phone ${Object.keys(PHONES).join("|")}] [--rounds 5] [--beside name=http://… …]`,
  );
  process.exit(1);
}
const ofPaths = isBeside ? "beside" : "pages";
const implied = tricks.length > 0 ? ["tricks"] : paths.length > 0 ? [ofPaths] : ["worker", "pages", "waits"];
const wanted = parts.length > 0 ? parts : implied;

buildWhenStale();
if (wanted.includes("worker")) print(await measureWorker(PORT, rounds));
if (wanted.some((part) => part !== "worker")) await withSite(() => inBrowser((browser) => measureOnPhones(browser)));

async function measureOnPhones(browser: Browser) {
  for (const phone of phones) {
    const { slowdown } = await calibrate(browser, phone);
    const bench = { browser, slowdown, phone, port: PORT + 1, rounds, measured: { steady: 0, disturbed: 0 } };
    if (wanted.includes("pages")) await measurePages(bench, paths.length > 0 ? paths : PAGES);
    if (wanted.includes("beside")) await measureBeside(bench, paths, edgePorts);
    if (wanted.includes("tricks")) await measureTricks(bench, tricks, paths);
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

/** Serves the built site, and the other sites, each behind an edge during `work`. */
async function withSite(work: () => Promise<void>) {
  rmSync(STATE, { recursive: true, force: true });
  const server = spawn(process.execPath, ["worker/run/start.ts"], {
    env: { ...process.env, PORT: String(PORT), STATE },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise((resolve) => server.on("exit", resolve));
  const edges = [SITE, ...Object.values(sites)].map((site, place) => startEdge(site, PORT + 1 + place));
  try {
    await answering(SITE, server);
    await work();
  } finally {
    for (const edge of edges) {
      edge.closeAllConnections();
      edge.close();
    }
    end(server);
    await ended;
  }
}
