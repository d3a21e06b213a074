import { type APIRequestContext, test as base, expect } from "@playwright/test";
import { ownSiteOf } from "./own-sites.ts";

export { expect };

/**
 * Every journey fails on a console error: an exception, a hydration mismatch or a policy violation. Failed calls and
 * missing pages are the journey's own business; pictures on other sites, as in xss.spec.ts, do not count.
 */
export const test = base.extend<{ complaints: string[] }>({
  baseURL: ({ baseURL }, use, { file }) => use(ownSiteOf(file) ?? baseURL),
  request: ({ request }, use) => use(askingAgain(request)),
  context: ({ context }, use) => {
    askingAgain(context.request);
    return use(context);
  },
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = [];
      context.on("weberror", (error) => complaints.push(error.error().message));
      context.on("console", (message) => {
        const { url } = message.location();
        const { hostname, pathname } = new URL(url || "about:blank");
        const isFailedCall = pathname.startsWith("/api/");
        const isElsewhere = hostname.endsWith(".example");
        const isMissingPage = message.text().startsWith("Failed to load resource") && url === message.page()?.url();
        const isOurs = !isFailedCall && !isMissingPage && !isElsewhere;
        if (message.type() === "error" && isOurs) complaints.push(`${message.text()} ${url}`);
      });
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * The local server ends a connection that was idle for 15 seconds. A request that is under way on it then is sent again,
 * as browsers do.
 */
export function askingAgain(request: APIRequestContext) {
  const { fetch } = request;
  request.fetch = ((to, options) => fetch.call(request, to, { maxRetries: 1, ...options })) as typeof fetch;
  return request;
}
