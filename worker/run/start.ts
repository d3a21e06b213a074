import { spawn } from "node:child_process";
import { openPlatform } from "../../db/admin/d1.ts";
import { seedDemo } from "../../db/admin/demo.ts";
import { migrateOrExit, STATE, wrangler, wranglerEnv } from "../../db/admin/local.ts";
import { seedArticles } from "../../db/admin/seed.ts";
import { MINUTE_MS } from "../../db/model/time/clock.ts";
import { buildWhenStale } from "./build/build-when-stale.ts";
import { copyServedAt } from "./build/served-copy.ts";
import { freePortAfter, isTaken } from "./port.ts";
import { end, endWithThis } from "./processes.ts";
import { readyLines } from "./ready-lines.ts";

/** `npm start [-- 8790]`: builds if needed, prepares the local D1 and serves the site as in production. */

const READY_ATTEMPTS = 300;
const port = Number(process.argv[2] || process.env.PORT || 8787);
const address = `http://localhost:${port}`;

if (await isTaken(port)) {
  console.error(`Port ${port} is taken: npm start -- ${await freePortAfter(port)}`);
  process.exit(1);
}
buildWhenStale();
console.log("Preparing the local database ...");
migrateOrExit();
const platform = await openPlatform();
await seedArticles(platform.env);
const hasDemo = await seedDemo(platform.env);
await platform.dispose();

const vars = Object.entries({
  AUTHORING: "local",
  SITE_URL: address,
  OFFICE_EMAIL: "office@example.com",
  ALERT_EMAIL: "office@example.com",
  LIMITS: "local",
  SECOND_FACTOR: process.env.SECOND_FACTOR || "optional",
  HASH_KEY: "local",
}).flatMap(([name, value]) => ["--var", `${name}:${value}`]);
const options = [
  "--persist-to",
  STATE,
  "--inspector-port=0",
  "--show-interactive-dev-session=false",
  "--log-level=error",
];
console.log("Starting the server ...");
const served = copyServedAt(address);
const server = spawn(process.execPath, [wrangler, "dev", ...served, "--port", String(port), ...vars, ...options], {
  stdio: ["ignore", "inherit", "inherit"],
  env: wranglerEnv,
});
server.on("exit", (code) => process.exit(code ?? 0));
endWithThis(server);

await ready();
console.log(readyLines(address, hasDemo).join("\n"));
// No cron job runs by itself here.
setInterval(tick, MINUTE_MS);
tick();

function tick() {
  return fetch(`${address}/cdn-cgi/handler/scheduled`).catch(() => undefined);
}

async function ready() {
  for (let attempt = 0; attempt < READY_ATTEMPTS; attempt++) {
    const isUp = await fetch(address).then(
      (response) => response.ok,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  end(server);
  throw new Error(`The server did not answer on ${address}`);
}
