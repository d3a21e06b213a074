import type { GoodRequests } from "../good-requests.ts";
import { hasBody, nameOf } from "../good-requests.ts";
import type { Route } from "../routes.ts";

/** Inputs that people, programs and attackers may send, by mistake or on purpose: named ones and random ones. */

/** Without `parameter`, the address names something that exists. `isRefused`: a refusal is the only right answer. */
export type Input = { body?: string | Uint8Array; parameter?: string; query?: string; isRefused?: boolean };

/** All query names that routes read. */
const QUERY = ["q", "limit", "cursor"];
/** Without `q` and `show`, whose bad values hide those after them. Random inputs have all. */
const DESK_QUERY = ["cursor", "owner", "since"];

const long = (length: number) => "x".repeat(length);

export const badTexts: Record<string, string> = {
  empty: "",
  blanks: "   \t ",
  "a null byte": "Mar\0ia",
  "C1 controls": "a\u0085\u009fb",
  "a lone high surrogate": "a\ud800b",
  "zero-width characters only": "\u200b\u200c\u200d\u2060\ufeff",
  "right-to-left override": "\u202egnp.exe",
  "Arabic ligature that grows under NFKC": "\ufdfa".repeat(50),
  "a Turkish i": "İıİı",
  "a BOM": "\ufeff{}",
  "line breaks": "a\r\nb\nc\rd",
  "code points that are no characters": "a\ufdd0b\ufffec\u{1ffff}d",
  "header injection": "a\r\nBcc: x@evil.test",
  "SQL quote": "'; drop table applications; --",
  "a LIKE pattern": "%_%",
  "an FTS query": 'title:a* OR "b" NEAR(c d)',
  "an unbalanced quote": '"',
  "a script": "<script>alert(1)</script>",
  "a javascript address": "javascript:alert(1)",
  "an inner address": "http://169.254.169.254/latest/meta-data",
  "a path upwards, encoded": "..%2f..%2fetc%2fpasswd",
  "an XML entity": '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>&b;',
  "a CSV formula": "=cmd|' /C calc'!A0",
  __proto__: "__proto__",
  toString: "toString",
  "the word null": "null",
  "a number as text": "1e309",
  "101 characters": long(101),
  "5001 characters": long(5001),
  "15 KB": long(15_000),
  "300 KB": long(300_000),
  "an expensive address": `${"a.".repeat(120)}@${"b.".repeat(100)}c`,
  "an address with two @": "a@b@c.co",
  "spaces for a regular expression": `${" ".repeat(10_000)}x`,
  "hyphens for a slug": "-".repeat(5000),
  "a date that is none": "2026-02-30T25:61:61Z",
  "a year beyond time": "+275761-01-01T00:00:00Z",
};
const badValues: Record<string, unknown> = {
  ...badTexts,
  null: null,
  true: true,
  false: false,
  zero: 0,
  "minus one": -1,
  "a half": 0.5,
  "beyond safe integers": 2 ** 53,
  "the largest number": Number.MAX_VALUE,
  "a list": [],
  "a list of lists": [[[[[]]]]],
  "a long list": Array(3000).fill(0),
  "an object": {},
  "an object with a length": { length: 10 },
  "an object with toString": { toString: "x", valueOf: 1 },
  "an object with a prototype": JSON.parse('{"__proto__": {"a": 1}}'),
  "an operator": { $gt: "" },
};
/** Whole bodies that are not JSON, or not the JSON we expect. */
const badBodies: Record<string, string | Uint8Array> = {
  nothing: "",
  null: "null",
  "a number": "7",
  "a text": '"text"',
  "a list": "[]",
  "an empty object": "{}",
  "half an object": '{"fullName":',
  NaN: '{"a":NaN}',
  "invalid UTF-8": new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  "a BOM": new Uint8Array([0xef, 0xbb, 0xbf, 0x7b, 0x7d]),
  "a null byte": "\0",
  "deep lists": "[".repeat(7000) + "]".repeat(7000),
  "a doubled key": '{"name":"Maria","name":null}',
  "prototype keys": '{"__proto__":{"fullName":"x"},"constructor":{"prototype":1}}',
  "many keys": `{${Array.from({ length: 1500 }, (_, n) => `"k${n}":1`).join()}}`,
};

