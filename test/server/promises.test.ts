import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("each promise of the README names tests that are there", () => {
  const [, table = ""] = readFileSync("test/README.md", "utf8").split("\n## Promises\n");
  const promises = table.split("\n").filter((line) => line.startsWith("| ") && line.includes("`"));
  expect(promises.length).toBeGreaterThan(50);
  expect(promises.flatMap(namesIn).filter((name) => !isThere(name))).toEqual([]);
});

/** A name without a folder lies in the folder of the one before. */
function namesIn(promise: string) {
  let folder = "";
  return [...(promise.split("|").at(-2) ?? "").matchAll(/`([^`]+)`/g)].map(([, name = ""]) => {
    if (!name.includes("/")) return folder + name;
    folder = name.slice(0, name.lastIndexOf("/") + 1);
    return name;
  });
}

function isThere(name: string) {
  return existsSync(name.split("/").at(-1) as string) || globSync([`test/${name}`, `test/${name}.*`]).length > 0;
}
