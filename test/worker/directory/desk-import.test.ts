import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { categoryCriteria } from "../../../db/model/directory/lenders.ts";
import type { Answer } from "../../../web/wire.ts";
import { freshDatabase } from "../database.ts";
import { type Colleague, refusal, signedIn } from "../staff/staff.ts";

freshDatabase();

type Preview = Answer<"POST /desk/import/preview">;
type Stored = Answer<"POST /desk/import">;
type Directory = Answer<"GET /desk/directory">;

const HEAD = "Kind,Name,Category,Metro,Email for leads,Contact person,Phone,Notes,Active,Minimum income";
const file = (...lines: string[]) => [HEAD, ...lines].join("\r\n");

async function preview(member: Colleague, csv: string) {
  return (await member.post("/api/desk/import/preview", { csv })).json<Preview>();
}

/** Previews the file, then imports it as shown. */
async function store(member: Colleague, csv: string, shown?: Preview) {
  const { rows } = shown ?? (await preview(member, csv));
  const seen = rows.flatMap(({ state, id, version }) => (state === "changed" ? [{ id, version }] : []));
  return (await member.post("/api/desk/import", { csv, seen })).json<Stored>();
}

async function directory(member: Colleague) {
  return (await member.get("/api/desk/directory")).json<Directory>();
}

const LENDER = 'lender,Pecan Credit Union,credit unions,,loans@pecan.test,Ana Ruiz,210 555 0100,,yes,"$2,500.00"';
const DEALER = "Dealer,Hill Motors,,austin,leads@hill.test,,,,,";

test("a file is looked at before anything is stored; then it adds lenders and dealers, and the same again changes nothing", async () => {
  const max = await signedIn("manager", "max");
  const csv = file(LENDER, DEALER);
  const shown = await preview(max, csv);
  expect(shown.rows.map(({ line, state, name }) => [line, state, name])).toEqual([
    [2, "new", "Pecan Credit Union"],
    [3, "new", "Hill Motors"],
  ]);
  expect(await directory(max)).toEqual({ lenders: [], dealers: [] });
  expect(await store(max, csv, shown)).toMatchObject({ added: 2, changed: 0, conflicts: [] });
  const { lenders, dealers } = await directory(max);
  expect(lenders).toMatchObject([
    {
      ...{ name: "Pecan Credit Union", category: "Credit unions", leadAddress: "loans@pecan.test", version: 1 },
      ...{ contactPerson: "Ana Ruiz", phone: "210 555 0100", notes: "", isActive: true },
      criteria: { ...categoryCriteria["Credit unions"], minimumIncome: 2500 },
    },
  ]);
  expect(dealers).toMatchObject([{ name: "Hill Motors", metro: "Austin", isActive: true, isByLink: false }]);
  expect((await preview(max, csv)).rows.map(({ state }) => state)).toEqual(["unchanged", "unchanged"]);
  expect(await store(max, csv)).toMatchObject({ added: 0, changed: 0, conflicts: [] });
  expect(await directory(max)).toEqual({ lenders, dealers });
});

test("a changed line changes its entry and nothing that it leaves blank; the audit log has it before and after", async () => {
  const max = await signedIn("manager", "max");
  await store(max, file(LENDER, DEALER));
  const csv =
    "name;KIND;phone;active;leads by a link\npecan credit union;LENDER;210 555 0199;;\nHILL MOTORS;dealer;;no;yes";
  const { rows } = await preview(max, csv);
  expect(rows.map(({ state, version }) => [state, version])).toEqual([
    ["changed", 1],
    ["changed", 1],
  ]);
  expect(await store(max, csv)).toMatchObject({ added: 0, changed: 2, conflicts: [] });
  const { lenders, dealers } = await directory(max);
  expect(lenders).toMatchObject([{ phone: "210 555 0199", contactPerson: "Ana Ruiz", version: 2 }]);
  expect(dealers).toMatchObject([{ metro: "Austin", isActive: false, isByLink: true, version: 2 }]);
  const { results } = await env.DB.prepare(
    `select change ->> '$.old.phone' before, change ->> '$.new.phone' after, change ->> '$.old.isActive' was
     from audit where change is not null and change -> '$.old' <> 'null' order by id`,
  ).run();
  expect(results).toEqual([
    { before: "210 555 0100", after: "210 555 0199", was: 1 },
    { before: "", after: "", was: 1 },
  ]);
});

