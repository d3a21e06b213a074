import type { Answer, Call } from "../../web/wire.ts";

/** What the server would say: for each route, by its pattern, the body of its answer, or what makes one of a request. */
export type Answers = {
  [Name in Call as Address<Name>]?: Answer<Name> | ((call: Made) => Answer<Name> | Response);
};
type Address<Name extends Call> = Name extends `${infer Method} ${infer Path}` ? `${Method} /api${Path}` : never;

/** A call as the screen made it. */
export interface Made {
  /** Method and address, as 'POST /api/desk/applications/a1/claim'. */
  name: string;
  /** The values in the pattern's places, by their names. */
  places: Record<string, string>;
  search: URLSearchParams;
  headers: Headers;
  body: unknown;
}

/** A refusal, as the server words it. */
export function refused(status: number, error: string) {
  return Response.json({ ok: false, success: false, error }, { status });
}

/** Answers every call of the page from `answers`, and keeps what was asked. What nobody answers is a fault of the test. */
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
