import { expect, test } from "vitest";
import { contactAgainConsent, introductionConsent, shownTexts } from "../../../db/model/consent/consent.ts";
import { archive } from "../../../db/model/consent/consent-archive.ts";
import { sha256 } from "../../../worker/hash.ts";
import { inLanguage } from "../../../worker/http/language.ts";

/** All published texts. Add lines, but never change or remove one, because evidence names these texts. */
const published = {
  "esign-1": "b4018d211f6335bf06030484b515eb64a91d388cd59ef90ebbdc9e22fea82a66",
  "contact-1": "012f9f0168240b7003e8ef1f93842c970c56e3f5ab442674df7b8c931ea9328b",
  "electronic-1": "23b74c6099e4cf21879435bfaf0f859d1b8a4c8c4e6dc8d6f974442d0f17aa6c",
  "accurate-1": "2f0267c4bce15adbeac88fde808234288665db1c3b386d2473f7f8c2e27ac99a",
  "introduction-1": "7e4c9d9e66eea50e31110382e62bcd6383929d1d6c7b4d6359911d5a84e20dd5",
  "contact-again-1": "8685d9892eab1752521dfb01af467164a6b0592848499449eb7ff777646680b4",
  "newsletter-1": "2faecc1bbeaefdf8edcce2b38e187fc76313ddd28a9623ae416a837f9b8159b7",
  "esign-1-es": "582a19925ed2e339517fa8661fb068c5b0fc5179ce799c209f8ac7ec2c7f860c",
  "contact-1-es": "c33a02fe81d30b3876f6c4b80489a6b9845380ca119481a192ecb496f3e0689b",
  "electronic-1-es": "a71fa2557bda36a2724c2046aa695519b57bb54e066024a3eeeb49ccd86112eb",
  "accurate-1-es": "8c652fd8dca08886831993492e2c97523f8556eb51e0baa7bbd1470ef14f0a89",
  "contact-again-1-es": "5921e0228f60d3491ea78d8cfc5f459c3b675b1ef64604ffcd12e7aff23c4f8d",
  "introduction-1-es": "a58da301ba73327acee01e5e7ebfdd9efe45f0f64993c7687a082921cf19b152",
  "newsletter-1-es": "8e2c5cd2dba1dc86079f4bc40d828ebd3469d800ea89b3b623b1376129aeb830",
  "contact-2": "84f149e7d8d69f94f39726941811ac23ea08aa1d7435b69e168233fc97cde130",
  "contact-2-es": "88bae4d70f3a232bf8bbdb5468085e879bc4fc057e9a5f8d7ce7c1d7cde9ed2f",
  "contact-again-2": "aaa0d2d7782e08333ff81ea70bf3e6611736b64a72d88e916563eb600d19b30a",
  "contact-again-2-es": "c8f1dc605f7f5fbbd21c10e750ec703e856fda5f57e840ae8d90039ef933e94c",
  "esign-2": "d795a28370f3ad69d09e4c78baa81424af02c638092141c0e5198a064b45b909",
  "esign-2-es": "d06662bb431a8df94920ad6c8c164b221dbc13f96b2a713fff788e0119c5f942",
  "phone-contact-1": "a203f72191628069adfa0afa227bdfd78cb8d1d3f235c6eb02006e25c98fcbe1",
  "phone-electronic-1": "71a2d564a7f845bc5539433d24a44c79872f10b9408e556d979dc8265c012204",
  "phone-accurate-1": "fadcb4f0831b074b230be38b1f9d76e127392f6c72f6e5087338ba16774bf681",
  "phone-contact-1-es": "e2d18ac55b885417c4b8cf9de8cbe135f54ba6b769e7f3ae05756ba04d59ce81",
  "phone-electronic-1-es": "7286c8fe796c9479077040542be8d67741eee913e59001c1a25d52a097fe5efb",
  "phone-accurate-1-es": "b9b3830cd62a4732931676c70bb96db8cf8fec2a778c258eab6f188029190c46",
  "story-1": "f190334553cc47a389e8b4dd2d240968f5e0d5a1be03ebc23ab949d4bc48ba5e",
  "story-1-es": "46346002a174789859c714faddb79c8eaa29e421c09667acc042c8d8e52992aa",
  "introduction-papers-1-es": "31fcb7598b2734fa5db4b1982b9c5de6220f308f4617df524c749c99f76a2315",
  "introduction-papers-1": "fac49309cdf93852c4af6861410410ebb0e0c9cea9f0ed3bfaf6d42c3be9c51a",
};

test("no consent text that was published has changed or gone", async () => {
  const inArchive = archive.map(async ({ id, text }) => [id, await sha256(text)]);
  expect(Object.fromEntries(await Promise.all(inArchive))).toEqual(published);
  expect(Object.fromEntries(archive.map(({ id, sha256 }) => [id, sha256]))).toEqual(published);
  expect(new Set(archive.map(({ id }) => id)).size).toBe(archive.length);
});

test("today's consents name what we do: calls by people, and email", async () => {
  for (const language of ["en", "es"] as const) {
    const asked = inLanguage(language, () => [...shownTexts(), contactAgainConsent(), introductionConsent()]);
    for (const { title, text } of asked) {
      expect(`${title} ${text}`).not.toMatch(
        /STOP|\btexts?\b|SMS|mensajes? de texto|[Aa]utomat|prerecorded|rates|tarifas|[Ff]requency|[Ff]recuencia|by phone|por teléfono/,
      );
    }
    const contact = asked.filter(({ id }) => id.startsWith("contact-"));
    expect(contact).toHaveLength(2);
    for (const { text } of contact) {
      expect(text).toMatch(
        language === "en"
          ? /may call and email me .+ not a condition of any purchase/
          : /llamarme y enviarme correos .+ no es condición de ninguna compra/,
      );
      expect(text).toMatch(
        language === "en" ? /I can stop at any time:/ : /Puedo detener estas comunicaciones en cualquier momento:/,
      );
    }
  }
});

test("each text has the same names, figures and values in both languages", () => {
  const pairs = archive
    .filter(({ language }) => language === "en")
    .map((english) => ({ english, spanish: archive.find(({ id }) => id === `${english.id}-es`) }));
  expect(pairs.length * 2).toBe(archive.length);
  for (const { english, spanish } of pairs) {
    expect(spanish).toMatchObject({ language: "es" });
    expect(fixedIn(spanish?.text)).toEqual(fixedIn(english.text));
  }
});

/** The parts of a text that are the same in every language. */
function fixedIn(text = "") {
  return text.match(/Bluebonnet Auto PreQual|STOP|\{\w+\}|\d+/g)?.sort();
}
