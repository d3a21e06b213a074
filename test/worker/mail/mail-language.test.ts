import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import type { FreeSlots } from "../../../db/model/calls/call-slots.ts";
import { exampleApplication } from "../../../db/model/form/example.ts";
import { introductionWords } from "../../../db/model/introductions/permission.ts";
import { inLanguage } from "../../../worker/http/language.ts";
import { call, post } from "../calls/call.ts";
import { askForCode, mailed } from "../contact/mailed-codes.ts";
import { freshDatabase } from "../database.ts";
import { dealer, lender } from "../directory/directory.ts";
import type { SentMail } from "../routes/faults.ts";
import { type Colleague, idOf, signedIn } from "../staff/staff.ts";

freshDatabase();
afterEach(() => void vi.useRealTimers());

const SPANISH = { "accept-language": "es" };

/** Sends an application in a language, and its confirmation. */
async function applyIn(language: string) {
  const answer = await post("/api/applications/submit", exampleApplication(), { "accept-language": language });
  const { ref } = await answer.json<{ ref: string }>();
  const [confirmation] = await mailed();
  return { ref, path: `/api/applications/${ref}`, confirmation };
}

const storedLanguage = () => env.DB.prepare("select language from applications").first("language");

/** Checks that a mail is in Spanish, as text and HTML, with every page it links to. */
function expectSpanish(mail: SentMail | undefined, subject: string) {
  expect(mail?.subject).toBe(subject);
  expect(mail?.html).toContain('<html lang="es">');
  expect(mail?.html).toContain(`<title>${subject}</title>`);
  for (const part of [mail?.text ?? "", mail?.html ?? ""]) {
    expect(part, subject).toMatch(/Hola(, Maria)?:/);
    expect(part, subject).not.toMatch(/Hello|\bthe\b|\byour\b|localhost:8787\/(?!es\/)/);
  }
}

test("who applies in Spanish gets the confirmation in Spanish", async () => {
  const { ref, confirmation } = await applyIn("es");
  expect(await storedLanguage()).toBe("es");
  expectSpanish(confirmation, "Recibimos su solicitud");
  const text = confirmation?.text ?? "";
  expect(text).toContain(`Ver su solicitud:\nhttp://localhost:8787/es/results?ref=${ref}#mail-`);
  expect(text).toContain("de lunes a sábado, de 8 a.m. a 8 p.m., hora del centro");
  expect(text).toMatch(/Su número de referencia \(dígalo cuando llame\): BAP-\w{4}-\w{2}\./);
  expect(text).toContain(
    `Presione “Dejar de contactarme” aquí: http://localhost:8787/es/results?ref=${ref}#stop-contact`,
  );
});

test("whoever asks for Spanish second gets everything in English", async () => {
  const { ref, confirmation } = await applyIn("fr, es");
  expect(await storedLanguage()).toBe("en");
  expect(confirmation?.subject).toBe("We received your application");
  expect(confirmation?.html).toContain('<html lang="en">');
  expect(confirmation?.text).toContain(`http://localhost:8787/results?ref=${ref}#mail-`);
  expect(confirmation?.text).not.toContain("/es/");
});

test("codes come in the application's language, whatever the page's is", async () => {
  const { ref, path } = await applyIn("es");
  const { code, mail } = await askForCode(ref, "deletion");
  expect(code).toMatch(/^\d{6}$/);
  expectSpanish(mail, "Su código para borrar su solicitud");
  expect(mail?.text).toContain("nos pidió borrar su solicitud");
  const { code: correct, mail: toCorrect } = await askForCode(ref, "correction");
  expectSpanish(toCorrect, "Su código para corregir sus datos de contacto");
  const correction = { code: correct, phone: "(210) 555-0123", email: "other@example.com" };
  expect((await post(`${path}/correction/confirm`, correction)).status).toBe(200);
  const mails = await mailed();
  const to = (address: string) => mails.find((mail) => mail.to === address);
  expectSpanish(to("other@example.com"), "Se corrigieron sus datos de contacto");
  expect(to("other@example.com")?.text).toContain("> Número de teléfono: (210) 555-0123");
  expectSpanish(to("maria@example.com"), "Se reemplazó su correo electrónico");
});

test("a call is booked and canceled in Spanish, in the calendar too", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-20T18:00:00Z") });
  const { path } = await applyIn("es");
  const { days } = await (await call(`${path}/slots`)).json<FreeSlots>();
  const startsAt = days[0]?.slots[0]?.startsAt;
  expect((await post(`${path}/appointment`, { startsAt })).status).toBe(200);
  const [booked] = (await mailed()) as (SentMail & { attachments: { content: Uint8Array }[] })[];
  expect(booked?.subject).toBe("Su llamada con un especialista");
  expect(booked?.text).toMatch(/Le llamaremos el .*, entre .* y .*\. El archivo adjunto agrega la llamada/);
  expect(new TextDecoder().decode(booked?.attachments[0]?.content)).toContain("SUMMARY:Llamada de ");
  await call(`${path}/appointment`, { method: "DELETE", headers: { "sec-fetch-site": "same-origin" } });
  expect((await mailed())[0]?.subject).toBe("Su llamada está cancelada");
});

