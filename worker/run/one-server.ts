import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { STATE } from "../../db/admin/local.ts";

/** Two servers on one local database would keep each other from writing, so that some requests fail. */

const ADDRESS = `${STATE}/server-address`;
const SQLITE_BUSY = 5;
let lock: DatabaseSync;

/**
 * Ends this process with a sentence if another one serves the local database, also on another port. Otherwise none can until
 * this one ends, in whatever way: the operating system then takes the lock away.
 */
export function serveAloneOrExit(address: string) {
  mkdirSync(STATE, { recursive: true });
  lock = new DatabaseSync(`${STATE}/server.lock`);
  try {
    lock.exec("begin exclusive");
  } catch (error) {
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error;
    console.error(`It runs already: open ${readFileSync(ADDRESS, "utf8")}`);
    process.exit(1);
  }
  serveAt(address);
}

/** Notes where this process serves, for whoever tries as well. */
export function serveAt(address: string) {
  writeFileSync(ADDRESS, address);
}
