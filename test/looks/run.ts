import { spawn } from "node:child_process";
import { commandOf } from "../../worker/run/processes.ts";

/** `npm run looks`; the first run and `--update` make the baseline of the present pages. Words select pages by name. */

const words = process.argv.slice(2).filter((word) => word !== "--update");
const options = process.argv.includes("--update") ? ["--update-snapshots=all"] : [];
const chosen = words.length > 0 ? ["--grep", words.join("|")] : [];
const playwright = commandOf("playwright", "@playwright/test");
const args = [playwright, "test", "--config", "test/looks", ...options, ...chosen];
const looks = spawn(process.execPath, args, { stdio: "inherit" });
looks.on("exit", (code) => process.exit(code ?? 1));
