import { expect, test } from "vitest";
import { slugify, typedSlug } from "../../../db/model/blog/blog-post.ts";

const slugs = {
  "Straße nach Łódź": "strasse-nach-lodz",
  STRAẞE: "strasse",
  "Đà Nẵng": "da-nang",
  "Smørrebrød på Ærø": "smorrebrod-pa-aero",
  "Æther œuvre": "aether-oeuvre",
  "Þór og Guðrún": "thor-og-gudrun",
  "Ilgın ve İzmir": "ilgin-ve-izmir",
  "Ħal Għaxaq": "hal-ghaxaq",
  "Bəxtiyar, Ŋaga, Ɗan": "bextiyar-naga-dan",
  "Reﬁnancing: cash ﬂow oﬃce": "refinancing-cash-flow-office",
  "Ｆｕｌｌ　ｗｉｄｔｈ １２３": "full-width-123",
  "Ǆ, ǉ, ŉ": "dz-lj-n",
  "2½ cars² ①": "2-cars",
  "Año nuevo: ¿qué comprar?": "ano-nuevo-que-comprar",
};

for (const [title, slug] of Object.entries(slugs)) {
  test(`the slug of '${title}' is ${slug}`, () => expect(slugify(title)).toBe(slug));
}

test("every Latin letter of Europe's languages leaves a letter in a slug", () => {
  for (let code = 0xc0; code <= 0x17f; code++) {
    const letter = String.fromCodePoint(code);
    if ("×÷".includes(letter)) continue;
    expect(slugify(letter), letter).toMatch(/^[a-z]{1,2}$/);
  }
});

test("what is typed as a slug keeps the specification's letters only", () => {
  expect(typedSlug("Straße & Más_1")).toBe("strae--mas1");
});
