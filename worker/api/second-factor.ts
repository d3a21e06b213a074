import { type Context, Hono } from "hono";
import {
  factorsOf,
  mayAddFactor,
  NewPasskey,
  PasskeySignature,
  SecondFactorCode,
} from "../../db/model/staff/second-factor.ts";
import { committed } from "../commit.ts";
import type { Env } from "../env.ts";
import { body, refuse } from "../http/body.ts";
import {
  addApp,
  addPasskey,
  askForNewApp,
  askForNewPasskey,
  askForPasskey,
  passCode,
  passPasskey,
} from "../staff/second-factor.ts";
import { type OpenSession, readOpenSession } from "../staff/session.ts";

/** /api/second-factor: gives a second factor or sets it up. A session without one may use no other routes. */
export const secondFactor = new Hono<{ Bindings: Env }>()
  .post("/passkey/options", (c) => onSession(c, async (session) => c.json(await askForPasskey(c.env, session))))
  .post("/passkey", body(PasskeySignature), (c) =>
    onSession(c, async (session) => {
      const isRight = await passPasskey(c.env, session, c.req.valid("json"));
      return isRight ? passed(c, session) : refuse(c, 401, "That passkey was not accepted. Please try again.");
    }),
  )
  .post("/code", body(SecondFactorCode), (c) =>
    onSession(c, async (session, isAgain) => {
      switch (await passCode(c, session, c.req.valid("json").code, isAgain)) {
        case "right":
          return passed(c, session);
        case "wrong":
          return refuse(c, 401, "That code is not right, or it was used before. Wait for the next one.");
        case "exhausted":
          return refuse(c, 429, "Too many wrong codes today. Use a passkey or a recovery code.");
      }
    }),
  )
  .post("/new-passkey/options", (c) => adding(c, async (session) => c.json(await askForNewPasskey(c.env, session))))
  .post("/new-passkey", body(NewPasskey), (c) =>
    adding(c, async (session) => {
      const added = await addPasskey(c.env, session, c.req.valid("json"));
      return added ? passed(c, session, added) : refuse(c, 400, "That passkey was not accepted. Please try again.");
    }),
  )
  .post("/new-app", (c) => adding(c, async (session) => c.json(await askForNewApp(c.env, session))))
  .post("/new-app/code", body(SecondFactorCode), (c) =>
    adding(c, async (session) => {
      const added = await addApp(c.env, session, c.req.valid("json").code);
      if (added) return passed(c, session, added);
      return refuse(c, 400, "That is not the code that the app shows now. Try the next one.");
    }),
  );

type FactorContext = Context<{ Bindings: Env }>;

/** Answers whoever has given the right password, with or without their second factor. */
function onSession<Answer>(c: FactorContext, answer: (session: OpenSession, isAgain: boolean) => Promise<Answer>) {
  return committed(async (isAgain) => {
    const session = await readOpenSession(c);
    return session ? answer(session, isAgain) : refuse(c, 401, "Please sign in again.");
  });
}

function adding<Answer>(c: FactorContext, answer: (session: OpenSession) => Promise<Answer>) {
  return onSession(c, async (session) =>
    mayAddFactor(factorsOf(session.account), session.verifiedAt !== null)
      ? answer(session)
      : refuse(c, 403, "Use your second factor before you set up another one."),
  );
}

/** The response after a second factor. The first one comes with recovery codes, which the page shows once. */
function passed(
  c: FactorContext,
  { account: { username, role } }: OpenSession,
  { recoveryCodes }: { recoveryCodes: string[] | null } = { recoveryCodes: null },
) {
  return c.json({ ok: true, success: true, member: { username, role }, recoveryCodes });
}
