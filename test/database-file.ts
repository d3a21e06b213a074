import { DatabaseSync } from "node:sqlite";
import { databaseFiles } from "../db/admin/local.ts";

/** Opens a local D1 in this folder: while no server has it open, or only to read. */
export function openDatabase(state: string) {
  const [file] = databaseFiles(state);
  return new DatabaseSync(file as string, { timeout: 5000 });
}
