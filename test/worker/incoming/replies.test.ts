import { expect, test } from "vitest";
import { readMail } from "../../../worker/incoming/read.ts";
import { replies } from "./replies.ts";

for (const { program, raw, says } of replies) {
  test(`the words in a reply of ${program} are those that its sender wrote`, async () => {
    const mail = await readMail(new Response(raw).body as ReadableStream, "ana@example.com");
    expect(mail).toMatchObject({ text: says, from: "ana@example.com", isAutomatic: false, hasFiles: false });
  });
}
