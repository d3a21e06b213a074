import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { buildWhenStale } from "../worker/run/build/build-when-stale.ts";
import { end, endWithThis } from "../worker/run/processes.ts";

/** `node test/sites.ts 8801 8802`: the built site on each of these ports, each with a new, empty local D1. */

const STATES = ".wrangler/sites";

rmSync(STATES, { recursive: true, force: true });
buildWhenStale();
const servers = process.argv.slice(2).map((port) => {
  const env = { ...process.env, PORT: port, STATE: `${STATES}/${port}` };
  return spawn(process.execPath, ["worker/run/start.ts"], { env, stdio: ["ignore", "pipe", "inherit"] });
});
endWithThis(...servers);
await Promise.all(servers.map(ready));
console.log("All sites are ready");

function ready(server: (typeof servers)[number]) {
  return new Promise<void>((resolve) => {
    server.stdout.on("data", (said) => String(said).includes("Ready") && resolve());
    server.on("exit", stop);
  });
}

/** Ends all of them, and then this process. */
function stop() {
  servers.forEach(end);
}
