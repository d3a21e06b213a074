import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import type { Env } from "../../../worker/env.ts";
import worker from "../../../worker/site/index.ts";

/** Gives the Worker these messages of a queue, as often tried as `attempts` says, and returns what became of them. */
export async function answerQueue(queue: string, bodies: unknown[], bindings: Env, attempts = 1) {
  const timestamp = new Date();
  const messages = bodies.map((body, index) => ({ id: String(index), timestamp, attempts, body }));
  const batch = createMessageBatch(queue, messages);
  const context = createExecutionContext();
  await worker.queue(batch, bindings);
  return getQueueResult(batch, context);
}
