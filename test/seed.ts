import { execFileSync } from "node:child_process";

/**
 * Puts the seed of all random tests into SEED, where every process of the run finds it: the one that was given, else that of
 * the commit, so that no change is blamed for what another seed finds. A long run takes a new one and says it.
 */
export function setSeed(env: Record<string, string | undefined> = process.env) {
  if (env.SEED) return;
  if (!env.LONG) env.SEED = seedOfCommit();
  else {
    env.SEED = String(1 + Math.floor(Math.random() * 2 ** 31));
    console.log(`SEED=${env.SEED} repeats the random tests of this run`);
  }
}

/** The same for every run of a commit; for one without git, too. */
function seedOfCommit() {
  try {
    const commit = execFileSync("git", ["rev-parse", "HEAD"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return String(1 + (Number.parseInt(commit.slice(0, 8), 16) >>> 1));
  } catch {
    return "1";
  }
}
