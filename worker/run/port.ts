import { connect } from "node:net";

/** Whether anything answers on this port of this machine. */
export function isTaken(port: number) {
  return new Promise<boolean>((resolve) => {
    const socket = connect(port, "localhost", () => {
      socket.destroy();
      resolve(true);
    }).on("error", () => resolve(false));
  });
}

/** The next port after this one on which nothing answers. */
export async function freePortAfter(taken: number) {
  let port = taken + 1;
  while (await isTaken(port)) port++;
  return port;
}
