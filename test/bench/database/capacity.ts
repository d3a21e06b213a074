import { AUDIT_ARCHIVED_AFTER_DAYS, HISTORY_ARCHIVED_AFTER_DAYS } from "../../../db/model/time/retention.ts";
import { type Weighed, weighCase } from "./worked-cases.ts";

/** `npx node test/bench/database/capacity.ts`: the table of worker/operations.md, 'What it costs, and what breaks first'. */

/** Cloudflare's price lists as of 2026-11-22; for logs that of 2026-12-01. What is `free`, and dollars for `per` more, a month. */
const PRICES = {
  requests: { free: 10e6, per: 1e6, dollars: 0.3 },
  cpuMs: { free: 30e6, per: 1e6, dollars: 0.02 },
  rowsRead: { free: 25e9, per: 1e6, dollars: 0.001 },
  rowsWritten: { free: 50e6, per: 1e6, dollars: 1 },
  d1Bytes: { free: 5e9, per: 1e9, dollars: 0.75 },
  mails: { free: 3000, per: 1000, dollars: 0.35 },
  queueOperations: { free: 1e6, per: 1e6, dollars: 0.4 },
  objectRequests: { free: 1e6, per: 1e6, dollars: 0.15 },
  r2Bytes: { free: 10e9, per: 1e9, dollars: 0.015 },
  r2Writes: { free: 1e6, per: 1e6, dollars: 4.5 },
  r2Reads: { free: 10e6, per: 1e6, dollars: 0.36 },
  logBytes: { free: 50e9, per: 1e9, dollars: 0.25 },
};
type Used = Record<keyof typeof PRICES, number>;
const words: Record<keyof Used, string> = {
  requests: "requests",
  cpuMs: "CPU",
  rowsRead: "D1 reads",
  rowsWritten: "D1 writes",
  d1Bytes: "D1 storage",
  mails: "mail",
  queueOperations: "queues",
  objectRequests: "Durable Objects",
  r2Bytes: "R2 storage",
  r2Writes: "R2 writes",
  r2Reads: "R2 reads",
  logBytes: "logs",
};
const PLAN_DOLLARS = 5;

/** Guesses, which the first real months will replace. */
const REACHED = 0.6;
const VISITORS = 10;
const REQUESTS_OF_VISITOR = 3;
const ROWS_OF_VISITOR = 8;
const CPU_MS_OF_REQUEST = 5;
const LOG_BYTES_OF_REQUEST = 700;
const DAYS_OPEN = 30;
const APPLICATIONS_OF_SPECIALIST = 400;
const HOURS_OF_SPECIALIST = 170;
const HOURS_OF_DAY = 10;
/** Requests of an open queue page (worker/operations.md), beside the deeds: in a quiet hour, for each change that it hears of, and at most. */
const REQUESTS_OF_DESK = { quiet: 19, change: 2, most: 360 };
const ROWS_OF_DESK_REQUEST = 210;
/** A file of a case, and the two that lead to it. */
const R2_WRITES_OF_CASE = 3;
const QUEUE_OPERATIONS_OF_MAIL = 3;

/** Of the bytes in D1, once compressed. */
const NIGHT_BYTES = 0.25;
const NIGHTS = 35;
const DAYS_LISTED = 395;
const MONTH = 30.4;
const YEARS_KEPT = 7;

const RATES = [
  { name: "100 a day", perDay: 100 },
  { name: "1,000,000 a year", perDay: 1_000_000 / 365 },
  { name: "10,000 a day", perDay: 10_000 },
  { name: "1,000,000 a day", perDay: 1_000_000 },
];

