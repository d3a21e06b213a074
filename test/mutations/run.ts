import { spawnSync } from "node:child_process";
import { delimiter, dirname } from "node:path";
import { setSeed } from "../seed.ts";

/**
 * `npm run test:mutations` has Stryker break `db/model` in every small way, one at a time, and says what no pure test
 * notices; `npm run test:mutations -- db/model/contact/stop.ts` breaks one file. Its 180 packages are fetched when it runs.
 */

const STRYKER = ["core", "vitest-runner"].map((name) => `--package=@stryker-mutator/${name}@10.1.1`);

setSeed();
const [file] = process.argv.slice(2);
const chosen = file ? ["--mutate", file] : [];
const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
const { status } = spawnSync("npx", ["--yes", ...STRYKER, "stryker", "run", "test/mutations/stryker.json", ...chosen], {
  stdio: "inherit",
  shell: process.platform === "win32",
  env: { ...process.env, PATH },
});
process.exit(status ?? 1);
