import { expect, test } from "@playwright/test";
import { addressOf } from "../../db/model/site/address.ts";
import { budget } from "../bench/budget.ts";
import { readHtml } from "./html.ts";
import { differencesOf } from "./twins.ts";

const pages = [
  ...Object.keys(budget).filter((path) => !path.startsWith("/blog/")),
  ...["/blog?q=nothing+like+it", "/newsletter?token=x", "/unsubscribe?token=x"],
  "/calculator?price=25000&tradeIn=10000&owedOnTradeIn=12000&down=2000&rate=13.34&months=72&loanFee=500",
  "/calculator?want=price&payment=450&down=2000&rate=13&months=60&vehicle=new&electric=yes",
];

for (const path of pages) {
  test(`${path} says the same in both languages`, async ({ request }) => {
    const [english, spanish] = [await readHtml(request, path), await readHtml(request, addressOf(path, "es"))];
    expect(differencesOf(english.document, spanish.document)).toEqual({});
  });
}