test("a line that is bad is named, and is not stored; the others are", async () => {
  const max = await signedIn("manager", "max");
  for (const [csv, message] of [
    [file("broker,X Y,,,x@y.test"), /Kind must be/],
    [file("dealer,,,Austin,x@y.test"), /Name is required/],
    [file("dealer,X Y,,,x@y.test"), /Choose a metro/],
    [file("lender,X Y,Pawn shops,,x@y.test"), /Choose a category/],
    [file("dealer,X Y,,Austin,nobody"), /Enter a valid email/],
    [file("lender,X Y,Major banks,,x@y.test,,,,yes,many"), /monthly income/],
    [file('lender,X Y,Major banks,,x@y.test,,,,yes,"2,5"'), /monthly income/],
    [file("dealer,X Y,,Austin,x@y.test,,,,perhaps"), /active/],
    [file("dealer,X Y,,Austin,x@y.test", "dealer,x y,,DFW,x@y.test"), /Line 2 has this dealer/],
  ] as const) {
    const { rows } = await preview(max, csv);
    expect(rows.at(-1)).toMatchObject({ state: "bad", message: expect.stringMatching(message) });
    const good = rows.length - 1;
    expect(await store(max, csv)).toMatchObject({ added: good, changed: 0 });
    const { lenders, dealers } = await directory(max);
    expect(lenders.length + dealers.length).toBe(good);
  }
});

test("a file that is none is refused with a sentence, and nothing is stored", async () => {
  const max = await signedIn("manager", "max");
  for (const [csv, sentence] of [
    ["a,b\n1,2", /The first line must name the columns/],
    [`${HEAD}\ndealer,"X Y`, /a quotation mark is wrong in line 2/],
    [" ", /not empty/],
    [`Kind,Name\n${"dealer,X\n".repeat(1001)}`, /up to 1000 entries\. This one has more/],
    [",".repeat(390_000), /up to 100 columns/],
  ] as const)
    for (const path of ["/api/desk/import/preview", "/api/desk/import"])
      expect(await refusal(await max.post(path, { csv, seen: [] }))).toMatch(sentence);
  expect(await directory(max)).toEqual({ lenders: [], dealers: [] });
});

test("a file may begin with a byte order mark, use semicolons or tabs, and hold what looks like a formula as text", async () => {
  const max = await signedIn("manager", "max");
  for (const [index, delimiter] of [";", "\t", ","].entries()) {
    const lines = [
      ["Kind", "Name", "Metro", "Email for leads", "Phone", "Notes", "Colour"],
      ["dealer", `"=Motors ${index}; Sons"`, "DFW", "a@b.test", "'+1 214 555 0100", '"=1+1\nand, more"', "red"],
    ];
    const csv = `\ufeff${lines.map((cells) => cells.join(delimiter)).join("\n")}`;
    const shown = await preview(max, csv);
    expect(shown.ignored).toEqual(["Colour"]);
    expect(await store(max, csv, shown)).toMatchObject({ added: 1 });
  }
  expect((await directory(max)).dealers.map(({ name, phone, notes }) => [name, phone, notes])).toEqual(
    [0, 1, 2].map((index) => [`=Motors ${index}; Sons`, "+1 214 555 0100", "=1+1\nand, more"]),
  );
});

const TITLES = ["Kind", "Name", "Category", "Email for leads", "Notes", "Minimum income"];
const CELLS = ["lender", "Pecan, Sons; & Co", "Credit unions", "loans@pecan.test", "One\ntwo", "2.500,00"];
const quoted = (cells: string[], delimiter: string) => cells.map((cell) => `"${cell}"`).join(delimiter);
const written = (delimiter: string, end = "\r\n") => [TITLES, CELLS].map((cells) => quoted(cells, delimiter)).join(end);

