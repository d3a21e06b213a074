import { call } from "../../web/api.ts";

/** Wrong calls, for the compiler alone: it fails where it would let one through. */
export const misuses = () => [
  // @ts-expect-error no handler has this address
  call("POST /desk/case/:id/clam", { id: "a1" }),
  // @ts-expect-error its handler answers POST only
  call("PUT /desk/case/:id/claim", { id: "a1" }),
  // @ts-expect-error the place in the address is not filled
  call("POST /desk/case/:id/claim"),
  // @ts-expect-error there is no such place in the address
  call("POST /desk/case/:id/claim", { id: "a1", ref: "r1" }),
  // @ts-expect-error the body is missing
  call("POST /desk/case/:id/notes", { id: "a1" }),
  // @ts-expect-error a field of the body has another name
  call("POST /desk/case/:id/notes", { id: "a1", json: { words: "Call back" } }),
  // @ts-expect-error there is a field too many
  call("POST /desk/case/:id/notes", { id: "a1", json: { text: "Call back", by: "max" } }),
  // @ts-expect-error no such paper
  call("POST /desk/case/:id/papers", { id: "a1", json: { paper: "passport", received: true } }),
  // @ts-expect-error its handler takes no body
  call("POST /desk/case/:id/claim", { id: "a1", json: { text: "Call back" } }),
  // @ts-expect-error the answer has no such fact
  call("GET /desk/members").then(({ lenders }) => lenders),
];
