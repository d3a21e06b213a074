import { execFileSync, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import type { Role } from "../../db/model/staff/staff.ts";
import type { Env } from "../../worker/env.ts";
import { end } from "../../worker/run/processes.ts";

/** A site where writing needs signing in, with these members and the passwords from `npm run author`. */
export async function startStaffedSite<Member extends string>(
  name: string,
  address: string,
  members: Record<Member, Role>,
  secondFactor: Env["SECOND_FACTOR"] = "optional",
) {
  const { port } = new URL(address);
  const env = { ...process.env, STATE: `.wrangler/journeys-${name}`, PORT: port, SECOND_FACTOR: secondFactor };
  rmSync(env.STATE, { recursive: true, force: true });
  const passwords = {} as Record<Member, string>;
  for (const [member, role] of Object.entries<Role>(members)) {
    const said = execFileSync(process.execPath, ["db/admin/author.ts", "add", member, "--role", role], {
      env,
      input: "",
      encoding: "utf8",
    });
    passwords[member as Member] = /once: (\S+)/.exec(said)?.[1] as string;
  }
  const server = spawn(process.execPath, ["worker/run/start.ts"], { env, stdio: ["ignore", "pipe", "inherit"] });
  await new Promise<void>((resolve, reject) => {
    server.stdout.on("data", (said) => String(said).includes("Ready") && resolve());
    server.on("exit", () => reject(new Error("The site did not start")));
  });
  return {
    passwords,
    resetSecondFactor: (member: Member) =>
      execFileSync(process.execPath, ["db/admin/author.ts", "reset-second-factor", member], { env, encoding: "utf8" }),
    stop: () => end(server),
  };
}
