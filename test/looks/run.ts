import { spawn } from "node:child_process";
import { commandOf } from "../../worker/run/processes.ts";

/** `npm run looks`; with `--update`, the present pages become the baseline. Words select pages by name. */

const words = process.argv.slice(2);
const options = words.includes("--update") ? ["--update-snapshots=all"] : [];
const chosen = words.filter((word) => word !== "--update").flatMap((word) => ["--grep", word]);
const playwright = commandOf("playwright", "@playwright/test");
const args = [playwright, "test", "--config", "test/looks", ...options, ...chosen];
const looks = spawn(process.execPath, args, { stdio: "inherit" });
looks.on("exit", (code) => process.exit(code ?? 1));
