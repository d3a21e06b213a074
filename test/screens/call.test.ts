import { expect, test, vi } from "vitest";
import { call } from "../../web/api.ts";
import { answering } from "./answers.ts";

const DONE = { ok: true, success: true } as const;

function server() {
  const { fetch, asked } = answering({
    "GET /api/desk/messages": { messages: [], counts: { new: 0, in_progress: 0 }, next: null },
    "POST /api/desk/case/:id/notes": DONE,
    "POST /api/desk/case/:id/claim": DONE,
    "DELETE /api/applications/:ref/appointment": DONE,
  });
  vi.stubGlobal("fetch", fetch);
  return asked;
}

test("a call puts what it is given where its name says", async () => {
  const asked = server();
  await call("POST /desk/case/:id/notes", { id: "a/../b?c", json: { text: "Call back" } });
  await call("POST /desk/case/:id/claim", { id: "a1" });
  await call("GET /desk/messages", { query: { show: "new", cursor: "1&2" } });
  await call("DELETE /applications/:ref/appointment", { ref: "r1" });
  expect(asked.map(({ name, search, body }) => [name, `${search}`, body])).toEqual([
    ["POST /api/desk/case/a%2F..%2Fb%3Fc/notes", "", { text: "Call back" }],
    ["POST /api/desk/case/a1/claim", "", {}],
    ["GET /api/desk/messages", "show=new&cursor=1%262", undefined],
    ["DELETE /api/applications/r1/appointment", "", undefined],
  ]);
});
