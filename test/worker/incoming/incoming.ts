import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import type { Env } from "../../../worker/env.ts";
import { sweep } from "../../../worker/mail/outbox.ts";
import worker from "../../../worker/site/index.ts";
import { strict } from "../calls/call.ts";
import { faultyEnv, type SentMail } from "../routes/faults.ts";
import { eml } from "./replies.ts";

export interface Sent extends SentMail {
  replyTo?: string;
}

/** A site that mail comes back to: its bindings, what went out and is sent by `deliver`, and `hear` for what comes in. */
export function twoWaySite(changes: Partial<Env> = {}) {
  const healthy = faultyEnv(() => null);
  const bindings: Env = {
    ...strict,
    ...healthy.env,
    ...{
      LIMITS: "strict",
      REPLY_ADDRESS: "reply@example.com",
      ALERT_EMAIL: "alert@example.com",
      OFFICE_EMAIL: "office@example.com",
    },
    ...changes,
  };
  const sent = healthy.sent as Sent[];
  return {
    bindings,
    sent,
    deliver: () => sweep(bindings),
    hear: (to: string, raw: string | Uint8Array<ArrayBuffer>, from?: string) => hearOn(bindings, to, raw, from),
    /** Where the last mail to this address wants its answer. */
    replyAddress: (to: string) => sent.findLast((mail) => mail.to === to)?.replyTo ?? "",
  };
}

/** A mail comes in. Returns the sentence with which it was refused; null if it was not. */
export async function hearOn(
  bindings: Env,
  to: string,
  raw: string | Uint8Array<ArrayBuffer>,
  from = "ana@example.com",
) {
  const context = createExecutionContext();
  let refused: string | null = null;
  const body = new Response(raw).body as ReadableStream<Uint8Array>;
  const head = typeof raw === "string" ? (raw.slice(0, 2000).split("\r\n\r\n")[0] ?? "") : "";
  const type = /^content-type: *(.*)$/im.exec(head)?.[1] ?? "text/plain";
  const message = { from, to, headers: new Headers({ "content-type": type }), raw: body, rawSize: raw.length };
  const setReject = (reason: string) => {
    refused = reason;
  };
  await worker.email({ ...message, setReject } as unknown as ForwardableEmailMessage, bindings, context);
  await waitOnExecutionContext(context);
  return refused as string | null;
}

let written = 0;

/** A mail in these words, with a Message-ID of its own unless the headers have one. */
export function mailOf(text: string, { from = "ana@example.com", headers = "" } = {}) {
  const id = /^message-id:/im.test(headers) ? "" : `\nMessage-ID: <${++written}@mail.example.com>`;
  return eml(`Content-Type: text/plain; charset=utf-8${id}${headers && `\n${headers}`}`, text).replace(
    "ana@example.com",
    from,
  );
}
