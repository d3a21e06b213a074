import { execFileSync } from "node:child_process";

/**
 * Puts the seed of random tests into SEED: the given one, or the commit's, so that no change is blamed for what another
 * seed finds. A long run takes a new one and prints it.
 */
export function setSeed(env: Record<string, string | undefined> = process.env) {
  if (env.SEED) return;
  if (!env.LONG) env.SEED = seedOfCommit();
  else {
    env.SEED = String(1 + Math.floor(Math.random() * 2 ** 31));
    console.log(`SEED=${env.SEED} repeats the random tests of this run`);
  }
}

/** The same for every run of a commit, even without git. */
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
