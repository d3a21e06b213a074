/**
 * What an open desk is told to read again: its `lists` of cases with their counts, `arrivals` (new applications), booked
 * `calls`, its `messages`, the `outbox`, or one case by the id that staff use. Never what has changed, nor whose it is.
 */
export type News = "lists" | "arrivals" | "calls" | "messages" | "outbox" | `case ${string}`;

export function newsOfCase(id: string): News {
  return `case ${id}`;
}

/** An open desk asks by PING whether it is still heard, and is answered PONG. */
export const PING = "ping";
export const PONG = "pong";
