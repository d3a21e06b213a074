import { DatabaseSync } from "node:sqlite";
import type { Bucket } from "../../db/admin/bucket.ts";
import type { NewD1, Site } from "../../db/admin/d1.ts";
import { migrationNames, NOTES, noteOf, sqlOf } from "../../db/admin/migrations.ts";
import type { Query } from "../../db/backup.ts";

export type MemorySite = Site & { databases: Map<string, DatabaseSync> };

/** A database in memory with the tables of the present version. */
export function migratedDatabase() {
  const database = new DatabaseSync(":memory:");
  database.exec(NOTES);
  for (const name of migrationNames()) {
    database.exec(sqlOf(name));
    database.exec(noteOf(name));
  }
  return database;
}

/** A site in memory, for tests where D1's own ways do not matter. */
export function memorySite(): MemorySite {
  const databases = new Map<string, DatabaseSync>();
  const close = async () => undefined;
  return {
    ...{
      databases,
      query: queryIn(migratedDatabase()),
      close,
      media: memoryBucket(),
      backups: memoryBucket(),
      name: "site",
    },
    beside: async (name): Promise<NewD1> => {
      const database = databases.get(name) ?? new DatabaseSync(":memory:");
      databases.set(name, database);
      const remove = async () => void databases.delete(name);
      return { query: queryIn(database), close, isLive: false, remove, takeOver: () => "" };
    },
  };
}

function queryIn(database: DatabaseSync): Query {
  return async (statements, values = []) => {
    database.exec("begin");
    try {
      const rows = statements.map((sql) => database.prepare(sql).all(...values));
      database.exec("commit");
      return rows;
    } catch (error) {
      database.exec("rollback");
      throw error;
    }
  };
}

function memoryBucket(): Bucket {
  const files = new Map<string, Uint8Array>();
  return {
    list: async (prefix) => [...files.keys()].filter((name) => name.startsWith(prefix)).sort(),
    get: async (name) => files.get(name) ?? null,
    put: async (name, bytes) => void files.set(name, new Uint8Array(bytes)),
  };
}
