import { type ChildProcess, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** The script of a package's command. Those in node_modules/.bin need a shell on Windows. */
export function commandOf(name: string, packageName = name) {
  const folder = resolve("node_modules", packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return join(folder, typeof bin === "string" ? bin : bin[name]);
}

/** Asks a process and its children to end. Windows cannot ask, and ends them at once. */
export function end(child: ChildProcess) {
  if (process.platform !== "win32") child.kill("SIGTERM");
  else if (child.pid) spawnSync("taskkill", ["/pid", String(child.pid), "/T", "/F"], { stdio: "ignore" });
}
