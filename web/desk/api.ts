import { type Given, request } from "../api.ts";
import type { Answer, Call } from "../wire.ts";

/** What the desk's calls answer, with times as ISO texts, and how it reads. What it does, its pages do by `call`. */

export type QueuedApplication = Answer<"GET /desk/queue">["applications"][number];
export type Case = Answer<"GET /desk/case/:id">;
export type MyDay = Answer<"GET /desk/my-day">;
export type Lender = Answer<"GET /desk/directory">["lenders"][number];
export type Dealer = Answer<"GET /desk/directory">["dealers"][number];
export type PossibleRecipients = Answer<"GET /desk/case/:id/recipients">;
export type PossibleRecipient = PossibleRecipients["recipients"][number];
export type Story = Answer<"GET /desk/stories">["stories"][number];
export type LetterTemplate = Answer<"GET /desk/letters">["templates"][number];
export type Message = Answer<"GET /desk/messages">["messages"][number];
export type SiteHealth = Answer<"GET /desk/site-health">;
export type Member = Answer<"GET /desk/members">["members"][number];
export type Account = Answer<"GET /desk/account">;
export type SignIn = Answer<"GET /desk/sign-ins">["signIns"][number];
export type Dashboard = Answer<"GET /desk/dashboard">;
export type AuditPage = Answer<"GET /desk/audit">;

/**
 * The filter in the address; '' means any. `owner` is 'me', 'nobody' or a member's id, `metro` may be 'outside', `band` is
 * of the forecast, `overdue` may be 'yes', and `order` 'approval': the likeliest approval first.
 */
export type QueueFilter = Record<
  "show" | "owner" | "language" | "metro" | "city" | "band" | "overdue" | "order" | "q",
  string
>;

/** A page of the queue or of a search. Search words stay out of the address, since addresses are logged. */
export function readQueue({ q, ...filter }: QueueFilter, from: { cursor?: string }) {
  if (q) return read("POST /desk/queue/search", { json: { q, ...from } });
  const chosen = Object.entries(filter).filter(([, value]) => value !== "");
  return read("GET /desk/queue", { query: { ...Object.fromEntries(chosen), ...from } });
}

/** Reads what an open page reads again by itself. It keeps no session alive unless somebody has just pressed something. */
export async function read<Name extends Call>(name: Name, ...[given]: Given<Name>): Promise<Answer<Name>> {
  const isUnattended = navigator.userActivation?.isActive === false;
  return (await request(name, { ...given, headers: isUnattended ? { "X-Unattended": "1" } : {} })).json();
}
