import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

/**
 * `node run.mjs <script> [...]`: installs the packages unless they are what package-lock.json names, then runs a script of the project.
 * This file runs on Node 20, too. The scripts are TypeScript and need a newer one: this Node where it is new enough, else
 * the one among the packages.
 */

const LOCK = "package-lock.json";
const INSTALLED = "node_modules/.installed";
const PARENT_WATCH_MS = 500;
const isWindows = process.platform === "win32";

const { engines, devEngines, optionalDependencies = {} } = JSON.parse(readFileSync("package.json", "utf8"));
const needed = devEngines.runtime.version;
const isNewEnough = isAtLeast(needed);
const system = `${isWindows ? "win" : process.platform}-${process.arch}`;
const packaged = [`node-${system}`, `node-bin-${system}`].find((name) => name in optionalDependencies);

if (!isAtLeast(engines.node)) endTooOld(engines.node);
if (!isNewEnough && !packaged) endTooOld(needed);
if (!isInstalled()) install();
const node = isNewEnough ? process.execPath : `node_modules/${packaged}/bin/node${isWindows ? ".exe" : ""}`;
if (!existsSync(node)) endTooOld(needed);

// Node keeps what it has compiled: wrangler, which commands and tests start again and again, is large.
const cache = resolve("node_modules/.cache/node");
// The simulated Cloudflare would ask the real one where this machine is, which nothing here reads, and complain where it cannot.
const env = { NODE_COMPILE_CACHE: cache, CLOUDFLARE_CF_FETCH_ENABLED: "false", ...process.env };
const script = spawn(node, process.argv.slice(2), { stdio: "inherit", env });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  // A terminal of Windows tells the script by itself, and kill() would leave it no time.
  process.on(signal, () => isWindows || script.kill(signal));
}
// Whoever ends npm ends the shell between, which tells nobody.
if (process.env.npm_lifecycle_event) {
  const shell = process.ppid;
  setInterval(() => process.ppid === shell || script.kill("SIGTERM"), PARENT_WATCH_MS).unref();
}
script.on("exit", (code) => process.exit(code ?? 1));

function isInstalled() {
  return existsSync(INSTALLED) && readFileSync(INSTALLED).equals(readFileSync(LOCK));
}

function install() {
  console.log("Installing the packages, which takes a minute or two ...");
  // `npm ci` empties node_modules, which Windows refuses while this Node runs from there.
  const { status } = spawnSync(isWindows ? "npm install --no-save" : "npm ci", { stdio: "inherit", shell: true });
  if (status !== 0) {
    console.error("The packages could not be installed, see above. Once that is mended, run this again.");
    process.exit(1);
  }
  copyFileSync(LOCK, INSTALLED);
}

/** Whether this Node fulfills '>=24.15'. */
function isAtLeast(range) {
  const [major, minor = 0] = numbersIn(range);
  const [ownMajor, ownMinor] = numbersIn(process.versions.node);
  return ownMajor > major || (ownMajor === major && ownMinor >= minor);
}

function numbersIn(version) {
  return version.match(/\d+/g).map(Number);
}

function endTooOld(range) {
  const version = range.match(/\d.*/)[0];
  console.error(`This needs Node ${version} or newer; you have ${process.versions.node}: https://nodejs.org`);
  process.exit(1);
}
