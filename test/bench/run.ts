import { spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { buildWhenStale } from "../../worker/run/build-when-stale.ts";
import { measurePages } from "./browser.ts";
import { answering, startEdge } from "./edge.ts";
import { print } from "./table.ts";
import { measureWorker } from "./worker.ts";

/** `npm run bench`: the site against a blank page and a bare Worker, as ratios; about ten minutes. */

const PORT = Number(process.env.BENCH_PORT || 8790);
const SITE = `http://localhost:${PORT}`;
const BLANK = "/bench-blank";
const BLANK_FILE = `dist/client${BLANK}.html`;
const STATE = ".wrangler/bench";

buildWhenStale();
const workerLines = await measureWorker(PORT);
const pageLines = await withSite(async () => {
  const edge = startEdge(SITE, PORT + 1);
  try {
    return await measurePages(`http://localhost:${PORT + 1}`, BLANK, process.env.CHROMIUM || "/usr/bin/chromium");
  } finally {
    edge.closeAllConnections();
    edge.close();
  }
});
print([...pageLines, ...workerLines]);

/** Serves the built site, and one page more with a line of text, while something is done. */
async function withSite<Result>(work: () => Promise<Result>) {
  rmSync(STATE, { recursive: true, force: true });
  writeFileSync(BLANK_FILE, '<!doctype html><html lang="en"><title>Blank</title><p>One line of text.</p></html>');
  const server = spawn(process.execPath, ["worker/run/start.ts"], {
    env: { ...process.env, PORT: String(PORT), STATE },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise((resolve) => server.on("exit", resolve));
  try {
    await answering(SITE + BLANK, server);
    return await work();
  } finally {
    server.kill("SIGTERM");
    await ended;
    rmSync(BLANK_FILE, { force: true });
  }
}
