import { spawn } from "node:child_process";
import { STATE, wrangler, wranglerEnv } from "../../db/admin/local.ts";
import { MINUTE_MS } from "../../db/model/time/clock.ts";
import type { Env } from "../env.ts";
import { copyServedAt } from "./build/served-copy.ts";
import { end, endWithThis } from "./processes.ts";

const READY_ATTEMPTS = 300;

/** Serves the built site with the data in `state` on this port, as in production, and ends with it. Returns its address once it answers. */
export async function serve(port: number, secondFactor: Env["SECOND_FACTOR"] = "optional", state = STATE) {
  const address = `http://localhost:${port}`;
  const vars = Object.entries({
    AUTHORING: "local",
    SITE_URL: address,
    OFFICE_EMAIL: "office@example.com",
    ALERT_EMAIL: "office@example.com",
    LIMITS: "local",
    SECOND_FACTOR: secondFactor,
    HASH_KEY: "local",
  }).flatMap(([name, value]) => ["--var", `${name}:${value}`]);
  const options = [
    "--persist-to",
    state,
    "--inspector-port=0",
    "--show-interactive-dev-session=false",
    "--log-level=error",
  ];
  const served = copyServedAt(address, state);
  const server = spawn(process.execPath, [wrangler, "dev", ...served, "--port", String(port), ...vars, ...options], {
    stdio: ["ignore", "inherit", "inherit"],
    env: wranglerEnv,
  });
  server.on("exit", (code) => process.exit(code ?? 0));
  endWithThis(server);

  if (!(await answers(address))) {
    end(server);
    throw new Error(`The server did not answer on ${address}`);
  }
  // No cron job runs by itself here.
  const tick = () => fetch(`${address}/cdn-cgi/handler/scheduled`).catch(() => undefined);
  setInterval(tick, MINUTE_MS);
  tick();
  return address;
}

async function answers(address: string) {
  for (let attempt = 0; attempt < READY_ATTEMPTS; attempt++) {
    const isUp = await fetch(address).then(
      (response) => response.ok,
      () => false,
    );
    if (isUp) return true;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return false;
}
