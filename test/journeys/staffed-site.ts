import { execFileSync, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import type { Role } from "../../db/model/staff.ts";
import type { Env } from "../../worker/env.ts";

/**
 * A site of its own, where writing needs signing in: its members are made before it is served, each with the password
 * that `npm run author` printed.
 */
export async function startStaffedSite<Name extends string>(
  address: string,
  members: Record<Name, Role>,
  secondFactor: Env["SECOND_FACTOR"] = "optional",
) {
  const { port } = new URL(address);
  const env = { ...process.env, STATE: `.wrangler/journeys-${port}`, PORT: port, SECOND_FACTOR: secondFactor };
  rmSync(env.STATE, { recursive: true, force: true });
  const passwords = {} as Record<Name, string>;
  for (const [name, role] of Object.entries<Role>(members)) {
    const said = execFileSync("node", ["db/admin/author.ts", "add", name, "--role", role], {
      env,
      input: "",
      encoding: "utf8",
    });
    passwords[name as Name] = /once: (\S+)/.exec(said)?.[1] as string;
  }
  const server = spawn("node", ["worker/run/start.ts"], { env, stdio: ["ignore", "pipe", "inherit"] });
  await new Promise<void>((resolve, reject) => {
    server.stdout.on("data", (said) => String(said).includes("Ready") && resolve());
    server.on("exit", () => reject(new Error("The site did not start")));
  });
  return {
    passwords,
    resetSecondFactor: (name: Name) =>
      execFileSync("node", ["db/admin/author.ts", "reset-second-factor", name], { env, encoding: "utf8" }),
    stop: () => server.kill("SIGTERM"),
  };
}
