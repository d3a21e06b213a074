import { seedDemo } from "../../db/admin/demo.ts";
import { openUpToDateOrExit } from "../../db/admin/migrate.ts";
import { seedArticles } from "../../db/admin/seed.ts";
import { referenceOf } from "../reference.ts";
import { LOCAL_KEY } from "./local-key.ts";

/** Brings the local D1 up to date, and fills it if it is empty. Returns whether it has the demo members. */
export async function prepare() {
  const { env, dispose } = await openUpToDateOrExit();
  await seedArticles(env);
  const hasDemo = await seedDemo(env, (id) => referenceOf({ HASH_KEY: LOCAL_KEY }, id));
  await dispose();
  return hasDemo;
}

if (import.meta.main) await prepare();
