import type { Context } from "hono";
import type { DeskEnv } from "../../../env.ts";

/** Sends a CSV file, with the day in its name. Reads each part only when the client has taken the parts before it. */
export function csvFile(c: Context<DeskEnv>, name: string, parts: AsyncGenerator<string>) {
  const encoder = new TextEncoder();
  const file = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
  c.header("Content-Disposition", `attachment; filename="${name}.csv"`);
  return c.body(file, 200, { "Content-Type": "text/csv; charset=utf-8" });
}
