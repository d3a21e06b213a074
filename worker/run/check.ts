import { spawnSync } from "node:child_process";
import { commandOf } from "./processes.ts";

/** `npm run check`: runs every stage, so that all failures show at once, and says in the end which stages failed. */

const STAGES = {
  translations: ["web/words/run.ts", "--check"],
  types: [commandOf("tsc", "typescript"), "-b"],
  "lint and format": [commandOf("biome", "@biomejs/biome"), "check", "--error-on-warnings", "."],
};

const failed = Object.entries(STAGES).filter(
  ([, command]) => spawnSync(process.execPath, command, { stdio: "inherit" }).status !== 0,
);
if (failed.length > 0) {
  console.error(`Failed, see above: ${failed.map(([name]) => name).join(", ")}`);
  process.exit(1);
}
