import { globSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

/** The local D1 that is kept in this folder, while no server has it open. */
export function openDatabase(state: string) {
  const [file] = globSync(`${state}/v3/d1/miniflare-D1DatabaseObject/*.sqlite`, {
    exclude: (name) => name.endsWith("metadata.sqlite"),
  });
  return new DatabaseSync(file as string);
}
