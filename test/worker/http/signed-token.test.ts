import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { idIn, signed } from "../../../worker/http/signed-token.ts";

/** Tokens of links that need nothing else. */

test("a token opens what it was made for until it is changed", async () => {
  const token = await signed(env, "a.1");
  expect(await idIn(env, token)).toBe("a.1");
  for (const made of [token.replace("a.1", "a.2"), token.slice(0, -1), `${token}0`, "a.1", "a.1.", ""]) {
    expect(await idIn(env, made)).toBeNull();
  }
});
