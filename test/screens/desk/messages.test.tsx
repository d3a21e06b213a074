import { expect, test } from "vitest";
import type { Message } from "../../../web/desk/api.ts";
import { page, signedInAs, waiting } from "../desk.ts";
import { openPage, press, screen } from "../screen.tsx";

test("a message shows what was applied for with the sender's address; who left none is looked for nowhere", async () => {
  const message: Message = {
    ...{ id: "m1", name: "Ana", language: "en", message: "I lost my link.", status: "new", owner: null, replies: [] },
    createdAt: "2026-11-24T16:00:00.000Z",
    reply: { kind: "email", address: "ana@example.com" },
  };
  const stranger: Message = { ...message, id: "m2", name: "Lee", reply: { kind: "none" } };
  const { asked } = await openPage("/desk/messages", {
    ...signedInAs("specialist"),
    "GET /api/desk/messages": { messages: [stranger, message], counts: { new: 2, in_progress: 0 }, next: null },
    "POST /api/desk/queue/search": { ...page, applications: [waiting] },
  });
  await screen.findByText("The sender left no way to reply.");
  const searches = () => asked.filter(({ name }) => name === "POST /api/desk/queue/search").map(({ body }) => body);
  expect(searches()).toEqual([]);
  await press(/^Ana/);
  const link = await screen.findByRole("link", { name: "Ana Diaz, submitted" });
  expect(link.getAttribute("href")).toBe("/desk/case/BB-1");
  expect(searches()).toEqual([{ q: "ana@example.com" }]);
});
