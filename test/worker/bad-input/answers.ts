import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { callWith, strict } from "../call.ts";
import { databaseWith } from "../database.ts";
import { randomFrom, seed } from "../faults.ts";
import { existing, type GoodRequests, hasBody, mediaType, nameOf, storeOneOfEach } from "../good-requests.ts";
import { addressOf, type Route } from "../routes.ts";
import { signedIn } from "../staff.ts";
import { type Input, randomInput } from "./inputs.ts";

/** No input gets a 5xx; every answer is a documented status in the one shape, without stack or SQL. */

const PARALLEL = 50;
const MANY_MINUTES = 2 * 60 * 60_000;
/** Per endpoint, of which there are many: hence far fewer in the short run. */
const RANDOM_INPUTS = env.LONG ? 50_000 : 10;
const ENOUGH_COMPLAINTS = 5;
const DOCUMENTED = [200, 201, 202, 400, 401, 403, 404, 405, 409, 410, 413, 415, 422, 429];

/** Every test of the file begins with one of each thing. Whoever asks is a manager, whom every route lets in. */
const stored = databaseWith(async () => {
  const manager = await signedIn("manager");
  return { manager, requests: await storeOneOfEach(manager) };
});

export function testNamedInputs(route: Route, inputsFor: (requests: GoodRequests) => [string, Input][]) {
  test(`${nameOf(route)} answers every named bad input in the documented way`, { timeout: MANY_MINUTES }, async () => {
    const inputs = inputsFor(stored().requests);
    expect(inputs.length).toBeGreaterThan(5);
    const complaints = await complaintsAbout(route, inputs.length, (index) => inputs[index] as [string, Input]);
    expect(complaints, `seed ${seed}`).toEqual([]);
  });
}

export function testRandomInputs(route: Route) {
  test(`${nameOf(route)} answers random inputs in the documented way`, { timeout: MANY_MINUTES }, async () => {
    const random = randomFrom(seed);
    const next = (index: number): [string, Input] => [String(index), randomInput(route, stored().requests, random)];
    expect(await complaintsAbout(route, RANDOM_INPUTS, next), `seed ${seed}`).toEqual([]);
  });
}

async function complaintsAbout(route: Route, count: number, inputAt: (index: number) => [string, Input]) {
  const complaints: string[] = [];
  let made = 0;
  const visitor = async () => {
    while (made < count && complaints.length < ENOUGH_COMPLAINTS) {
      const [name, input] = inputAt(made++);
      const complaint = await complaintAbout(route, input);
      if (complaint) complaints.push(`${name}: ${complaint}`);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, visitor));
  return complaints;
}

/** What is wrong with the answer to this input, if anything is. */
async function complaintAbout(route: Route, { body, parameter, query = "", isRefused }: Input) {
  const { manager, requests } = stored();
  const answer = await callWith(
    route.pattern === "/api/session" ? strict : env,
    addressOf(route, parameter ?? existing(route, requests)) + query,
    {
      method: route.method,
      headers: { "content-type": mediaType(route), ...manager.headers },
      ...(hasBody(route) && { body: body ?? "{}" }),
    },
  );
  const text = await answer.text();
  if (!DOCUMENTED.includes(answer.status)) return `${answer.status} ${text}`;
  // What succeeds may repeat what was sent.
  if (answer.status < 400) return isRefused ? `it was accepted: ${text}` : undefined;
  if (/SQLITE|D1_|\bselect .* from\b|\n\s+at |\.ts:\d/i.test(text)) return `it shows how we are built: ${text}`;
  const envelope = JSON.parse(text);
  const isEnvelope = envelope.ok === false && envelope.success === false && /^[A-Z]/.test(envelope.error);
  return isEnvelope ? undefined : `not the shape of errors: ${text}`;
}
