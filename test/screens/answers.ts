import type { Answer, Call } from "../../web/wire.ts";

/** The server's answers by route pattern: a body, or a function that makes one from the request. */
export type Answers = {
  [Name in Call as Address<Name>]?: Answer<Name> | ((call: Made) => Answer<Name> | Response);
};
type Address<Name extends Call> = Name extends `${infer Method} ${infer Path}` ? `${Method} /api${Path}` : never;

/** A call that the screen made. */
export interface Made {
  /** Method and address: 'POST /api/desk/applications/a1/claim'. */
  name: string;
  /** The values of the pattern's parameters, by name. */
  places: Record<string, string>;
  search: URLSearchParams;
  headers: Headers;
  body: unknown;
}

/** A refusal in the server's words. */
export function refused(status: number, error: string) {
  return Response.json({ ok: false, success: false, error }, { status });
}

/** Answers the page's calls from `answers`, and records them. A call without an answer is a mistake in the test. */
export function answering(answers: Answers) {
  const asked: Made[] = [];
  const patterns = Object.entries(answers).map(([name, answer]) => {
    const [method, path = ""] = name.split(" ");
    return { method, pattern: new URLPattern({ pathname: path }), answer };
  });
  const fetch = async (input: string | URL | Request, init: RequestInit = {}) => {
    const url = new URL(String(input instanceof Request ? input.url : input), location.href);
    const method = init.method ?? "GET";
    const found = patterns.find((each) => each.method === method && each.pattern.test(url));
    const name = `${method} ${url.pathname}`;
    if (!found) throw new Error(`No answer to ${name}`);
    const places = (found.pattern.exec(url)?.pathname.groups ?? {}) as Record<string, string>;
    const body = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
    const made = { name, places, search: url.searchParams, headers: new Headers(init.headers), body };
    asked.push(made);
    // No network answers at once.
    await new Promise((resolve) => setTimeout(resolve));
    const answer = await (typeof found.answer === "function" ? found.answer(made) : found.answer);
    return answer instanceof Response ? answer : Response.json(answer);
  };
  return { fetch: fetch as typeof globalThis.fetch, asked };
}

/** An XMLHttpRequest that asks this `fetch`: uploads use it for their progress. */
export function uploadingWith(fetch: typeof globalThis.fetch) {
  return class {
    upload = {};
    status = 0;
    statusText = "";
    responseText = "";
    onload = () => {};
    onerror = () => {};
    request: [path: string, method: string] = ["", ""];

    open(method: string, path: string) {
      this.request = [path, method];
    }
    setRequestHeader() {}
    async send() {
      const [path, method] = this.request;
      try {
        const response = await fetch(path, { method });
        Object.assign(this, { status: response.status, responseText: await response.text() });
      } catch {
        return this.onerror();
      }
      this.onload();
    }
  };
}
