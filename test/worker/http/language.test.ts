import { expect, test } from "vitest";
import { slotInWords } from "../../../db/model/calls/call-slots.ts";
import { amountInWords, answerRows } from "../../../db/model/form/answer-words.ts";
import { type Answers, fieldsOf } from "../../../db/model/form/application.ts";
import { exampleApplication } from "../../../db/model/form/example.ts";
import { namesOf } from "../../../db/model/introductions/named-fields.ts";
import { addressOf, languageOf, pathOf } from "../../../db/model/site/address.ts";
import { byDayAndHour, dayAndHour } from "../../../db/model/time/promised-time.ts";
import { language } from "../../../db/model/words.ts";
import { inLanguage } from "../../../worker/http/language.ts";
import { call, post } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";
import { readPage } from "../site/page.ts";

freshDatabase();

const SUBMIT = "/api/applications/submit";

test.each([
  ["es", "Escriba su nombre completo"],
  ["es-MX,es;q=0.9,en;q=0.8", "Escriba su nombre completo"],
  ["en-US,en;q=0.9,es;q=0.8", "Full name is required"],
  ["fr, es", "Full name is required"],
])("to Accept-Language '%s' a refusal says '%s'", async (asked, error) => {
  const refused = await post(SUBMIT, {}, asked ? { "accept-language": asked } : {});
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ error, fields: { fullName: error } });
});

test("a refusal before the route is said in the page's language", async () => {
  const spanish = { "accept-language": "es" };
  expect(await (await post(SUBMIT, "{", spanish)).json()).toMatchObject({ error: "El cuerpo no es JSON válido" });
  const message = await post("/api/contact", { name: "M", message: "Hola", replyTo: 1 }, spanish);
  expect(await message.json()).toMatchObject({
    fields: {
      name: "Escriba su nombre",
      message: "Díganos qué necesita",
      replyTo: "Escriba un correo electrónico o un teléfono como texto",
    },
  });
  const elsewhere = await post(SUBMIT, {}, { ...spanish, "sec-fetch-site": "cross-site" });
  expect(await elsewhere.json()).toMatchObject({ error: "Esta petición vino de otro sitio web" });
  const unknown = await call("/api/nothing", { headers: spanish });
  expect(await unknown.json()).toMatchObject({ error: "No hay nada en esta dirección" });
});

test("what runs at the same time keeps its own language", async () => {
  const languages = Array.from({ length: 40 }, (_, index) => (index % 2 ? "es" : "en"));
  const found = await Promise.all(
    languages.map((each, index) =>
      inLanguage(each as "en" | "es", async () => {
        await new Promise((resolve) => setTimeout(resolve, (index * 7) % 5));
        return language();
      }),
    ),
  );
  expect(found).toEqual(languages);
  const refusals = await Promise.all(languages.map((each) => post(SUBMIT, {}, { "accept-language": each })));
  const errors = await Promise.all(refusals.map(async (each) => (await each.json<{ error: string }>()).error));
  expect(new Set(errors.filter((_, index) => languages[index] === "es"))).toEqual(
    new Set(["Escriba su nombre completo"]),
  );
  expect(new Set(errors.filter((_, index) => languages[index] === "en"))).toEqual(new Set(["Full name is required"]));
});

test("a rendered page names its languages", async () => {
  const spanish = await readPage("/es/blog");
  expect(spanish.status).toBe(200);
  expect(spanish.headers.get("cache-tag")).toBe("posts");
  expect(spanish.html).toContain("Ir al contenido principal");
  expect(spanish.html).toMatch(/<link rel="canonical" href="[^"]*\/es\/blog"\/>/);
  expect(spanish.html).toContain('<meta property="og:locale" content="es_US"/>');
  const english = await readPage("/blog");
  expect(english.html).toContain("Skip to the main content");
  expect(english.html).not.toContain("og:locale");
  for (const { html } of [spanish, english]) {
    const found = [...html.matchAll(/<link rel="alternate" hreflang="([^"]*)" href="[^"]*?(\/[^":]*)"\/>/g)];
    expect(found.map(([, language, address]) => [language, address?.replace(/^\/\/[^/]*/, "")])).toEqual([
      ["en", "/blog"],
      ["es", "/es/blog"],
      ["x-default", "/blog"],
    ]);
  }
});

