import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { exampleApplication } from "../../../db/model/form/example.ts";
import { spokenReference } from "../../../db/model/form/spoken-reference.ts";
import { call, post } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";
import { idOf } from "../staff/staff.ts";

freshDatabase();

/** After the texts were first shown. */
const NOW = "2026-11-21T18:02:00.000Z";
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date(NOW) }));
afterEach(() => void vi.useRealTimers());

const SUBMIT = "/api/applications/submit";
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

type Row = Record<string, unknown>;

async function submit(changes: Row = {}, headers: Record<string, string> = {}) {
  const response = await post(SUBMIT, exampleApplication(changes), headers);
  return { status: response.status, ...(await response.json<{ ref: string; id: string; error?: string }>()) };
}

function rows(table = "applications") {
  return env.DB.prepare(`select * from ${table}`)
    .all<Row>()
    .then(({ results }) => results);
}

test("a submitted application is stored whole, with a confirmation owed", async () => {
  const consentRecord = {
    textIds: ["esign-1", "contact-1"],
    language: "en-US",
    shownAt: "2026-11-21T18:00:00.000Z",
    tickedAt: "2026-11-21T18:01:00.000Z",
  };
  const { status, ref, id } = await submit(
    { consentRecord, bankruptcyStatus: "Discharged" },
    { "cf-connecting-ip": "203.0.113.9", "user-agent": "Test" },
  );
  expect(status).toBe(201);
  expect(ref).toBe(id);
  expect(ref).toMatch(UUID);
  const [row] = await rows();
  expect(row).toMatchObject({
    id: await idOf(ref),
    fullName: "Maria Lopez",
    monthlyRentMortgage: 1100,
    hasActiveBank: 1,
    repoLast12Months: 0,
    currentFinanceCompany: "Capital One",
    status: "submitted",
    scoresForecast: 79,
    forecastVersion: 2,
  });
  expect(JSON.parse(String(row?.forecastPoints))).toMatchObject({ base: -17, bankruptcy: -9 });
  expect(JSON.parse(String(row?.flagsJson))).toEqual([
    { code: "BK_DISCHARGED", level: "info", note: "Bankruptcy is discharged" },
  ]);
  expect(JSON.parse(String(row?.consentRecord))).toEqual({
    stated: consentRecord,
    doubts: [],
    receivedAt: expect.stringMatching(/Z$/),
    ip: "203.0.113.9",
    userAgent: "Test",
    textsSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(await rows("outbox")).toMatchObject([{ kind: "confirmation", subjectId: row?.id, status: "owed" }]);
});

async function evidence() {
  return JSON.parse(String((await rows()).at(-1)?.consentRecord));
}

test("evidence of consent says nothing that the client did not state", async () => {
  await submit();
  expect(await evidence()).toMatchObject({ stated: null, textsSha256: null, doubts: [] });
});

test("a consent record without a text that we showed is refused", async () => {
  const times = { language: "en", shownAt: new Date().toISOString(), tickedAt: new Date().toISOString() };
  for (const textIds of [[], ["contact-99"], ["contact-1", "constructor"]]) {
    expect(await submit({ consentRecord: { ...times, textIds } }), textIds.join()).toMatchObject({ status: 400 });
  }
  expect(await rows()).toEqual([]);
});

const AN_HOUR_AGO = "2026-11-21T17:02:00.000Z";
for (const [doubts, shownAt, tickedAt] of [
  [[], AN_HOUR_AGO, NOW],
  [["before these texts", "ticked before shown"], NOW, "2020-01-01T00:00:00Z"],
] as const) {
  test(`the visitor's times are kept beside ours and judged, never refused: ${doubts.join(", ") || "no doubt"}`, async () => {
    const consentRecord = { textIds: ["contact-1"], language: "en", shownAt, tickedAt };
    expect(await submit({ consentRecord })).toMatchObject({ status: 201 });
    expect(await evidence()).toMatchObject({ stated: consentRecord, doubts });
  });
}

test("the applicant reads back exactly the fields of the results page", async () => {
  const { ref } = await submit();
  const response = await call(`/api/applications/${ref}`);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(await response.json()).toEqual({
    id: ref,
    fullName: "Maria Lopez",
    phone: "210 555 0123",
    email: "maria@example.com",
    city: "San Antonio",
    zip: "78205",
    employmentType: "W-2",
    grossMonthlyIncome: 3800,
    cashDownPayment: 1000,
    purchaseTimeline: "Immediately",
    scoresForecast: 86,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  });
});

test("guidance has the score's meaning, advice, papers, budget and the confirmation's state", async () => {
  const { ref } = await submit({ cashDownPayment: 0 });
  expect(await (await call(`/api/applications/${ref}/guidance`)).json()).toMatchObject({
    spokenReference: spokenReference(Number((await rows())[0]?.number)),
    meaning: { band: "high", obstacle: "downPayment" },
    strengths: ["enough income for a range of payments", "a record of paying an auto loan"],
    improvements: [
      { change: "downPayment", amount: 500, from: 76, to: 83 },
      { change: "jobTime", amount: 6, from: 76, to: 78 },
    ],
    papers: ["payStub", "identification", "residence", "insurance", "references", "carLoan"],
    carBudget: { least: 570, most: 760, housing: 1100, down: 0, months: 60 },
    confirmation: "owed",
    sharedWith: [],
    permissions: [],
    contactStoppedAt: null,
    appointment: { refused: null, booked: null },
  });
});

test("unknown, spoken and malformed references get one and the same 404", async () => {
  await submit();
  const spoken = spokenReference(Number((await rows())[0]?.number));
  const answers = await Promise.all(
    [crypto.randomUUID(), spoken, "x", "%00", "1' or '1'='1", "a".repeat(2000)].flatMap((ref) => [
      call(`/api/applications/${encodeURIComponent(ref)}`),
      call(`/api/applications/${encodeURIComponent(ref)}/guidance`),
    ]),
  );
  const bodies = await Promise.all(answers.map((answer) => answer.text()));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
  expect(new Set(bodies).size).toBe(1);
});

test("the same key with other answers is refused with 422", async () => {
  const key = { "idempotency-key": "one-key" };
  const { ref } = await submit({}, key);
  const record = {
    textIds: ["contact-1"],
    language: "en",
    shownAt: "2026-01-01T00:00:00Z",
    tickedAt: "2026-01-01T00:00:00Z",
  };
  expect(await submit({ consentRecord: record }, key)).toMatchObject({ status: 201, ref });
  expect(await submit({ cashDownPayment: 2 }, key)).toMatchObject({ status: 422 });
  expect(await rows()).toHaveLength(1);
});

test("without a key a second submit is marked as a possible duplicate", async () => {
  const first = await submit();
  const second = await submit({ phone: "(210) 555-0123", email: "other@example.com" });
  const stranger = await submit({ phone: "512 555 0188", email: "third@example.com" });
  const flags = Object.fromEntries((await rows()).map(({ id, flagsJson }) => [id, String(flagsJson)]));
  expect(flags[await idOf(first.ref)]).not.toContain("POSSIBLE_DUPLICATE");
  expect(flags[await idOf(second.ref)]).toContain("POSSIBLE_DUPLICATE");
  expect(flags[await idOf(stranger.ref)]).not.toContain("POSSIBLE_DUPLICATE");
});

test("a refused application names every bad field, and stores nothing", async () => {
  const response = await post(SUBMIT, exampleApplication({ zip: "1", fullName: "", purchaseTimeline: null }));
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({
    ok: false,
    success: false,
    error: "Full name is required",
    fields: {
      fullName: "Full name is required",
      zip: "Valid ZIP code is required",
      purchaseTimeline: "Purchase timeline is required",
    },
  });
  expect(await rows()).toHaveLength(0);
});

test("an overlong Idempotency-Key is refused with a sentence", async () => {
  expect(await submit({}, { "idempotency-key": "k".repeat(201) })).toMatchObject({ status: 400 });
});
