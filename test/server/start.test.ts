import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readyLines } from "../../worker/run/ready-lines.ts";
import { freePort } from "../free-port.ts";

let state: string;

beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), "state-"));
});
afterEach(() => rmSync(state, { recursive: true }));

test("npm start names a free port where another server answers", async () => {
  const other = createServer((_, response) => response.end("somebody else"));
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as AddressInfo;
  const taken = new RegExp(`^Port ${port} is taken: npm start -- \\d+\n$`);
  expect(await started("start.ts", port)).toEqual([1, "", expect.stringMatching(taken)]);
  other.close();
});

test("no second server starts on a database until the first is gone", async () => {
  const serving = `import { serveAloneOrExit } from "./worker/run/one-server.ts";
    serveAloneOrExit("http://localhost:8787");
    setInterval(() => {}, 1000);
    console.log("serving");`;
  const first = run(["--input-type=module", "--eval", serving]);
  await once(first.stdout, "data");
  for (const script of ["start.ts", "dev.ts"]) {
    expect(await started(script, 8790)).toEqual([1, "", "It runs already: open http://localhost:8787\n"]);
  }
  first.kill("SIGKILL");
  await once(first, "exit");
  const second = run(["--input-type=module", "--eval", serving]);
  expect(String(await once(second.stdout, "data"))).toBe("serving\n");
  second.kill("SIGKILL");
  await once(second, "exit");
});

test("npm start names each bad setting of wrangler.toml and starts nothing", async () => {
  const folder = mkdtempSync(join(tmpdir(), "start-"));
  const config = readFileSync("wrangler.toml", "utf8").replace('LIMITS = "strict"', 'LIMITS = "wide"\nLIMIT = 5');
  writeFileSync(join(folder, "wrangler.toml"), config);
  const ended = await started("start.ts", await freePort(), folder);
  rmSync(folder, { recursive: true });
  const named = /^In wrangler\.toml:\n- LIMITS must be.*\n- LIMIT is nothing that the site reads.*\n$/;
  expect(ended).toEqual([1, "", expect.stringMatching(named)]);
});

test("npm start ends with the addresses of all there is", () => {
  const lines = readyLines("http://localhost:8790", true);
  for (const path of ["", "/es", "/blog/new", "/desk"]) {
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(`: http://localhost:8790${path}(,|$)`)));
  }
  expect(lines.join("\n")).toMatch(/\/desk, as demo-specialist or demo-manager with the password \S+$/m);
  expect(lines.at(-1)).toMatch(/^Mail.*\.wrangler\/tmp\/email/);
  expect(readyLines("http://localhost:8790", false).join("\n")).toMatch(/\/desk$/m);
});

/** How a server ended, and what it said. */
async function started(script: string, port: number, folder = ".") {
  const server = run([resolve("worker/run", script), String(port)], folder);
  return Promise.all([once(server, "exit").then(([code]) => code), text(server.stdout), text(server.stderr)]);
}

function run(args: string[], cwd = ".") {
  return spawn(process.execPath, args, { cwd, env: { ...process.env, STATE: state } });
}
