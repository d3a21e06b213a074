import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import { passkeys, recoveryCodes, users } from "../../db/schema.ts";
import { failUnless } from "../commit.ts";
import type { Env } from "../env.ts";

export interface Passkey {
  id: string;
  publicKey: string;
  counter: number;
  /** In milliseconds since the epoch. */
  createdAt: number;
}

const keys = sql`(select json_group_array(json_object('id', id, 'publicKey', publicKey, 'counter', counter, 'createdAt', createdAt))
  from (select * from ${passkeys} where userId = users.id order by createdAt, id))`;
const codes = sql`(select json_group_array(codeHash) from (select codeHash from ${recoveryCodes} where userId = users.id order by codeHash))`;
/** All that a decision about a sign-in depends on, as one text. */
const state = sql<string>`json_array(users.password, users.deactivatedAt, users.appSecret, users.appStep, ${keys}, ${codes})`;

/** A member's row with all that they can prove themselves with. */
export const accountColumns = {
  id: users.id,
  username: users.username,
  role: users.role,
  password: users.password,
  appSecret: users.appSecret,
  appStep: users.appStep,
  passkeys: keys.mapWith((json: string): Passkey[] => JSON.parse(json)).as("passkeys"),
  /** Hashes of those that are left. */
  recoveryCodes: codes.mapWith((json: string): string[] => JSON.parse(json)).as("recoveryCodes"),
  asRead: state.as("asRead"),
};

/** The statement that reads the account of the member who fits and has not left. */
export function accountOf(db: Database, which: SQL) {
  return db
    .select(accountColumns)
    .from(users)
    .where(and(which, isNull(users.deactivatedAt)));
}
export type Account = Awaited<ReturnType<typeof accountOf>>[number];

/** Whether members without a second factor may sign in with a password alone. */
export function isOptional({ SECOND_FACTOR }: Pick<Env, "SECOND_FACTOR">) {
  return SECOND_FACTOR === "optional";
}

/** Fails the whole batch if the account has changed since it was read. */
export function unlessChanged(db: Database, { id, asRead }: Account) {
  return failUnless(db, sql`(select ${state} from ${users} where ${eq(users.id, id)}) is ${asRead}`);
}