const spreadsheets: [how: string, csv: string, line: number][] = [
  ["with sep=; first", `sep=;\r\n${written(";")}\r\n`, 4],
  ["with sep=, first", `SEP=,\n${written(",", "\n")}`, 4],
  ["with sep= and a tab first", `"sep=\t"\r\n${written("\t")}`, 4],
  ["with sep=| first", `sep=|\n${written("|")}`, 4],
  ["with a byte order mark before sep=", `\ufeffsep=;\r\n${written(";")}`, 4],
  ["with separators after sep=", `sep=;;;;;;\r\n${written(";")}`, 4],
  ["with line ends of an old Mac", written(",", "\r"), 3],
  ["with two kinds of line ends", `${written(";", "\r\n")}\n;;;;;\n`, 3],
  ["with empty columns and lines at its end", `${written(";").replace("\r\n", ";;;\r\n")};;;\r\n;;;;;;;;;\r\n\r\n`, 3],
  ["with spaces that do not break", written(",").replace("lender", "\u00a0lender\u00a0"), 3],
  ["with a text as a formula", written(",").replace('"loans@pecan.test"', '"=""loans@pecan.test"""'), 3],
  ["with an apostrophe before what looks like a formula", written(",").replace("Pecan", "'=Pecan"), 3],
];

for (const [how, csv, line] of spreadsheets) {
  test(`a file ${how} is read as spreadsheets read it`, async () => {
    const max = await signedIn("manager", "max");
    const shown = await preview(max, csv);
    expect(shown.rows).toMatchObject([{ line, state: "new" }]);
    expect(shown.ignored).toEqual([]);
    expect(await store(max, csv, shown)).toMatchObject({ added: 1 });
    const { lenders } = await directory(max);
    const name = how.includes("apostrophe") ? "=Pecan, Sons; & Co" : "Pecan, Sons; & Co";
    expect(lenders).toMatchObject([
      { name, leadAddress: "loans@pecan.test", notes: "One\ntwo", criteria: { minimumIncome: 2500 } },
    ]);
  });
}

test("what somebody else changed after the file was looked at is left alone and named; the rest is stored", async () => {
  const [max, ana] = [await signedIn("manager", "max"), await signedIn("manager", "ana")];
  await store(max, file(LENDER, DEALER));
  const csv = file(LENDER.replace("Ana Ruiz", "Bo Li"), DEALER.replace("austin", "DFW"));
  const shown = await preview(max, csv);
  const { dealers } = await directory(max);
  const { id, ...dealer } = dealers[0] as Directory["dealers"][number];
  expect((await ana.put(`/api/desk/directory/dealers/${id}`, { ...dealer, notes: "Moved" })).status).toBe(200);
  expect(await store(max, csv, shown)).toMatchObject({
    changed: 1,
    conflicts: [{ line: 3, name: "Hill Motors", message: expect.stringContaining("Somebody else changed") }],
  });
  const after = await directory(max);
  expect(after.dealers).toMatchObject([{ metro: "Austin", notes: "Moved", version: 2 }]);
  expect(after.lenders).toMatchObject([{ contactPerson: "Bo Li" }]);
});

test("the same file from two managers at once adds and changes each entry once", async () => {
  const [max, ana] = [await signedIn("manager", "max"), await signedIn("manager", "ana")];
  await store(max, file(DEALER));
  const csv = file(LENDER, DEALER.replace("austin", "Houston"));
  const shown = await preview(max, csv);
  await Promise.all([store(max, csv, shown), store(ana, csv, shown)]);
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
  const seen: never[] = [];
  expect((await max.post("/api/desk/import", { csv, seen })).status).toBe(503);
  expect(await directory(max)).toEqual({ lenders: [], dealers: [] });
  await env.DB.exec("drop trigger full");
  expect(await store(max, csv)).toMatchObject({ added: 401 });
  expect((await directory(max)).dealers).toHaveLength(400);
});

test("the file to begin with can be imported as it is", async () => {
  const max = await signedIn("manager", "max");
  const sample = await max.get("/api/desk/import/sample.csv");
  expect(sample.headers.get("content-disposition")).toBe('attachment; filename="directory-sample.csv"');
  const bytes = await sample.arrayBuffer();
  expect([...new Uint8Array(bytes).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const csv = new TextDecoder().decode(bytes);
  const { rows, ignored } = await preview(max, csv);
  expect(rows.map(({ state, kind }) => [state, kind])).toEqual([
    ["new", "lender"],
    ["new", "dealer"],
  ]);
  expect(ignored).toEqual([]);
});
