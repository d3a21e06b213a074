import { openPlatform } from "../../db/admin/d1.ts";
import { seedDemo } from "../../db/admin/demo.ts";
import { migrateOrExit } from "../../db/admin/local.ts";
import { seedArticles } from "../../db/admin/seed.ts";

/** Brings the local D1 up to date, and fills it if it is empty. Returns whether it has the demo members. */
export async function prepare() {
  migrateOrExit();
  const { env, dispose } = await openPlatform();
  await seedArticles(env);
  const hasDemo = await seedDemo(env);
  await dispose();
  return hasDemo;
}

if (import.meta.main) await prepare();
