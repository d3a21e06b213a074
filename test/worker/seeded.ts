import fc from "fast-check";
import { seed } from "./routes/faults.ts";

/** Properties are tried with the run's seed, too (test/seed.ts); fast-check says it when one fails. */
fc.configureGlobal({ seed });