const numbers = ["0", "1", "-1", "101", "1e3", "Infinity", "0x10", "1.5", "9".repeat(40), "1_2", "5_a", "٣"];
const cursors = ["1_", "_1", "1_1_1", `${"9".repeat(15)}_a`, `${"9".repeat(16)}_a`, "-1_a", "1_é", "1_' or 1=1"];
const references = [
  "%",
  "%00",
  "%zz",
  "%c0%80",
  "%F0%9F",
  "?",
  "#",
  "/",
  "//",
  ".",
  "..",
  "a/b",
  "id",
  "drafts",
  "new",
];
const badAddresses = Object.fromEntries([...numbers, ...cursors, ...references].map((text) => [`'${text}'`, text]));

const head = '--edge\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n';
const parts = {
  "no file": "--edge--",
  "an empty file": `${head}\r\n\r\n--edge--`,
  "a text in place of the file": '--edge\r\ncontent-disposition: form-data; name="file"\r\n\r\ntext\r\n--edge--',
  "a file that is no image": `${head}content-type: image/png\r\n\r\nnot an image\r\n--edge--`,
  "an svg": `${head}content-type: image/svg+xml\r\n\r\n<svg onload="alert(1)"/>\r\n--edge--`,
  "half an image": `${head}content-type: image/png\r\n\r\n\x89PNG\r\n\x1a\n\r\n--edge--`,
};
const anyBytes = Object.values({ ...badBodies, ...parts });
/** Those short enough to be sent many thousands of times. */
const anyText = Object.values(badTexts).slice(0, 25);

interface NamedInputs {
  /** Bad addresses and bodies that all routes refuse alike. */
  guarded: [string, Input][];
  /** Bad values for the route's own fields and cursor. */
  values: [string, Input][];
}

/** Named inputs for a route. Each turn puts a value into another field, so as many turns as fields try all. */
export function namedInputs(route: Route, { bodies }: GoodRequests, turns: number[]): NamedInputs {
  const name = nameOf(route);
  const example = bodies[name];
  if (route.pattern === "/api/media") {
    const bodies = (from: Record<string, string | Uint8Array>) =>
      Object.entries(from).map(([inputName, body]): [string, Input] => [inputName, { body }]);
    return { guarded: bodies({ ...badTexts, ...badBodies }), values: bodies(parts) };
  }
  const addresses = Object.entries({ ...badTexts, ...badAddresses }).map(([textName, text]): [string, Input] => [
    `address with ${textName}`,
    {
      parameter: text.toWellFormed().slice(0, 8000) || "x",
      query: queryWith(text, route.pattern.includes("/desk/") ? DESK_QUERY : QUERY),
      body: example && JSON.stringify({ ...example, ...withoutPassword(name) }),
    },
  ]);
  if (!hasBody(route)) {
    const places = [...numbers, ...cursors].map((text): [string, Input] => [
      `cursor of '${text}'`,
      { query: queryWith(text, ["cursor"]) },
    ]);
    return { guarded: addresses, values: places };
  }
  const whole = Object.entries(badBodies).map(([bodyName, body]): [string, Input] => [bodyName, { body }]);
  if (!example) return { guarded: [...addresses, ...whole], values: [] };
  const places = placesIn(example);
  const values = turns.slice(0, places.length).flatMap((turn) =>
    Object.entries(badValues).map(([valueName, value], index): [string, Input] => {
      const place = places[(index + turn) % places.length] as string[];
      const at = mayHold(name, value) ? place : ["password"];
      const input = {
        body: JSON.stringify(withValue(example, at, value)),
        isRefused: isOfAnotherKind(value, example, at),
      };
      return [`${at.join(".")} is ${valueName}`, input];
    }),
  );
  return { guarded: [...addresses, ...whole], values };
}

/** The largest number of fields in a body: this many turns put every value into every field. */
export function mostPlaces({ bodies }: GoodRequests) {
  return Math.max(...Object.values(bodies).map((body) => placesIn(body).length));
}

/** Every field of an example, nested ones too. */
function placesIn(example: Record<string, unknown>): string[][] {
  return Object.entries(example).flatMap(([field, value]) => {
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    const inner = isObject ? placesIn(value as Record<string, unknown>) : [];
    return [[field], ...inner.map((place) => [field, ...place])];
  });
}

function withValue(example: Record<string, unknown>, [field = "", ...inner]: string[], value: unknown) {
  const changed: unknown = inner.length ? withValue(example[field] as Record<string, unknown>, inner, value) : value;
  return { ...example, [field]: changed };
}

