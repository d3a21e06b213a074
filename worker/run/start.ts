import { buildWhenStale } from "./build/build-when-stale.ts";
import { configured } from "./deploy/configured.ts";
import { serveAloneOrExit } from "./one-server.ts";
import { freePortAfter, isTaken } from "./port.ts";
import { prepare } from "./prepare.ts";
import { readyLines } from "./ready-lines.ts";
import { serve } from "./serve.ts";

/** `npm start [-- 8790]`: builds if needed, prepares the local D1 and serves the site as in production. */

const port = Number(process.argv[2] || process.env.PORT || 8787);

serveAloneOrExit(`http://localhost:${port}`);
if (await isTaken(port)) {
  console.error(`Port ${port} is taken: npm start -- ${await freePortAfter(port)}`);
  process.exit(1);
}
const { troubles } = configured();
if (troubles.length > 0) {
  console.error(["In wrangler.toml:", ...troubles.map((trouble) => `- ${trouble}`)].join("\n"));
  process.exit(1);
}
buildWhenStale();
console.log("Preparing the local database ...");
const hasDemo = await prepare();
console.log("Starting the server ...");
console.log(readyLines(await serve(port), hasDemo).join("\n"));
