import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { SAMPLE_FILE } from "../../../db/model/directory/directory-file.ts";
import { categoryCriteria } from "../../../db/model/directory/lenders.ts";
import type { Refusal } from "../../../db/model/site/refusal.ts";
import type { Answer } from "../../../web/wire.ts";
import { callWith } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";
import { faultyEnv, interrupted } from "../routes/faults.ts";
import { type Colleague, refusal, signedIn } from "../staff/staff.ts";

freshDatabase();

type Directory = Answer<"GET /desk/directory">;

const HEAD = "Kind,Name,Category,Metro,Email for leads,Contact person,Phone,Notes,Active,Minimum income";
const file = (...lines: string[]) => [HEAD, ...lines].join("\r\n");

const send = (member: Colleague, csv: string) => member.post("/api/desk/import", { csv });

async function store(member: Colleague, csv: string) {
  const { added, changed } = await (await send(member, csv)).json<Answer<"POST /desk/import">>();
  return [added, changed];
}

async function directory(member: Colleague) {
  return (await member.get("/api/desk/directory")).json<Directory>();
}

const LENDER = 'lender,Pecan Credit Union,credit unions,,loans@pecan.test,Ana Ruiz,210 555 0100,,yes,"$2,500.00"';
const DEALER = "Dealer,Hill Motors,,austin,leads@hill.test,,,,,";

test("a file adds lenders and dealers, and the same again changes nothing", async () => {
  const max = await signedIn("manager", "max");
  const csv = file(LENDER, DEALER);
  expect(await store(max, csv)).toEqual([2, 0]);
  const { lenders, dealers } = await directory(max);
  expect(lenders).toMatchObject([
    {
      ...{ name: "Pecan Credit Union", category: "Credit unions", leadAddress: "loans@pecan.test", version: 1 },
      ...{ contactPerson: "Ana Ruiz", phone: "210 555 0100", notes: "", isActive: true, firmOrder: 100 },
      criteria: { ...categoryCriteria["Credit unions"], minimumIncome: 2500 },
    },
  ]);
  expect(dealers).toMatchObject([{ name: "Hill Motors", metro: "Austin", isActive: true, isByLink: false }]);
  expect(await store(max, csv)).toEqual([0, 0]);
  expect(await directory(max)).toEqual({ lenders, dealers });
});

test("a changed line changes nothing that it leaves blank", async () => {
  const max = await signedIn("manager", "max");
  await store(max, file(LENDER, DEALER, DEALER.replace("Hill", "Other")));
  const csv =
    "name;KIND;phone;active;leads by a link\npecan credit union;LENDER;210 555 0199;;\nHILL MOTORS;dealer;;no;yes";
  expect(await store(max, csv)).toEqual([0, 2]);
  const { lenders, dealers } = await directory(max);
  expect(lenders).toMatchObject([{ phone: "210 555 0199", contactPerson: "Ana Ruiz", version: 2 }]);
  expect(dealers).toMatchObject([
    { metro: "Austin", isActive: false, isByLink: true, version: 2 },
    { name: "Other Motors", isActive: true, version: 1 },
  ]);
  const { results } = await env.DB.prepare(
    `select username, change ->> '$.old.phone' before, change ->> '$.new.phone' after, change ->> '$.old.isActive' was
     from audit where change is not null and change -> '$.old' <> 'null' order by id`,
  ).run();
  expect(results).toEqual([
    { username: "max", before: "210 555 0100", after: "210 555 0199", was: 1 },
    { username: "max", before: "", after: "", was: 1 },
  ]);
});

test("every line that is wrong is named, and then nothing is stored", async () => {
  const max = await signedIn("manager", "max");
  const wrong = [
    ["broker,X Y,,,x@y.test", "Kind must be lender or dealer"],
    ["dealer,,,Austin,x@y.test", "Name is required"],
    ["dealer,A B,,,x@y.test", "Choose a metro from the list"],
    ["lender,C D,Pawn shops,,x@y.test", "Choose a category from the list"],
    ["dealer,E F,,Austin,nobody", "Enter a valid email"],
    ['lender,G H,Major banks,,x@y.test,,,,yes,"2,5"', "Enter a monthly income of $0 to $100,000"],
    ["dealer,I J,,Austin,x@y.test,,,,perhaps", "Say whether the dealer is active"],
    ["dealer,hill motors,,DFW,x@y.test", "line 2 has this entry already"],
  ];
  const { error } = await (await send(max, file(DEALER, ...wrong.map(([line]) => line ?? "")))).json<Refusal>();
  expect(error.split("\n")).toEqual([
    "Nothing was imported. Please correct the file and import it again.",
    ...wrong.map(([, message], index) => `Line ${index + 3}: ${message}`),
  ]);
  expect(await directory(max)).toEqual({ lenders: [], dealers: [] });
  const many = await (await send(max, file(...Array.from({ length: 60 }, (_, n) => `broker,${n}`)))).json<Refusal>();
  expect(many.error.split("\n").slice(-2)).toEqual(["Line 51: Kind must be lender or dealer", "And 10 more"]);
});

