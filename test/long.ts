import { spawnSync } from "node:child_process";

/**
 * `npm run test:long`: the random and large tests in full, in parts of under 80 minutes on two cores. `npm run
 * test:long -- kill walks` runs two parts, each a word in the file names of its tests.
 */
export const PARTS = [
  ...[
    "kill",
    "rehearsal",
    "submit-once",
    "outbox",
    "origins",
    "operations/jobs",
    "site/calculator",
    "scale/scale",
    "hostile-posts",
    "incoming/hostile",
  ],
  ...["desk-queue", "histories", "case-commit", "introductions/permission.test", "privacy", "agreement"],
  ...["bad-input/named", "bad-input/random-public", "bad-input/random-desk", "walks", "display", "xss.spec"],
];

if (import.meta.main) {
  const wanted = process.argv.slice(2);
  const parts = wanted.length > 0 ? wanted : PARTS;
  const results = parts.map((part, index) => {
    console.log(`\n== ${part}, ${index + 1} of ${parts.length}`);
    const began = Date.now();
    const env = { ...process.env, LONG: "1" };
    const { status } = spawnSync(process.execPath, [`${import.meta.dirname}/run.ts`, part], { stdio: "inherit", env });
    const minutes = Math.round((Date.now() - began) / 60_000);
    return { isGreen: status === 0, told: `${status === 0 ? "green" : "RED  "} ${part}, ${minutes} minutes` };
  });
  for (const { told } of results) console.log(told);
  process.exit(results.every(({ isGreen }) => isGreen) ? 0 : 1);
}
