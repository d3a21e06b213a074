import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach } from "vitest";
import type { Env as WorkerEnv } from "../../worker/env.ts";

declare global {
  namespace Cloudflare {
    interface Env extends WorkerEnv {
      LONG: string;
      SEED: string;
      TEST_MIGRATIONS: Parameters<typeof applyD1Migrations>[1];
    }
    interface GlobalProps {
      mainModule: typeof import("../../worker/index.ts");
    }
  }
}

/** Gives every test of the file an empty, migrated database. */
export function freshDatabase() {
  beforeEach(() => applyD1Migrations(env.DB, env.TEST_MIGRATIONS));
  afterEach(() => reset());
}