const worked = await meanOf(0);
const quiet = await meanOf(HISTORY_ARCHIVED_AFTER_DAYS + 1);
const kept = await meanOf(AUDIT_ARCHIVED_AFTER_DAYS + 1);
console.log(
  `An application: ${kB(worked.bytes)} kB, after ${HISTORY_ARCHIVED_AFTER_DAYS} quiet days ${kB(quiet.bytes)}, after ${AUDIT_ARCHIVED_AFTER_DAYS} ${kB(kept.bytes)}, and ${kB(kept.filed)} kB of files; ` +
    `${round(worked.requests)} requests of applicant and member, ${round(worked.rowsRead)} rows read, ${round(worked.rowsWritten)} written, ${worked.mails.toFixed(1)} mails\n`,
);
console.log(
  "| applications | D1 | R2 after 7 years | requests | rows read, written | mails | dollars a month, by what |\n|---|---|---|---|---|---|---|",
);
for (const { name, perDay } of RATES) {
  const used = usedBy(perDay);
  const lines = Object.entries(used)
    .map(([what, amount]) => ({ what, dollars: dollarsFor(what as keyof Used, amount) }))
    .filter(({ dollars }) => dollars >= 0.5)
    .toSorted((a, b) => b.dollars - a.dollars);
  const sum = lines.reduce((all, { dollars }) => all + dollars, PLAN_DOLLARS);
  const each = lines.map(({ what, dollars }) => `${words[what as keyof Used]} ${round(dollars)}`);
  console.log(
    `| ${name} | ${size(used.d1Bytes)} | ${size(used.r2Bytes)} | ${count(used.requests)} | ${count(used.rowsRead)}, ${count(used.rowsWritten)} | ${count(used.mails)} | ${[`${round(sum)}: plan ${PLAN_DOLLARS}`, ...each].join(", ")} |`,
  );
}

/** A month of the second year, when D1 has all that it ever will; R2's bytes are those of the seventh. */
function usedBy(perDay: number): Used {
  const perMonth = perDay * MONTH;
  const changes = (perDay * (worked.requests + worked.mails)) / HOURS_OF_DAY;
  const { quiet: ofQuietHour, change, most } = REQUESTS_OF_DESK;
  const ofHour = Math.min(ofQuietHour + change * changes, most);
  const desks = Math.ceil(perMonth / APPLICATIONS_OF_SPECIALIST) * HOURS_OF_SPECIALIST * ofHour;
  const requests = perMonth * (worked.requests + VISITORS * REQUESTS_OF_VISITOR) + desks;
  const daysWhole = DAYS_OPEN + HISTORY_ARCHIVED_AFTER_DAYS;
  // The audit log's entries and mails come while a case is open, half of them in its first half.
  const daysQuiet = AUDIT_ARCHIVED_AFTER_DAYS + DAYS_OPEN / 2 - daysWhole;
  const d1Bytes =
    perDay * (daysWhole * worked.bytes + daysQuiet * quiet.bytes + (DAYS_LISTED - daysWhole - daysQuiet) * kept.bytes);
  return {
    requests,
    cpuMs: requests * CPU_MS_OF_REQUEST,
    rowsRead: perMonth * worked.rowsRead + desks * ROWS_OF_DESK_REQUEST,
    rowsWritten: perMonth * (worked.rowsWritten + VISITORS * ROWS_OF_VISITOR),
    d1Bytes,
    mails: perMonth * worked.mails,
    queueOperations: perMonth * worked.mails * QUEUE_OPERATIONS_OF_MAIL,
    // Each deed and each mail is told to the open desks.
    objectRequests: perMonth * (worked.requests + worked.mails),
    r2Bytes: perDay * 365 * YEARS_KEPT * kept.filed + d1Bytes * NIGHT_BYTES * NIGHTS,
    r2Writes: perMonth * R2_WRITES_OF_CASE,
    r2Reads: desks / 10,
    logBytes: requests * LOG_BYTES_OF_REQUEST,
  };
}

/** The mean of those who were reached and those who were not. */
async function meanOf(days: number) {
  const [reached, missed] = [await weighCase({ days }), await weighCase({ days, isReached: false })];
  const mean = (of: (each: Weighed) => number) => REACHED * of(reached) + (1 - REACHED) * of(missed);
  return {
    requests: mean(({ requests }) => requests),
    mails: mean(({ mails }) => mails),
    rowsRead: mean(({ rowsRead }) => rowsRead),
    rowsWritten: mean(({ rowsWritten }) => rowsWritten),
    filed: mean(({ filed }) => filed),
    bytes: mean(({ bytes }) => Object.values(bytes).reduce((sum, each) => sum + each, 0)),
  };
}

function dollarsFor(what: keyof Used, amount: number) {
  const { free, per, dollars } = PRICES[what];
  return (Math.max(0, amount - free) / per) * dollars;
}

function round(amount: number) {
  return Math.round(amount).toLocaleString("en-US");
}

function count(amount: number) {
  return Intl.NumberFormat("en-US", {
    notation: "compact",
    compactDisplay: "long",
    maximumSignificantDigits: 2,
  }).format(amount);
}

function size(bytes: number) {
  return `${Number((bytes / 1e9).toPrecision(2)).toLocaleString("en-US")} GB`;
}

function kB(bytes: number) {
  return (bytes / 1000).toFixed(1);
}
