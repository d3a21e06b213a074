import { expect } from "vitest";
import type { CodePurpose } from "../../../db/model/contact/code.ts";
import { exampleApplication } from "../../../db/model/form/example.ts";
import { sweep } from "../../../worker/mail/outbox.ts";
import { post } from "../calls/call.ts";
import { faultyEnv } from "../routes/faults.ts";

/** Sends an application and its confirmation mail, and returns the reference. */
export async function applyByForm(changes: Parameters<typeof exampleApplication>[0] = {}) {
  const answer = await post("/api/applications/submit", exampleApplication(changes));
  const { ref } = await answer.json<{ ref: string }>();
  return { ref, mails: await mailed() };
}

/** Sends an application as a browser does, and returns the reference and the cookie that it keeps. */
export async function applyInBrowser(changes: Parameters<typeof exampleApplication>[0] = {}) {
  const answer = await post("/api/applications/submit", exampleApplication(changes));
  const { ref } = await answer.json<{ ref: string }>();
  return { ref, cookie: cookieOf(answer) };
}

/** The cookie that this response sets, as a browser sends it back. */
export function cookieOf(response: Response) {
  return response.headers.get("set-cookie")?.split(";")[0] ?? "";
}

/** Sends all due mail, and returns it. */
export async function mailed() {
  const { env, sent } = faultyEnv(() => null);
  await sweep(env);
  return sent;
}

/** Asks for a code, and returns it with its mail. */
export async function askForCode(ref: string, purpose: CodePurpose) {
  expect((await post(`/api/applications/${ref}/${purpose}`, {})).status).toBe(202);
  const [mail, ...others] = await mailed();
  expect(others).toEqual([]);
  return { code: /^\d{6}$/m.exec(mail?.text ?? "")?.[0] ?? "", mail };
}

/** A wrong code. */
export function other(code: string) {
  return code === "000000" ? "000001" : "000000";
}
