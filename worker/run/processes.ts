import { type ChildProcess, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** What works the same on Linux, macOS and Windows. */

/** The script of a command that a package brings: what is in node_modules/.bin needs a shell on Windows. */
export function commandOf(name: string, packageName = name) {
  const folder = resolve("node_modules", packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return join(folder, typeof bin === "string" ? bin : bin[name]);
}

/** Asks a process to end, with all that it started. Windows knows no such request, and ends them at once. */
export function end(child: ChildProcess) {
  if (process.platform !== "win32") child.kill("SIGTERM");
  else if (child.pid) spawnSync("taskkill", ["/pid", String(child.pid), "/T", "/F"], { stdio: "ignore" });
}

/** Ends what this process started when somebody ends this process. */
export function endWithThis(...children: ChildProcess[]) {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => children.forEach(end));
}
