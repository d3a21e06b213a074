import { execFileSync } from "node:child_process";
import { commandOf } from "../processes.ts";

/** `npm run build`: bundles the Worker and the browser's code in both languages, then writes the pages. */

export function build(env: NodeJS.ProcessEnv = process.env) {
  for (const command of [[commandOf("vite"), "build", "--logLevel=warn"], ["worker/run/build/prerender.ts"]]) {
    execFileSync(process.execPath, command, { stdio: ["ignore", "inherit", "inherit"], env });
  }
}

if (import.meta.main) build();
