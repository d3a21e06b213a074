import { expect, onTestFinished, test, vi } from "vitest";
import { brand } from "../../db/model/site/brand.ts";
import {
  button,
  descriptionOf,
  openPage,
  press,
  problems,
  screen,
  textsOf,
  toast,
  waitFor,
  within,
  write,
} from "./screen.tsx";

/** The form on /contact. That a message reaches us: test/worker/contact/contact.test.ts. */

const CONTACT = "POST /api/contact";
const message = { name: "Maria Lopez", message: "May I apply with an open Chapter 13?" };
const box = (label: RegExp) => screen.getByRole("textbox", { name: label }) as HTMLInputElement;
const [NAME, MESSAGE, REPLY] = [/^Name/, /^Message/, /^Email or phone/];

async function writeMessage() {
  await write(box(NAME), message.name);
  await write(box(MESSAGE), message.message);
}

test("what is missing is said at its field, and nothing is sent", async () => {
  const { user, asked } = await openPage("/contact");
  await write(box(NAME), " M ");
  await write(box(MESSAGE), "Too short");
  await press("Send Message");
  const links = await problems();
  expect(textsOf(links)).toEqual(["Name is required", "Please tell us what you need"]);
  expect(descriptionOf(box(NAME))).toBe("Name is required");
  expect(descriptionOf(box(MESSAGE))).toMatch(/Please tell us what you need$/);
  expect(box(MESSAGE).value).toBe("Too short");
  await user.click(links[1] as HTMLElement);
  expect(document.activeElement).toBe(box(MESSAGE));
  await writeMessage();
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  await waitFor(() => expect(document.title).not.toMatch(/^Error: /));
  expect(document.activeElement).toBe(box(MESSAGE));
  expect(asked).toEqual([]);
});

test("a message is thanked for, and the form clears itself", async () => {
  const { asked } = await openPage("/contact", { [CONTACT]: () => Response.json({ ok: true, success: true }) });
  await writeMessage();
  await press("Send Message");
  expect((await toast()).textContent).toContain(
    "Message SentThank you for contacting us. We'll get back to you within 24 hours.",
  );
  for (const label of [NAME, MESSAGE, REPLY]) expect(box(label).value).toBe("");
  await writeMessage();
  await write(box(REPLY), "maria@example.com");
  await press("Send Message");
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked.map(({ body }) => body)).toEqual([message, { ...message, replyTo: "maria@example.com" }]);
});

test("what was typed stays after a failure, and 'Try again' sends it", async () => {
  const answers = [
    () => new Response("", { status: 500 }),
    () => {
      throw new TypeError("Failed to fetch");
    },
    () => Response.json({ ok: true, success: true }),
  ];
  const { user, asked } = await openPage("/contact", { [CONTACT]: () => answers.shift()?.() as Response });
  await writeMessage();
  await press("Send Message");
  for (const attempt of [1, 2]) {
    await waitFor(() => expect(asked).toHaveLength(attempt));
    expect((await toast()).textContent).toContain("ErrorFailed to send message. Please try again.");
    expect(within(screen.getByRole("main")).queryByRole("alert")).toBeNull();
    expect((await toast()).textContent).toContain("Everything you typed is still here.");
    expect([box(NAME).value, box(MESSAGE).value]).toEqual([message.name, message.message]);
    // By key: the list of toasts takes a pointer a moment later.
    within(await toast())
      .getByRole("button", { name: "Try again" })
      .focus();
    await user.keyboard("{Enter}");
  }
  await waitFor(async () => expect((await toast()).textContent).toContain("Message Sent"));
  expect(asked.map(({ body }) => body)).toEqual([message, message, message]);
});

test("a message on its way is said, and sent once", async () => {
  const answer = Promise.withResolvers<Response>();
  const { asked } = await openPage("/contact", { [CONTACT]: () => answer.promise as unknown as Response });
  await writeMessage();
  await press("Send Message");
  await waitFor(() => expect(button("Sending...")).not.toBeNull());
  await press("Sending...");
  expect(document.activeElement).toBe(button("Sending..."));
  answer.resolve(new Response("", { status: 500 }));
  await waitFor(() => expect(document.activeElement).toBe(button("Send Message")));
  expect(asked).toHaveLength(1);
});

test("a failure stays until it is tried again or left", async () => {
  const { user } = await openPage("/contact", { [CONTACT]: () => new Response("", { status: 500 }) });
  await writeMessage();
  await press("Send Message");
  const told = await toast();
  await user.click(screen.getByRole("link", { name: "common questions" }));
  await waitFor(() => expect(location.pathname).toBe("/faq"));
  await waitFor(() => expect(told.isConnected).toBe(false));
});

test("who we are stands on /contact and /about once it is set", async () => {
  const terms = () => textsOf([...document.querySelectorAll("main dt")]);
  await openPage("/contact");
  for (const term of ["Company", "Address", "Licenses", "Who reads your application"])
    expect(terms()).not.toContain(term);
  await openPage("/about");
  expect(screen.queryByRole("heading", { name: "Who stands behind this" })).toBeNull();
  const known = { legalEntity: "Bluebonnet LLC", phone: "210 555 0100", licenses: "OCCC 12345", team: "Ana Reyes" };
  vi.doMock("../../db/model/site/brand.ts", () => ({ brand: { ...brand, ...known } }));
  onTestFinished(() => void vi.doUnmock("../../db/model/site/brand.ts"));
  for (const path of ["/contact", "/about"]) {
    await openPage(path);
    for (const fact of ["Bluebonnet LLC", "OCCC 12345", "Ana Reyes"]) await screen.findByText(fact);
    expect(screen.getByRole("link", { name: known.phone }).getAttribute("href")).toBe(`tel:${known.phone}`);
  }
});

test("whoever leaves no address is asked for one, but may send", async () => {
  const { asked } = await openPage("/contact", { [CONTACT]: () => Response.json({ ok: true, success: true }) });
  const ask = () => screen.queryByText(/^Where can we answer you\?/);
  expect(ask()).toBeNull();
  await writeMessage();
  expect(ask()).not.toBeNull();
  await write(box(REPLY), "maria@example.com");
  expect(ask()).toBeNull();
  await write(box(REPLY), "maria at example");
  expect(ask()).not.toBeNull();
  await write(box(REPLY), "");
  await press("Send Message");
  await waitFor(() => expect(asked).toHaveLength(1));
});
