import { randomInt } from "node:crypto";
import { isTaken } from "../worker/run/port.ts";

/** Above the ports that browsers block, and below those of outgoing connections, of which one may be faster than a server. */
const [FIRST, LAST] = [11_000, 32_000];

/** A port of this machine on which nothing answers. */
export async function freePort(): Promise<number> {
  const port = randomInt(FIRST, LAST);
  return (await isTaken(port)) ? freePort() : port;
}
