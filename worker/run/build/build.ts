import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { commandOf } from "../processes.ts";

/** `npm run build`: bundles the Worker and the browser's code in both languages, then writes the pages. */

/** The folder with a file that tells wrangler to publish what is built. It is there only while `npm run deploy` publishes. */
export const PUBLISHED = ".wrangler/deploy";

export function build(env: NodeJS.ProcessEnv = process.env) {
  try {
    for (const command of [[commandOf("vite"), "build", "--logLevel=warn"], ["worker/run/build/prerender.ts"]]) {
      execFileSync(process.execPath, command, { stdio: ["ignore", "inherit", "inherit"], env });
    }
  } finally {
    // With what Vite leaves there, `wrangler deploy` would publish this build, whatever it is of.
    rmSync(PUBLISHED, { recursive: true, force: true });
  }
}

if (import.meta.main) build();