test("what a member does in English is told to applicants in Spanish", async () => {
  const { ref } = await applyIn("es");
  const desk = `/api/desk/case/${await idOf(ref)}`;
  const max = await signedIn("manager", "max");
  expect((await max.post(`${desk}/permissions`, await lender())).status).toBe(201);
  const [asked] = await mailed();
  expect(asked?.subject).toBe("Necesitamos su sí o su no");
  expect(asked?.text).toContain("Nos gustaría ponerle en contacto con un prestamista.");
  expect(asked?.text).toContain(`http://localhost:8787/es/results?ref=${ref}#permissions`);
  const words = inLanguage("es", () => introductionWords("dealer", "Hill Country Motors"));
  expect((await max.post(`${desk}/permissions/phone`, { ...(await dealer()), decision: "yes", words })).status).toBe(
    201,
  );
  const [noted] = await mailed();
  expect(noted?.subject).toBe("Usted dijo que sí por teléfono");
  expect(noted?.text).toMatch(/dijo que sí por teléfono el .*, hora del centro, a esto:/);
});

test("staff, lenders and dealers read English about a Spanish application", async () => {
  const { ref, path } = await applyIn("es");
  const id = await idOf(ref);
  const max = await signedIn("manager", "max");
  for (const recipient of [await lender(), await dealer()]) {
    await max.post(`/api/desk/case/${id}/permissions`, recipient);
    const [{ id: permission = "" } = {}] = (
      await (await call(`${path}/guidance`)).json<{ permissions: { id: string; state: string }[] }>()
    ).permissions.filter(({ state }) => state === "asked");
    await post(`${path}/permissions/${permission}`, { decision: "yes" }, SPANISH);
    expect((await max.post(`/api/desk/case/${id}/send`, recipient)).status).toBe(201);
  }
  const leads = (await mailed()).filter(({ to }) => to !== "maria@example.com");
  expect(leads.map(({ subject }) => subject).toSorted()).toEqual(["New application", "New lead (ADF)"]);
  const toLender = leads.find(({ subject }) => subject === "New application");
  expect(toLender?.html).toContain('<html lang="en">');
  expect(toLender?.text).toContain("First name: Maria");
});

test("a message in Spanish is answered in a Spanish frame", async () => {
  const message = { name: "Maria", message: "¿Ayudan con una camioneta?", replyTo: "maria@example.com" };
  await post("/api/contact", message, SPANISH);
  const max = await signedIn("manager", "max");
  const [found] = await inbox(max);
  expect(found).toMatchObject({ name: "Maria", language: "es" });
  await max.post(`/api/desk/messages/${found?.id}/claim`);
  await max.post(`/api/desk/messages/${found?.id}/reply`, { text: "Sí, con gusto." });
  const reply = (await mailed()).find(({ to }) => to === "maria@example.com");
  expectSpanish(reply, "Su mensaje a Bluebonnet Auto PreQual");
  expect(reply?.text).toContain("Hola, Maria:\n\nSí, con gusto.");
});

async function inbox(member: Colleague) {
  const { messages } = await (await member.get("/api/desk/messages")).json<{
    messages: { id: string; name: string; language: string }[];
  }>();
  return messages;
}

test("a newsletter address is confirmed in the language last used", async () => {
  const answer = await post("/api/newsletter", { email: "a@example.com" }, SPANISH);
  expect(await answer.json()).toMatchObject({ message: expect.stringContaining("Revise su bandeja de entrada.") });
  const [mail] = await mailed();
  expectSpanish(mail, "Confirme su suscripción");
  expect(mail?.text).toMatch(/http:\/\/localhost:8787\/es\/newsletter\?token=[\w-]{43}\n/);
  const [, unsubscribe = ""] = /(\/es\/unsubscribe\?token=[\w-]{43})\n/.exec(mail?.text ?? "") ?? [];
  expect((mail as { headers?: Record<string, string> } | undefined)?.headers).toMatchObject({
    "List-Unsubscribe": `<http://localhost:8787${unsubscribe}>`,
  });
  const oneClick = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
  expect((await call(unsubscribe, { method: "POST", body: oneClick })).status).toBe(200);

  await post("/api/newsletter", { email: "b@example.com" }, SPANISH);
  await post("/api/newsletter", { email: "b@example.com" });
  expect((await mailed())[0]?.subject).toBe("Please confirm your subscription");
});