test("addresses keep their path in every language", () => {
  for (const [path, address] of [
    ["/", "/es"],
    ["/faq", "/es/faq"],
    ["/results?ref=a", "/es/results?ref=a"],
  ] as const) {
    expect(addressOf(path, "es")).toBe(address);
    expect(inLanguage("es", () => addressOf(path))).toBe(address);
    expect(addressOf(path)).toBe(path);
    expect(inLanguage("es", () => pathOf(address))).toBe(path);
  }
  const languages = ["/es", "/es/faq", "/", "/essay", "/faq", "/stories/es"].map(languageOf);
  expect(languages).toEqual(["es", "es", "en", "en", "en", "en"]);
});

test("answers and amounts are put into the words of the language", () => {
  const answers = exampleApplication({
    employmentType: "Unemployed/Benefits",
    timeOnCurrentJobYears: 1,
    timeOnCurrentJobMonths: 3,
  });
  const [kind, time, , income] = inLanguage("es", () => answerRows(fieldsOf("employment"), answers as Answers));
  expect(kind?.value).toBe("Sin empleo/Beneficios");
  expect(time).toMatchObject({ label: "Tiempo en su trabajo actual", value: "1 año y 3 meses" });
  expect(income?.value).toMatch(/^\$[\d,]+ al mes$/);
  expect(inLanguage("es", () => namesOf(["fullName", "city"]))).toBe("nombre y datos de contacto");
  expect(amountInWords(3800, "month")).toBe("$3,800 a month");
});

test("guidance is said in the language that the page asks for", async () => {
  const { ref } = await (await post(SUBMIT, exampleApplication())).json<{ ref: string }>();
  const strengthsIn = async (asked: string) => {
    const answer = await call(`/api/applications/${ref}/guidance`, { headers: { "accept-language": asked } });
    return (await answer.json<{ strengths: string[] }>()).strengths;
  };
  expect(await strengthsIn("en")).toContain("a record of paying an auto loan");
  expect(await strengthsIn("es")).toContain("un historial de pagos de un préstamo de auto");
});

test("a promise names the day in Texas, with a far date", () => {
  const plain = (words: string) => words.replace(/\s/g, " ");
  const eight = new Date("2026-11-23T20:00:00-06:00");
  // When it is Monday in London.
  const [sundayNight, before] = [new Date("2026-11-22T23:30:00-06:00"), new Date("2026-11-10T13:00:00-06:00")];
  expect(byDayAndHour(eight, sundayNight)).toBe("by Monday, 8 PM Central");
  expect(byDayAndHour(eight, before)).toBe("by Monday, November 23, 8 PM Central");
  inLanguage("es", () => {
    expect(plain(byDayAndHour(eight, sundayNight))).toBe("a más tardar el lunes a las 8 p.m., hora del centro");
    expect(plain(byDayAndHour(new Date("2026-11-23T13:30:00-06:00"), before))).toBe(
      "a más tardar el lunes, 23 de noviembre a la 1:30 p.m., hora del centro",
    );
  });
});

test("times are written in the language, in Texas time", () => {
  // Intl decides which kind of space is there.
  const plain = (words: string) => words.replace(/\s/g, " ");
  const eight = new Date("2026-11-23T20:00:00-06:00");
  const halfPastOne = new Date("2026-11-23T13:30:00-06:00");
  const now = new Date("2026-11-22T12:00:00-06:00");
  inLanguage("es", () => {
    expect(plain(dayAndHour(eight, now))).toBe("lunes a las 8 p.m., hora del centro");
    expect(plain(dayAndHour(halfPastOne, new Date("2026-11-10T12:00:00-06:00")))).toBe(
      "lunes, 23 de noviembre, a la 1:30 p.m., hora del centro",
    );
    const { day, from, zone } = slotInWords(eight, "79901");
    expect([plain(day), plain(from), zone]).toEqual(["lunes, 23 de nov", "7 p.m.", "hora de la montaña"]);
  });
  expect(dayAndHour(eight, now)).toBe("Monday at 8 PM Central");
  expect(slotInWords(eight, "79901")).toMatchObject({ day: "Monday, Nov 23", from: "7 PM", zone: "Mountain Time" });
});