test("a file that is none is refused with a sentence", async () => {
  const max = await signedIn("manager", "max");
  for (const [csv, sentence] of [
    ["a,b\n1,2", /The first line must name the columns/],
    ["Kind,Name,Colour\ndealer,X Y,red", /Nobody knows Colour/],
    [`${HEAD}\ndealer,"X Y`, /a quotation mark is wrong in line 2/],
    [" ", /not empty/],
    [`Kind,Name\n${"dealer,X\n".repeat(1001)}`, /up to 1000 entries\. This one has more/],
    [",".repeat(390_000), /up to 100 columns/],
  ] as const)
    expect(await refusal(await send(max, csv))).toMatch(sentence);
  expect(await directory(max)).toEqual({ lenders: [], dealers: [] });
});

const TITLES = ["Kind", "Name", "Category", "Email for leads", "Notes", "Minimum income"];
const CELLS = ["lender", "Pecan, Sons; & Co", "Credit unions", "loans@pecan.test", "One\ntwo", "2.500,00"];
const quoted = (cells: string[], delimiter: string) => cells.map((cell) => `"${cell}"`).join(delimiter);
const written = (delimiter: string, end = "\r\n") => [TITLES, CELLS].map((cells) => quoted(cells, delimiter)).join(end);

const spreadsheets: [how: string, csv: string][] = [
  ["with semicolons and a byte order mark", `\ufeff${written(";")}`],
  ["with empty columns and lines at its end", `${written(";").replace("\r\n", ";;;\r\n")};;;\r\n;;;;;;;;;\r\n\r\n`],
  ["with a text as a formula", written(",").replace('"loans@pecan.test"', '"=""loans@pecan.test"""')],
];

for (const [how, csv] of spreadsheets) {
  test(`a file ${how} is read as spreadsheets read it`, async () => {
    const max = await signedIn("manager", "max");
    expect(await store(max, csv)).toEqual([1, 0]);
    const { lenders } = await directory(max);
    expect(lenders).toMatchObject([
      {
        name: "Pecan, Sons; & Co",
        leadAddress: "loans@pecan.test",
        notes: "One\ntwo",
        criteria: { minimumIncome: 2500 },
      },
    ]);
  });
}

test("what somebody else changes at the same moment is not lost", async () => {
  const [max, ana] = [await signedIn("manager", "max"), await signedIn("manager", "ana")];
  await store(max, file(DEALER));
  const { id, ...dealer } = (await directory(max)).dealers[0] as Directory["dealers"][number];
  const edit = () => ana.put(`/api/desk/directory/dealers/${id}`, { ...dealer, notes: "Moved" });
  // The first call of D1 reads the session, the second one the directory, the third one stores.
  const { env: bindings } = faultyEnv(interrupted("d1", 3, edit));
  const body = JSON.stringify({ csv: file(DEALER.replace("austin", "DFW")) });
  const headers = { ...max.headers, "content-type": "application/json" };
  const stored = await callWith(bindings, "/api/desk/import", { method: "POST", headers, body });
  expect(stored.status).toBe(200);
  expect((await directory(max)).dealers).toMatchObject([{ metro: "DFW", notes: "Moved", version: 3 }]);
});

test("the same file twice at once changes each entry once", async () => {
  const [max, ana] = [await signedIn("manager", "max"), await signedIn("manager", "ana")];
  await store(max, file(DEALER));
  const csv = file(LENDER, DEALER.replace("austin", "Houston"));
  await Promise.all([store(max, csv), store(ana, csv)]);
  const { lenders, dealers } = await directory(max);
  expect(lenders).toHaveLength(1);
  expect(dealers).toMatchObject([{ metro: "Houston", version: 2 }]);
  const noted = await env.DB.prepare("select count(*) n from audit where change is not null").first("n");
  expect(noted).toBe(3);
});

test("hundreds of entries are imported in one call, all or none", async () => {
  const max = await signedIn("manager", "max");
  const csv = file(LENDER, ...Array.from({ length: 400 }, (_, index) => DEALER.replace("Hill", `Hill ${index}`)));
  await env.DB.exec(
    "create trigger full before insert on dealers when new.name = 'Hill 399 Motors' begin select raise(abort, 'full'); end",
  );
  expect((await send(max, csv)).status).toBe(503);
  expect(await directory(max)).toEqual({ lenders: [], dealers: [] });
  await env.DB.exec("drop trigger full");
  expect(await store(max, csv)).toEqual([401, 0]);
  expect((await directory(max)).dealers).toHaveLength(400);
});

test("the file to begin with can be imported as it is", async () => {
  const max = await signedIn("manager", "max");
  expect(await store(max, SAMPLE_FILE)).toEqual([2, 0]);
});
