import postgres from "postgres";
import { tables } from "../random-rows.ts";

/** Hyperdrive, too, shares few connections among many requests. */
const CONNECTIONS = 20;

/** Names of columns by what Postgres folds them to. */
const names = new Map(tables.flatMap(({ columns }) => columns.map(({ name }) => [name.toLowerCase(), name])));

/** A pool of connections to a Postgres by its socket. Numbers come as numbers, since none of ours is beyond 2^53. */
export function connect(socket: string, database = "postgres") {
  return postgres({
    host: socket,
    user: "postgres",
    database,
    max: CONNECTIONS,
    types: { whole: { to: 20, from: [20], serialize: String, parse: Number } },
    transform: {
      undefined: null,
      column: { to: (name) => name.toLowerCase(), from: (name) => names.get(name) ?? name },
    },
  });
}

/** The whole pool, which can begin a transaction. */
export type Pool = ReturnType<typeof connect>;
/** The pool, or one transaction. */
export type Connection = postgres.ISql<{ whole: number }>;
/** A part of a statement. */
export type Fragment = postgres.Fragment;