/** Whether no field like this could hold the value. Null may mean 'not answered', and a text may be a typed number. */
function isOfAnotherKind(value: unknown, example: Record<string, unknown>, place: string[]) {
  const good = place.reduce<unknown>((inner, field) => (inner as Record<string, unknown>)[field], example);
  const [given, wanted] = [kindOf(value), kindOf(good)];
  if (given === "null" || given === wanted || (given === "string" && wanted === "number")) return false;
  return wanted !== "null" || given === "list" || given === "object";
}

function kindOf(value: unknown) {
  return value === null ? "null" : Array.isArray(value) ? "list" : typeof value;
}

/** Sign-in is tried with one username, which soon reaches its limit. */
function mayHold(name: string, value: unknown) {
  return name !== "POST /api/session" || typeof value !== "string";
}

function queryWith(text: string, names: readonly string[]) {
  return `?${new URLSearchParams(names.map((name) => [name, text.slice(0, 8000 / names.length)]))}`;
}

/** One of endlessly many inputs, mixed from good and bad parts. */
export function randomInput(route: Route, { bodies }: GoodRequests, random: () => number): Input {
  const name = nameOf(route);
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
  if (route.pattern === "/api/media") return { body: randomBytes(random, pick) };
  const address: Input = {
    ...(random() >= shareOfExisting(route) && { parameter: randomText(random).toWellFormed() || "x" }),
    ...(random() < 0.5 && {
      query: queryWith(
        randomText(random),
        [...QUERY, ...DESK_QUERY, "show"].filter(() => random() < 0.5),
      ),
    }),
  };
  const example = bodies[name];
  if (!example || random() < 0.1) return { ...address, body: randomBytes(random, pick) };
  const body: Record<string, unknown> = { ...example, ...renewed(name, random) };
  const fields = Object.keys(example);
  for (let changes = 1 + Math.floor(random() * 3); changes > 0; changes--) {
    const value = randomValue(random, 3);
    const field = mayHold(name, value) ? pick(fields) : "password";
    if (random() < 0.15) delete body[field];
    else body[field] = value;
  }
  return { ...address, body: JSON.stringify(body) };
}

/** A new password takes a tenth of a second, so few inputs may get that far. */
const SHARE_OF_NEW_PASSWORDS = 0.001;

function shareOfExisting({ pattern }: Route) {
  return pattern.endsWith("/password") ? SHARE_OF_NEW_PASSWORDS : 0.5;
}

/** Values that must differ between requests; otherwise only the first would reach the database. */
function renewed(name: string, random: () => number) {
  if (name === "POST /api/blog") return { slug: `title-${Math.floor(random() * 2 ** 31)}` };
  return random() < SHARE_OF_NEW_PASSWORDS ? {} : withoutPassword(name);
}

/** Makes a good request fail just before it would hash a new password. */
function withoutPassword(name: string) {
  return name === "POST /api/desk/members" ? { role: "nobody" } : {};
}

function randomValue(random: () => number, depth: number): unknown {
  const kind = Math.floor(random() * (depth > 0 ? 8 : 6));
  switch (kind) {
    case 0:
      return null;
    case 1:
      return random() < 0.5;
    case 2:
      return Math.round((random() - 0.5) * 10 ** Math.floor(random() * 20));
    case 3:
      return (random() - 0.5) * 10 ** Math.floor(random() * 600 - 300);
    case 6:
      return Array.from({ length: Math.floor(random() * 4) }, () => randomValue(random, depth - 1));
    case 7:
      return Object.fromEntries(
        Array.from({ length: Math.floor(random() * 4) }, () => [randomText(random), randomValue(random, depth - 1)]),
      );
    default:
      return randomText(random);
  }
}

const ALPHABETS = [
  "abc XYZ-@.",
  "0123456789",
  "'\"`;%_\\/*",
  "\0\u0007\n\r\t\u007f",
  "éß\u0301\u200b\u202e",
  "\ud83d\ude00\ud800\udc00",
];

function randomText(random: () => number) {
  if (random() < 0.2) return anyText[Math.floor(random() * anyText.length)] as string;
  const alphabet = ALPHABETS[Math.floor(random() * ALPHABETS.length)] as string;
  const length = Math.floor(random() ** 4 * 400);
  return Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join("");
}

function randomBytes(random: () => number, pick: <T>(from: readonly T[]) => T) {
  if (random() < 0.5) return pick(anyBytes);
  return Uint8Array.from({ length: Math.floor(random() * 300) }, () => Math.floor(random() * 256));
}
