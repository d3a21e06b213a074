import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { exampleApplication } from "../../db/model/form/example.ts";
import { addressOf } from "../../db/model/site/address.ts";
import { mailsAbout, ownName } from "../journeys/mail.ts";
import { invalidIn } from "./valid.ts";

/** Every page as it is served. */

const lists = ["web/routes.tsx", "web/desk/routes.tsx"].map((file) => readFileSync(file, "utf8")).join("");
const routes = [...lists.matchAll(/page\("([^"]+)"/g)].map(([, path = ""]) => path);
const ANY = { ":slug": "how-to-read-an-apr", ":id": "x", "*": "/no-such-page" };
const pages = routes.map((path) => path.replace(/:\w+|\*/, (name) => ANY[name as keyof typeof ANY]));
const withWords = [
  "/blog?q=nothing+like+it",
  "/calculator?price=25000&tradeIn=10000&owedOnTradeIn=12000&down=2000&rate=13.34&months=72&loanFee=500",
  "/calculator?want=price&payment=450&down=2000&rate=13&months=60&vehicle=new&electric=yes",
  "/calculator?price=x&rate=-1",
  ...["newsletter", "unsubscribe", "lead"].map((name) => `/${name}?token=x`),
];

test("every page is valid HTML in both languages", async ({ request }) => {
  const sitemap = await (await request.get("/sitemap.xml")).text();
  const posts = [...sitemap.matchAll(/<loc>[^<]*?((\/es)?\/blog\/[^<]+)/g)].map(([, path = ""]) => path);
  expect(posts.length).toBeGreaterThan(3);
  expect(pages.length).toBeGreaterThan(40);
  for (const path of new Set([
    ...[...pages, ...withWords].flatMap((each) => [each, addressOf(each, "es")]),
    ...posts,
  ])) {
    const response = await request.get(path, { headers: { accept: "text/html" } });
    expect(response.headers()["content-type"], path).toContain("text/html");
    expect(await invalidIn(await response.text()), path).toEqual([]);
  }
});

test("what a form is answered with is valid HTML", async ({ request }) => {
  for (const path of ["/lead", "/lead/papers/x", "/newsletter", "/unsubscribe", "/es/unsubscribe"]) {
    const response = await request.post(path, { form: { token: "x" } });
    expect(await invalidIn(await response.text()), path).toEqual([]);
  }
});

test("a mail is valid HTML", async ({ request }) => {
  const firstName = ownName();
  const application = exampleApplication({ fullName: `${firstName} Lopez`, email: "maria@example.com" });
  expect((await request.post("/api/applications/submit", { data: application })).ok()).toBe(true);
  const mail = () => mailsAbout(firstName).find((text) => text.startsWith("<!doctype")) ?? "";
  await expect.poll(mail).not.toBe("");
  expect(await invalidIn(mail())).toEqual([]);
});
