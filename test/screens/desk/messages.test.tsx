import { expect, test } from "vitest";
import type { Message } from "../../../web/desk/api.ts";
import { page, saidAtTheDesk, signedInAs, waiting } from "../desk.ts";
import { button, openPage, press, screen } from "../screen.tsx";

const message: Message = {
  ...{
    id: "m1",
    name: "Ana",
    language: "en",
    message: "I lost my link.",
    status: "new",
    owner: null,
    replies: [],
    earlier: [],
  },
  createdAt: "2026-11-24T16:00:00.000Z",
  reply: { kind: "email", address: "ana@example.com" },
};

test("a message that opened by itself stays open once claimed", async () => {
  let status: Message["status"] = "new";
  const begun: Message = { ...message, id: "m2", name: "Lee", status: "in_progress", owner: "demo-specialist" };
  await openPage("/desk/messages", {
    ...signedInAs("specialist"),
    "GET /api/desk/messages": ({ search }) => {
      const all = [begun, { ...message, status }];
      const messages = all.filter((each) => each.status === search.get("show"));
      return Response.json({ messages, counts: { new: 1, in_progress: 1 }, next: null });
    },
    "POST /api/desk/messages/:id/claim": () => {
      status = "in_progress";
      return Response.json({ ok: true, success: true });
    },
    "POST /api/desk/queue/search": page,
  });
  await press("Claim");
  await saidAtTheDesk("You work on the message of Ana now. It is now under In progress.");
  await screen.findByRole("button", { name: /^Lee/ });
  expect(button(/^Ana/)?.getAttribute("aria-expanded")).toBe("true");
});

test("a message shows the applications with its sender's address", async () => {
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
