import { parse } from "hono/utils/cookie";

export const SESSION_COOKIE = "__Host-session";

/** The session cookie that came with the request, valid or not. */
export function sessionCookie({ headers }: Request) {
  return parse(headers.get("cookie") ?? "", SESSION_COOKIE)[SESSION_COOKIE];
}
