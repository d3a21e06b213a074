import { afterEach, expect, test, vi } from "vitest";
import { exampleApplication } from "../../db/model/form/example.ts";
import { ApplicationForm } from "../../db/model/form/submission.ts";
import type { Made } from "./answers.ts";
import { beIdle, openPage, press, screen, toast, waitFor, write } from "./screen.tsx";

/** How a browser asks Cloudflare Turnstile for a token. What the Worker does with it: test/worker/http/turnstile.test.ts. */

const CONTACT = "POST /api/contact";
const done = () => Response.json({ ok: true, success: true }, { status: 201 });

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

interface Options {
  sitekey: string;
  language: string;
  callback: (token: string) => void;
  "before-interactive-callback": () => void;
  "error-callback": () => void;
}

/** A page where Turnstile is on, with a stand-in for Cloudflare's script that does this once it is to show its widget. */
async function openWithTurnstile(
  address: string,
  widget: (options: Options) => void,
  answer: (call: Made) => Response,
) {
  vi.stubEnv("VITE_TURNSTILE_SITE_KEY", "1x00000000000000000000AA");
  const scripts: string[] = [];
  beIdle();
  const page = await openPage(address, {
    [CONTACT]: answer,
    "POST /api/applications/submit": answer,
    "POST /api/newsletter": answer,
  });
  const stand = { render: (_: HTMLElement, options: Options) => widget(options), remove: () => undefined };
  vi.spyOn(document.head, "append").mockImplementation((script) => {
    scripts.push((script as HTMLScriptElement).src);
    vi.stubGlobal("turnstile", stand);
    (script as HTMLScriptElement).onload?.(new Event("load"));
  });
  return { ...page, scripts };
}

async function send() {
  await write(screen.getByRole("textbox", { name: /^(Name|Nombre)/ }), "Maria Lopez");
  await write(screen.getByRole("textbox", { name: /^(Message|Mensaje)/ }), "May I apply with an open Chapter 13?");
  await press(/^(Send Message|Enviar mensaje)/);
}

test("Cloudflare is asked for a token only when the form is sent", async () => {
  const widgets: Options[] = [];
  const { asked, scripts } = await openWithTurnstile(
    "/es/contact",
    (options) => {
      widgets.push(options);
      options.callback(`token ${widgets.length}`);
    },
    done,
  );
  expect(scripts).toEqual([]);
  await send();
  await waitFor(() => expect(asked.map(({ headers }) => headers.get("turnstile-token"))).toEqual(["token 1"]));
  await toast();
  await send();
  await waitFor(() =>
    expect(asked.map(({ headers }) => headers.get("turnstile-token"))).toEqual(["token 1", "token 2"]),
  );
  expect(scripts).toEqual(["https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit"]);
  expect(widgets[0]).toMatchObject({ sitekey: "1x00000000000000000000AA", language: "es" });
  expect(document.querySelector("dialog")).toBeNull();
});

test("whoever has to press something does so in a dialog", async () => {
  const { asked } = await openWithTurnstile("/contact", (options) => options["before-interactive-callback"](), done);
  await send();
  const dialog = (await screen.findByRole("dialog", {
    name: "Please show that you are a person",
  })) as HTMLDialogElement;
  expect(dialog.open).toBe(true);
  expect(asked).toEqual([]);
  dialog.close();
  await waitFor(() => expect(asked.map(({ headers }) => headers.has("turnstile-token"))).toEqual([false]));
  expect(screen.queryByRole("dialog", { name: /person/ })).toBeNull();
});

test("an application, a message and a newsletter address carry their own tokens", async () => {
  let tokens = 0;
  const { asked } = await openWithTurnstile("/contact", ({ callback }) => callback(`token ${++tokens}`), done);
  const { sendMessage, submitApplication, subscribe } = await import("../../web/api.ts");
  await submitApplication(ApplicationForm.parse(exampleApplication()), "a-key");
  await sendMessage({ name: "Maria Lopez", message: "May I apply with an open Chapter 13?" });
  await subscribe("maria@example.com");
  expect(asked.map(({ name, headers }) => [name, headers.get("turnstile-token")])).toEqual([
    ["POST /api/applications/submit", "token 1"],
    ["POST /api/contact", "token 2"],
    ["POST /api/newsletter", "token 3"],
  ]);
});

test("where it is off, nobody is asked and no header is sent", async () => {
  const { asked } = await openPage("/contact", { [CONTACT]: done });
  const appended = vi.spyOn(document.head, "append");
  await send();
  await waitFor(() => expect(asked.map(({ headers }) => headers.has("turnstile-token"))).toEqual([false]));
  expect(appended).not.toHaveBeenCalled();
});
