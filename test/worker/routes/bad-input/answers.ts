import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { callWith, strict } from "../../calls/call.ts";
import { databaseWith } from "../../database.ts";
import { type Colleague, signedIn } from "../../staff/staff.ts";
import { randomFrom, seed } from "../faults.ts";
import { existing, type GoodRequests, hasBody, mediaType, nameOf, storeOneOfEach } from "../good-requests.ts";
import { addressOf, type Route } from "../routes.ts";
import { type Input, randomInput } from "./inputs.ts";

/** No input gets a 5xx. Every answer has a documented status and the usual form, without stack or SQL. */

const PARALLEL = 50;
const MANY_MINUTES = 2 * 60 * 60_000;
/** Per endpoint, and there are many, so far fewer in the short run. */
const RANDOM_INPUTS = env.LONG ? 10_000 : 4;
const ENOUGH_COMPLAINTS = 5;
const DOCUMENTED = [200, 201, 202, 400, 401, 403, 404, 405, 409, 410, 413, 415, 422, 426, 429];

/** The member who asks, and one of each thing to ask for. */
interface Stored {
  manager: Colleague;
  requests: GoodRequests;
}

/** Stores one of each thing before each test, and signs in a manager. Call it: files share this module. */
function oneOfEach() {
  return databaseWith<Stored>(async () => {
    const manager = await signedIn("manager");
    return { manager, requests: await storeOneOfEach(manager) };
  });
}

export function testNamedInputs(
  routes: Route[],
  inputsFor: (route: Route, requests: GoodRequests) => [string, Input][],
) {
  const stored = oneOfEach();
  for (const route of routes) {
    test(`${nameOf(route)} answers every named bad input in the documented way`, {
      timeout: MANY_MINUTES,
    }, async () => {
      const inputs = inputsFor(route, stored().requests);
      expect(inputs.length).toBeGreaterThan(5);
      const next = (index: number) => inputs[index] as [string, Input];
      expect(await complaintsAbout(route, stored(), inputs.length, next), `seed ${seed}`).toEqual([]);
    });
  }
}

export function testRandomInputs(routes: Route[]) {
  const stored = oneOfEach();
  for (const route of routes) {
    test(`${nameOf(route)} answers random inputs in the documented way`, { timeout: MANY_MINUTES }, async () => {
      const random = randomFrom(seed);
      const next = (index: number): [string, Input] => [String(index), randomInput(route, stored().requests, random)];
      expect(await complaintsAbout(route, stored(), RANDOM_INPUTS, next), `seed ${seed}`).toEqual([]);
    });
  }
}

async function complaintsAbout(
  route: Route,
  stored: Stored,
  count: number,
  inputAt: (index: number) => [string, Input],
) {
  const complaints: string[] = [];
  let made = 0;
  const visitor = async () => {
    while (made < count && complaints.length < ENOUGH_COMPLAINTS) {
      const [name, input] = inputAt(made++);
      const complaint = await complaintAbout(route, stored, input);
      if (complaint) complaints.push(`${name}: ${complaint}`);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, visitor));
  return complaints;
}

/** What is wrong with the answer to this input, if anything. */
async function complaintAbout(
  route: Route,
  { manager, requests }: Stored,
  { body, parameter, query = "", isRefused }: Input,
) {
  const answer = await callWith(
    // New bindings, because the health of the site is kept for each for a while.
    route.pattern === "/api/session" ? strict : { ...env },
    addressOf(route, parameter ?? existing(route, requests)) + query,
    {
      method: route.method,
      headers: { "content-type": mediaType(route), ...manager.headers },
      ...(hasBody(route) && { body: body ?? "{}" }),
    },
  );
  const text = await answer.text();
  if (!DOCUMENTED.includes(answer.status)) return `${answer.status} ${text}`;
  // A success may repeat what was sent.
  if (answer.status < 400) return isRefused ? `it was accepted: ${text}` : undefined;
  if (/SQLITE|D1_|\bselect .* from\b|\n\s+at |\.ts:\d/i.test(text)) return `it shows how we are built: ${text}`;
  const envelope = JSON.parse(text);
  const isEnvelope = envelope.ok === false && envelope.success === false && /^[A-Z]/.test(envelope.error);
  return isEnvelope ? undefined : `not the shape of errors: ${text}`;
}
