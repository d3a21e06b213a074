import { createElement, type ReactNode } from "react";
import { renderToString } from "react-dom/server.edge";
import { StaticRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { lawfulFrom, USUAL_ZIP } from "../../../db/model/calls/contact-hours.ts";
import { callsAgain, promiseState } from "../../../db/model/case/promise.ts";
import { exampleApplication } from "../../../db/model/form/example.ts";
import { addressOf } from "../../../db/model/site/address.ts";
import { messageReceived } from "../../../db/model/time/our-answer.ts";
import type { Language } from "../../../db/model/words.ts";
import type { Guidance, ReceivedApplication } from "../../../web/api.ts";
import { CompanyFigures } from "../../../web/copy/claims/company-figures.tsx";
import type { QueuedApplication } from "../../../web/desk/api.ts";
import { Queries } from "../../../web/query.tsx";
import { Received } from "../../../web/results/received.tsx";
import { Top } from "../../../web/results/top.tsx";
import { render } from "../../../web/start/render.tsx";
import { inLanguage } from "../../../worker/http/language.ts";
import { call, post } from "../calls/call.ts";
import { mailed } from "../contact/mailed-codes.ts";
import { freshDatabase } from "../database.ts";
import { signedIn } from "../staff/staff.ts";

/** Whatever the hour, every place that states a time states the same one. */

freshDatabase();
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => vi.useRealTimers());

/** When they apply (Central), the day of our answer in both languages, and what the desk says of it and of calls. */
const moments = {
  "Tuesday before 8 AM": ["2026-11-24T07:00", "Tuesday", "martes", "Due today by 8 PM", "We call again today 9 AM"],
  "Tuesday noon": ["2026-11-24T12:00", "Tuesday", "martes", "Due today by 8 PM", null],
  "Tuesday 6 PM": ["2026-11-24T18:00", "Tuesday", "martes", "Due today by 8 PM", null],
  "Tuesday 9 PM": ["2026-11-24T21:00", "Wednesday", "miércoles", "Due by Wed 8 PM", "We call again Wed 9 AM"],
  "Saturday 11:30 PM": [
    ...(["2026-11-21T23:30", "Monday", "lunes", "Due by Mon 8 PM"] as const),
    "We call again Mon 9 AM; the law allows Sun 12 PM",
  ],
  "Sunday noon": [
    ...(["2026-11-22T12:00", "Monday", "lunes", "Due by Mon 8 PM"] as const),
    "We call again Mon 9 AM; the law allows calls now",
  ],
  "Thanksgiving noon": ["2026-11-26T12:00", "Thursday", "jueves", "Due today by 8 PM", null],
} as const;

/** What may state a time beside the date, in this order of the page's text; then whatever else could state one. */
const notes = {
  en: [/within 24 hours or the next business day:/, /response, or the next business day Same Day/],
  es: [/en un plazo de 24 horas o el siguiente día hábil:/, /respuesta, o el siguiente día hábil El mismo día/],
};
const others = {
  en: /\bby \w+day\b|24[ -]hour|same[ -]day|business day|\btoday\b|call or email/i,
  es: /a más tardar|24 horas|mismo día|día hábil|\bhoy\b/i,
};
const meaning = { en: "the same day or the next business day", es: "el mismo día o el siguiente día hábil" };

for (const [moment, [local, day, dia, due, calls]] of Object.entries(moments)) {
  test(`whoever applies on ${moment} reads one date everywhere`, async () => {
    vi.setSystemTime(new Date(`${local}:00-06:00`));
    const now = new Date();
    for (const language of ["en", "es"] as const) {
      const sentence = {
        en: `We’ll call you by ${day}, 8 PM Central.`,
        es: `Le llamaremos a más tardar el ${dia} a las 8 p.m., hora del centro.`,
      }[language];
      const { dated, undated } = await readBy(language);
      for (const [place, words] of Object.entries(dated)) {
        expect(words.split(sentence), `${place}, ${language}`).toHaveLength(2);
        const rest = notes[language].reduce((text, note) => text.replace(note, ""), words.replace(sentence, ""));
        expect(rest, `${place}, ${language}`).not.toMatch(others[language]);
      }
      for (const [place, words] of Object.entries(undated)) {
        expect(words, `${place}, ${language}`).toContain(meaning[language]);
        expect(words).not.toMatch(/by \w+day,|a más tardar/);
      }
    }
    const max = await signedIn("manager", "max");
    const { applications } = await (await max.get("/api/desk/queue")).json<{ applications: QueuedApplication[] }>();
    expect(new Set(applications.map((each) => promiseState(each, now).words))).toEqual(new Set([due]));
    expect(callsAgain(USUAL_ZIP, lawfulFrom(USUAL_ZIP, now), now)).toBe(calls);
  });
}

/** What whoever applies now in this language reads, with a date and without one. */
async function readBy(language: Language) {
  const headers = { "accept-language": language };
  const answer = await post(
    "/api/applications/submit",
    exampleApplication({ email: `${language}@example.com` }),
    headers,
  );
  const { ref } = await answer.json<{ ref: string }>();
  const [mail] = await mailed();
  const read = async <Part>(path: string) =>
    (await call(`/api/applications/${ref}${path}`, { headers })).json() as Promise<Part>;
  const application = await read<ReceivedApplication>("");
  const guidance = await read<Guidance>("/guidance");
  const about = { title: "Title", application, guidance };
  const page = (path: string, ...parts: ReactNode[]) =>
    inLanguage(language, () => {
      const router = { location: addressOf(path), basename: addressOf("/") };
      return textOf(renderToString(createElement(StaticRouter, router, createElement(Queries, null, ...parts))));
    });
  const published = async (path: string) => textOf((await inLanguage(language, () => render(addressOf(path)))).page);
  return {
    dated: {
      "/thank-you": page("/thank-you", createElement(Top, about), createElement(CompanyFigures)),
      "/results": page("/results", createElement(Received, about)),
      mail: textOf(mail?.text ?? ""),
      "mail in HTML": textOf(mail?.html ?? ""),
    },
    undated: {
      "/faq": await published("/faq"),
      "/contact with its toast": `${inLanguage(language, messageReceived)} ${await published("/contact")}`,
    },
  };
}

function textOf(html: string) {
  return html
    .replace(/<!-- -->/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");
}
