import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "../test.ts";

/** What happens to a page if a script was missing once, as while a new version is being published. */

// A page of the form and one for reading. A long run adds an applicant's, an author's and a staff page, and Spanish.
const PAGES = process.env.LONG
  ? [
      ...["/", "/blog", "/contact", "/calculator", "/apply", "/apply/contact", "/apply/banking-credit"],
      ...["/apply/review", "/results", "/thank-you", "/blog/new", "/desk/queue", "/es/apply/contact", "/es/results"],
    ]
  : ["/", "/apply/contact"];

// The browser logs missing files to the console.
test.afterEach(({ complaints }) => {
  expect(complaints.filter((complaint) => !complaint.includes("Failed to load resource"))).toEqual([]);
  complaints.length = 0;
});

test("the next visit to a page gets each script that was missing once", async ({ page, request, baseURL }) => {
  test.setTimeout(PAGES.length * 60_000);
  for (const path of PAGES) {
    const html = await (await request.get(path)).text();
    const scripts = [...new Set(html.match(/\/assets\/[\w-]+\.js/g))];
    expect(scripts.length).toBeGreaterThan(0);
    // At a new address, where nothing is cached.
    const site = await siteThatMissesOnce(baseURL as string, scripts);
    // What a script brings is requested on the visit after the one that misses it. Some bring what brings more.
    for (const status of [undefined, undefined, 404, 200]) {
      await page.goto(site.address + path);
      if (!status) continue;
      const without = () => scripts.filter((script) => !site.answers.get(script)?.includes(status));
      await expect.poll(without, `${path}: not answered by ${status}`).toEqual([]);
    }
    // So that the page asks a closed site for nothing.
    await page.goto("about:blank");
    site.close();
  }
});

/** The site, but the first request for each of these files goes to a missing one. Records its answers. */
async function siteThatMissesOnce(baseURL: string, files: string[]) {
  const answers = new Map<string, number[]>();
  const server = createServer(({ url = "/", headers }, response) => {
    const isMissing = files.includes(url) && !answers.has(url);
    const asked = get(baseURL + (isMissing ? url.replace(".js", "-gone.js") : url), { headers, agent: false });
    asked.on("response", (answer) => {
      answers.set(url, [...(answers.get(url) ?? []), answer.statusCode ?? 0]);
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    });
    asked.on("error", () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://localhost:${port}`, answers, close: () => server.close() };
}
