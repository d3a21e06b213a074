import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { readyLines } from "../../worker/run/ready-lines.ts";

test("npm start ends with a sentence where another server answers, and names a port that is free", async () => {
  const other = createServer((_, response) => response.end("somebody else"));
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as AddressInfo;
  const start = spawn(process.execPath, ["worker/run/start.ts"], { env: { ...process.env, PORT: String(port) } });
  const ended = new Promise((resolve) => start.on("exit", resolve));
  const [said, complained] = await Promise.all([text(start.stdout), text(start.stderr)]);
  other.close();
  expect([await ended, said]).toEqual([1, ""]);
  expect(complained).toMatch(new RegExp(`^Port ${port} is taken: npm start -- \\d+\n$`));
});

test("npm start ends with the addresses of all there is, and how to sign in where the demo members are", () => {
  const lines = readyLines("http://localhost:8790", true);
  for (const path of ["", "/es", "/blog/new", "/desk"]) {
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(`: http://localhost:8790${path}(,|$)`)));
  }
  expect(lines.join("\n")).toMatch(/\/desk, as demo-specialist or demo-manager with the password \S+$/m);
  expect(lines.at(-1)).toMatch(/^Mail.*\.wrangler\/tmp\/email/);
  expect(readyLines("http://localhost:8790", false).join("\n")).toMatch(/\/desk$/m);
});
