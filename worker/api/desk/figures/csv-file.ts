import type { Context } from "hono";
import type { DeskEnv } from "../../../staff/member.ts";

/** Sends a CSV file, named after what it has and a day. Each part is read only when those before have been taken. */
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
