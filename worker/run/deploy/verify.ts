import { isOnThisMachine } from "../../env.ts";
import { siteUrl } from "./configured.ts";
import { verify, verifyLines } from "./live-site.ts";

/** `npm run verify [-- https://…]`: asks a published site, or the one of wrangler.toml, whether all is set up. Reads only. */

const site = URL.parse(process.argv[2] ?? siteUrl());
if (!site || (site.protocol !== "https:" && !isOnThisMachine(site))) {
  console.error("Usage: npm run verify [-- https://your-domain.com]");
  process.exit(1);
}
const checks = await verify(site.origin);
console.log(verifyLines(checks).join("\n"));
if (checks.some(({ state }) => state === "wrong")) process.exit(1);
