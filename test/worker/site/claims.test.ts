import { afterEach, expect, test, vi } from "vitest";
import { addressOf } from "../../../db/model/site/address.ts";
import type { ClaimName } from "../../../db/model/site/claim.ts";
import { register } from "../../../web/copy/claims/register.ts";
import { pageRoutes, render } from "../../../web/start/render.tsx";
import { inLanguage } from "../../../worker/http/language.ts";

/** What the public pages say of claims, in a demonstration and on a live site. */

/** The pages that everybody reads. What /results and /thank-you show stands on the others, too. */
const pages = pageRoutes.filter(({ path, isListed }) => isListed && !path.includes(":")).map(({ path }) => path);

afterEach(() => vi.unstubAllEnvs());

function unsaid(...names: ClaimName[]) {
  vi.stubEnv("VITE_UNSAID_CLAIMS", names.join("|"));
}

async function textOf(path: string, language: "en" | "es" = "en") {
  const { head, page } = await inLanguage(language, () =>
    render(addressOf(path), { forecast: { outcomes: 12, measures: null }, stories: [] }),
  );
  const descriptions = [...head.matchAll(/content="([^"]*)"/g)].map(([, content]) => content).join(" ");
  return `${descriptions} ${page.replace(/<[^>]*>/g, " ")}`.replace(/\s+/g, " ");
}

async function textsOf(language: "en" | "es" = "en") {
  return new Map(await Promise.all(pages.map(async (path) => [path, await textOf(path, language)] as const)));
}

test("the register names every page that says a claim: those that change when it is left out", async () => {
  unsaid();
  const said = await textsOf();
  const changed: Record<string, string[]> = {};
  const named: Record<string, string[]> = {};
  for (const { name, where } of register.filter(({ instead }) => instead !== null)) {
    unsaid(name);
    changed[name] = [...(await textsOf())].filter(([path, text]) => text !== said.get(path)).map(([path]) => path);
    named[name] = pages.filter((path) => where[0] === "every page" || where.includes(path));
  }
  expect(changed).toEqual(named);
});

test.each(["en", "es"] as const)(
  "a live site for which nothing is proven makes no claim that it could leave out (%s)",
  async (language) => {
    unsaid(...register.filter(({ instead }) => instead !== null).map(({ name }) => name));
    const claimed =
      /\b(27|50|15|20|12|8|300|45|100|120)\+|1997|91%|2 (to|a) 4 (hours|horas)|94%|3\.99|84 (months,|meses,) y|10-20%/;
    for (const [path, text] of await textsOf(language)) {
      expect({ path, claimed: claimed.exec(text)?.[0] }).toEqual({ path, claimed: undefined });
    }
  },
);

test("a demonstration says so on every page, and a live site does not", async () => {
  const demonstrations = await textsOf();
  unsaid();
  const live = await textsOf();
  for (const path of pages) {
    expect(demonstrations.get(path)).toContain("Demo: figures are not proven.");
    expect(live.get(path)).not.toContain("Demo:");
  }
});
