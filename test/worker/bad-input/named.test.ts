import { env } from "cloudflare:workers";
import { seed } from "../faults.ts";
import { apiRoutes } from "../routes.ts";
import { setUp, testNamedInputs } from "./answers.ts";
import { mostPlaces, namedInputs } from "./inputs.ts";

setUp();

for (const route of apiRoutes) {
  testNamedInputs(route, (requests) => {
    // The long run puts every value into every field; the short one each into one, whose turn it is by the seed.
    const turns = env.LONG ? Array.from({ length: mostPlaces(requests) }, (_, turn) => turn) : [seed];
    return namedInputs(route, requests, turns);
  });
}
