import fc from "fast-check";
import { seed } from "../random.ts";

/** Random properties use the run's seed, too (test/seed.ts). fast-check prints it when one fails. */
fc.configureGlobal({ seed });
