import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What brings a database up to date, and how wrangler notes that it was applied. */

const FOLDER = "migrations";

/** Makes the table of notes, as wrangler does. */
export const NOTES =
  "create table if not exists d1_migrations (id integer primary key autoincrement, name text unique, applied_at timestamp default current_timestamp not null)";

/** The names of all migrations, in the order in which they are applied. */
export function migrationNames() {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith(".sql"))
    .sort();
}

export function sqlOf(name: string) {
  return readFileSync(join(FOLDER, name), "utf8");
}

/** Notes that a migration was applied. */
export function noteOf(name: string) {
  return `insert into d1_migrations (name) values ('${name}')`;
}
