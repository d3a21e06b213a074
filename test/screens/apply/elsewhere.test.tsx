import { expect, test, vi } from "vitest";
import { exampleApplication } from "../../../db/model/form/example.ts";
import type { Answers } from "../answers.ts";
import { field, openPage, press, resume, screen, waitFor, write } from "../screen.tsx";

/** An application that goes on on another device. */

/** A server that keeps what it is given. */
function server() {
  const kept: string[] = [];
  const answers: Answers = {
    "POST /api/drafts": ({ body }) => {
      kept.push((body as { sealed: string }).sealed);
      return Response.json({ ok: true, success: true, id: "the-id" }, { status: 201 });
    },
    "GET /api/drafts/:id": ({ places }) =>
      places.id === "the-id"
        ? Response.json({ sealed: kept.at(-1) })
        : Response.json({ ok: false, error: "This link no longer works" }, { status: 404 }),
  };
  return { kept, answers };
}

/** Makes the link on this device, and returns it. */
async function linkMade() {
  await press("Finish on another device");
  await press("Copy the link");
  await screen.findByText("Copied.");
  return navigator.clipboard.readText();
}

function anotherDevice() {
  sessionStorage.clear();
  localStorage.clear();
}

test("answers and half-typed words go to another device by a link, and the server gets nothing that it can read", async () => {
  const { kept, answers } = server();
  await resume("/apply/contact", {}, answers);
  await waitFor(() => expect(field("email")).toHaveProperty("value", exampleApplication().email));
  await write(field("email"), "maria@");
  const link = await linkMade();
  expect(link).toMatch(/^https?:\/\/[^/]+\/apply\/review#draft=the-id\.[\w-]{43}$/);
  expect(atob(kept.at(-1)?.replaceAll("-", "+").replaceAll("_", "/") ?? "")).not.toMatch(/maria|Lopez/i);

  anotherDevice();
  await openPage(link.replace(/^https?:\/\/[^/]+/, ""), answers);
  await screen.findByText("Your answers are here.");
  expect(location.hash).toBe("");
  expect(document.body.textContent).toContain(String(exampleApplication().fullName));
  await openPage("/apply/contact", answers);
  await waitFor(() => expect(field("email")).toHaveProperty("value", "maria@"));
});

test("where the browser does not let us copy, the link stands there to be copied by hand", async () => {
  const { answers } = server();
  await resume("/apply/contact", {}, answers);
  await press("Finish on another device");
  const copying = vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("not allowed"));
  await press("Copy the link");
  await screen.findByText(/#draft=the-id\./);
  copying.mockRestore();
});

test("answers that are already on the device stay until the visitor chooses", async () => {
  const { answers } = server();
  await resume("/apply/contact", { fullName: "Maria Lopez" }, answers);
  const link = (await linkMade()).replace(/^https?:\/\/[^/]+/, "");
  anotherDevice();
  await resume("/apply/contact", { fullName: "Ben Ray" }, answers);
  await openPage(link, answers);
  await press("Keep these");
  await screen.findByText("The answers of this device stay.");
  expect(document.body.textContent).toContain("Ben Ray");
  await openPage(link, answers);
  await press("Use those from the link");
  await screen.findByText("Your answers are here.");
  expect(document.body.textContent).toContain("Maria Lopez");
  expect(document.body.textContent).not.toContain("Ben Ray");
});

test("a link that has expired, was cut off or belongs to another draft says so, and changes nothing", async () => {
  const { answers } = server();
  await resume("/apply/contact", {}, answers);
  const link = (await linkMade()).replace(/^https?:\/\/[^/]+/, "");
  anotherDevice();
  await openPage(link.replace("the-id", "gone"), answers);
  await screen.findByText(/This link no longer works/);
  for (const broken of [
    link.slice(0, -5),
    link.replace(/.$/, (last) => (last === "A" ? "B" : "A")).replace(/\.[\w-]/, ".-"),
  ]) {
    await openPage(broken, answers);
    await screen.findByText(/open the whole link again/);
  }
  expect(sessionStorage.getItem("application")).toBeNull();
});
