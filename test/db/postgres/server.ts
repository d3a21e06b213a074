import { execFileSync, spawnSync } from "node:child_process";
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";

const ADVICE =
  "There is no Postgres here, so nothing was tried: install Debian's postgresql, or put initdb and pg_ctl into PATH";

/** A Postgres of our own in a new folder, with its socket there. `stop` deletes all of it, at the latest at the end of the process. */
export function startPostgres() {
  const commands = findPostgres() ?? installDebians();
  if (!commands) throw new Error(ADVICE);
  // Not in TMPDIR, which only its owner may enter.
  const folder = mkdtempSync("/tmp/postgres-");
  const data = join(folder, "data");
  const options = { cwd: folder, stdio: "ignore", ...ownerOf(folder) } as const;
  const run = (command: string, ...args: string[]) => execFileSync(join(commands, command), args, options);
  const stop = () => {
    if (!existsSync(folder)) return;
    spawnSync(join(commands, "pg_ctl"), ["stop", "--wait", "--mode=immediate", "-D", data], options);
    rmSync(folder, { recursive: true });
  };
  process.once("exit", stop);
  // Texts are compared byte by byte, as in SQLite.
  run("initdb", "--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C", "-D", data);
  const settings = `-c listen_addresses='' -c unix_socket_directories=${folder}`;
  run("pg_ctl", "start", "--wait", "-D", data, "-l", join(folder, "log"), "-o", settings);
  return { socket: folder, stop };
}

/** The folder of the newest Postgres. */
function findPostgres() {
  const newestFirst = globSync("/usr/lib/postgresql/*/bin").toSorted((a, b) => versionIn(b) - versionIn(a));
  const folders = [...newestFirst, ...(process.env.PATH ?? "").split(delimiter)];
  return folders.find((folder) => ["initdb", "pg_ctl"].every((command) => existsSync(join(folder, command))));
}

function versionIn(folder: string) {
  return Number(/\d+/.exec(folder)?.[0]);
}

function installDebians() {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  console.log("There is no Postgres: as root this installs Debian's now ...");
  const options = { stdio: "ignore", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } } as const;
  spawnSync("apt-get", ["update", "-qq"], options);
  spawnSync("apt-get", ["install", "-y", "-qq", "postgresql"], options);
  return findPostgres();
}

/** Postgres does not run as root. */
function ownerOf(folder: string) {
  if (process.getuid?.() !== 0) return;
  const [uid, gid] = ["-u", "-g"].map((which) => Number(execFileSync("id", [which, "postgres"])));
  chownSync(folder, uid as number, gid as number);
  return { uid, gid };
}
