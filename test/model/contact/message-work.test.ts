import { expect, test } from "vitest";
import { answerMessage, claimMessage, type Message, moveMessage } from "../../../db/model/contact/message-work.ts";
import { DANA, MAX, press } from "../case/world.ts";

const NOW = Date.parse("2026-11-23T10:00:00-06:00");
const NEW: Message = { status: "new", ownerId: null, ownerName: null, hasAddress: true, contactStoppedAt: null };
const HERS: Message = { ...NEW, status: "in_progress", ownerId: DANA.id, ownerName: DANA.username };
const LEFT: Message = { ...HERS, ownerId: "lee" };
const STOPPED: Message = { ...HERS, contactStoppedAt: new Date(NOW) };
const [dana, max] = [press(NOW, DANA), press(NOW, MAX)];

test.each([
  ["nobody's becomes whose press it is", NEW, dana, { ownerId: "dana", status: "in_progress" }],
  ["one's own stays so", HERS, dana, {}],
  ["a colleague's stays theirs, for managers too", HERS, max, { refused: "dana has already taken this message." }],
  [
    "that of somebody who has left is taken over",
    { ...LEFT, ownerName: null },
    dana,
    { ownerId: "dana", status: "in_progress" },
  ],
])("a message to take: %s", (_, message, by, expected) => {
  expect(claimMessage(message, by)).toEqual(expected);
});

test.each([
  ["by who works on it", HERS, dana, { status: "answered", reply: "Hello" }],
  ["by a manager", HERS, max, { status: "answered", reply: "Hello" }],
  ["which nobody has taken", NEW, dana, { ownerId: "dana", status: "answered", reply: "Hello" }],
  ["by somebody else", { ...HERS, ownerId: "lee", ownerName: "lee" }, dana, { refused: "lee works on this message." }],
  [
    "without an address",
    { ...HERS, hasAddress: false },
    dana,
    { refused: "The sender left no email address to reply to." },
  ],
  ["after a stop", STOPPED, dana, { refused: expect.stringContaining("asked us to stop") }],
])("a message to answer: %s", (_, message, by, expected) => {
  expect(answerMessage(message, "Hello", by)).toEqual(expected);
});

test("a message gets any status from who may work on it", () => {
  expect(moveMessage(STOPPED, "closed", dana)).toEqual({ status: "closed" });
  expect(moveMessage(NEW, "closed", dana)).toEqual({ ownerId: "dana", status: "closed" });
  expect(moveMessage({ ...LEFT, ownerName: "lee" }, "closed", dana)).toEqual({ refused: "lee works on this message." });
});
