import type { ExtractSchema } from "hono/types";
import type { ClientErrorStatusCode, ServerErrorStatusCode } from "hono/utils/http-status";
import type { api } from "../worker/api/index.ts";

/** The API's types, taken from the Worker's handlers. Types only, so none of its code gets into the browser. */

type Routes = ExtractSchema<typeof api>;

/** Every call that the Worker takes, as 'POST /desk/case/:id/claim'. */
export type Call = {
  [Path in keyof Routes]: keyof Routes[Path] extends `$${infer Verb}` ? `${Uppercase<Verb>} ${Path & string}` : never;
}[keyof Routes];

type Route<Name extends Call> = Name extends `${infer Verb} ${infer Path extends keyof Routes}`
  ? Routes[Path][`$${Lowercase<Verb>}` & keyof Routes[Path]]
  : never;

/** What a call carries: what stands in the places of its path, by their names, and its body as `json`. */
export type Input<Name extends Call> =
  Route<Name> extends { input: infer Given }
    ? Omit<Given, "param"> & (Given extends { param: infer Places } ? Places : unknown)
    : never;

/** What a call answers in JSON when it does what it was asked: times are ISO texts. */
export type Answer<Name extends Call> =
  Exclude<Extract<Route<Name>, { outputFormat: "json" }>, { status: Refused }> extends { output: infer Output }
    ? Output
    : never;

type Refused = ClientErrorStatusCode | ServerErrorStatusCode;
