import { spawn } from "node:child_process";
import { openPlatform } from "../../db/admin/d1.ts";
import { DEMO_MEMBERS, DEMO_PASSWORD, seedDemo } from "../../db/admin/demo.ts";
import { migrateOrExit, STATE, wrangler, wranglerEnv } from "../../db/admin/local.ts";
import { seedArticles } from "../../db/admin/seed.ts";
import { buildWhenStale } from "./build-when-stale.ts";
import { freePortAfter, isTaken } from "./port.ts";
import { copyServedAt } from "./served-copy.ts";

/** `npm start`: builds when a source has changed, prepares the local D1 and serves the built site as production would. */

const READY_ATTEMPTS = 300;
const MINUTE_MS = 60_000;
const port = Number(process.env.PORT || 8787);
const address = `http://localhost:${port}`;

if (await isTaken(port)) {
  console.error(`Port ${port} is taken: PORT=${await freePortAfter(port)} npm start`);
  process.exit(1);
}
buildWhenStale();
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
const served = copyServedAt(address);
const server = spawn(process.execPath, [wrangler, "dev", ...served, "--port", String(port), ...vars, ...options], {
  stdio: ["ignore", "inherit", "inherit"],
  env: wranglerEnv,
});
server.on("exit", (code) => process.exit(code ?? 0));
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => server.kill("SIGTERM"));

await ready();
console.log(`Ready: ${address}`);
if (hasDemo) {
  console.log(`The desk: ${address}/desk - sign in as ${DEMO_MEMBERS.join(" or ")}, password ${DEMO_PASSWORD}`);
}
console.log("Mail that the site sends, until you stop it: .wrangler/tmp/email/*/email-html");
// No cron runs by itself here.
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
  server.kill("SIGTERM");
  throw new Error(`The server did not answer on ${address}`);
}
