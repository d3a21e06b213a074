import type { Caller } from "./limits.ts";

/** Whether the browser asks not to be measured: Global Privacy Control (globalprivacycontrol.org), or Do Not Track. */
export function refusesMeasuring({ req }: Caller) {
  return req.header("sec-gpc") === "1" || req.header("dnt") === "1";
}
