import { env } from "cloudflare:workers";
import { seed } from "../faults.ts";
import { nameOf } from "../good-requests.ts";
import { apiRoutes } from "../routes.ts";
import { testNamedInputs } from "./answers.ts";
import { mostPlaces, namedInputs } from "./inputs.ts";

/** One route with each kind of guard gets every bad address and body. */
const EACH_GUARD = ["POST /api/contact", "GET /api/applications/:ref", "GET /api/desk/queue", "POST /api/media"];
/** Others get one in so many, which shows that they have the guards, and of bad values for their own fields more. The seed chooses which. */
const [SHARE, SHARE_OF_VALUES] = [12, 8];

testNamedInputs(apiRoutes, (route, requests) => {
  // The long run puts every value into every field, the short one each value into one field, by the seed.
  const turns = env.LONG ? Array.from({ length: mostPlaces(requests) }, (_, turn) => turn) : [seed];
  const { guarded, values } = namedInputs(route, requests, turns);
  const isWhole = env.LONG || EACH_GUARD.includes(nameOf(route));
  const some = (inputs: typeof values, share: number) =>
    isWhole ? inputs : inputs.filter((_, index) => index % share === seed % share);
  return [...some(guarded, SHARE), ...some(values, SHARE_OF_VALUES)];
});
