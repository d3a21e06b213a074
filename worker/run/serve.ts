import { globSync } from "node:fs";
import { dirname } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from "wrangler";
import { STATE } from "../../db/admin/local.ts";
import { MINUTE_MS } from "../../db/model/time/clock.ts";
import type { Env } from "../env.ts";
import { copyServedAt } from "./build/served-copy.ts";
import { LOCAL_KEY } from "./local-key.ts";

/** Gets the mails that the site sends, and other passing files. */
const PASSING = ".wrangler/tmp";

/** Serves the built site with the data in `state` on this port, as in production, and ends with this process. Returns its address once it answers. */
export async function serve(port: number, vars: Partial<Env> = {}, state = STATE) {
  const address = `http://localhost:${port}`;
  const config = unstable_readConfig({ config: copyServedAt(address, state) });
  const { main = "", workerOptions } = unstable_getMiniflareWorkerOptions({
    ...config,
    vars: {
      ...config.vars,
      AUTHORING: "local",
      SITE_URL: address,
      REPLY_ADDRESS: "reply@example.com",
      OFFICE_EMAIL: "office@example.com",
      ALERT_EMAIL: "office@example.com",
      LIMITS: "local",
      SECOND_FACTOR: "optional",
      HASH_KEY: LOCAL_KEY,
      ...vars,
    },
  });
  const { modulesRules: _, ...options } = workerOptions;
  const modulesRoot = dirname(main);
  const site = new Miniflare(
    convertV4MiniflareOptions({
      host: "localhost",
      port,
      cf: false,
      log: new Log(LogLevel.ERROR),
      logRequests: false,
      // A mail that is posted to /cdn-cgi/local/email?from=…&to=… comes in.
      unsafeTriggerHandlers: true,
      handleStructuredLogs: ({ level, message }) => level === "error" && console.error(message),
      resourcePersistencePath: `${state}/v3`,
      resourceTmpPath: PASSING,
      workers: [
        {
          ...options,
          name: "site",
          modulesRoot,
          // The first is the Worker.
          modules: [main, ...globSync(`${modulesRoot}/assets/*.js`)].map((path) => ({ type: "ESModule", path })),
        },
      ],
    }),
  );
  await site.ready;
  const worker = await site.getWorker();
  // No cron job runs by itself here.
  const tick = () => worker.scheduled({ cron: "* * * * *" }).catch(() => undefined);
  setInterval(tick, MINUTE_MS);
  tick();
  return address;
}
