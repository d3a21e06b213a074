import { fileURLToPath } from "node:url";
import { defineProject } from "vitest/config";
import { words } from "../../web/words/plugin.ts";

/** Pure tests of the model, in Node. Stryker runs them alone (stryker.json). */
export default defineProject({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  plugins: [words()],
  test: {
    name: "model",
    include: ["test/model/**/*.test.ts"],
    isolate: false,
    maxWorkers: 2,
    setupFiles: ["test/worker/seeded.ts"],
    testTimeout: 120_000,
  },
});
