import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { exampleApplication } from "../../db/model/form/example.ts";

/** The local server puts its mail there. */
const MAILS = ".wrangler/tmp/email";
const FILES = ["/sitemap.xml", "/rss.xml", "/robots.txt"];

test("pages and files name the served address, and no other", async ({ request, baseURL }) => {
  for (const path of ["/", "/faq", "/blog", "/blog/how-to-read-an-apr", ...FILES]) {
    expect(localAddressesIn(await (await request.get(path)).text()), path).toEqual([baseURL]);
  }
});

test("links in mails lead to the address where the site is served", async ({ request, baseURL }) => {
  // Mails greet by first name, so this journey can find its own.
  const firstName = `Maria${crypto.randomUUID().replace(/[^a-f]/g, "")}`;
  const application = exampleApplication({ fullName: `${firstName} Lopez`, email: "maria@example.com" });
  expect((await request.post("/api/applications/submit", { data: application })).status()).toBe(201);
  const mail = () => mails().find((text) => text.includes(firstName)) ?? "";
  await expect.poll(mail).not.toBe("");
  expect(localAddressesIn(mail())).toEqual([baseURL]);
});

test("a slash too many leads to the address without it", async ({ baseURL }) => {
  for (const [path, target] of [
    ["/faq/", "/faq"],
    ["/faq/?from=mail&x=%2F", "/faq?from=mail&x=%2F"],
    ["/blog/?q=apr", "/blog?q=apr"],
    ["/blog/how-to-read-an-apr/", "/blog/how-to-read-an-apr"],
    ["/desk/queue/", "/desk/queue"],
    ["//example.com/", "/example.com"],
    ["/\\example.com/", "/example.com"],
    ["//", "/"],
  ]) {
    // Not with Playwright's client, which takes two slashes for a host.
    const response = await fetch(`${baseURL}${path}`, { redirect: "manual" });
    expect([path, response.status, response.headers.get("location")]).toEqual([path, 308, target]);
  }
});

test("an unknown API address stays one with a slash", async ({ request }) => {
  for (const path of ["/api/", "/api/blog/", "/api/no-such/"]) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(404);
    expect(await response.json(), path).toMatchObject({ ok: false });
  }
});

function localAddressesIn(text: string) {
  // Mails break long lines.
  const whole = text.replace(/=\r?\n/g, "");
  return [...new Set(whole.match(/http:\/\/(localhost|127\.0\.0\.1)(:\d+)?/g))];
}

function mails() {
  if (!existsSync(MAILS)) return [];
  const files = readdirSync(MAILS, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => readFileSync(`${parentPath}/${name}`, "utf8"));
}
