import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { Temporal } from "temporal-polyfill";

/**
 * `npm run test:clock` runs `npm test` at each of these times in Texas; `npm run test:clock -- 2026-11-29T12:00 desk`
 * at this one, with the rest as arguments. Needs Linux and a C compiler.
 */
const MOMENTS = {
  "2026-11-24T03:00": "a Tuesday, at night",
  "2026-11-24T10:00": "in business hours",
  "2026-11-24T22:00": "after them, when it is the next day in UTC",
  "2026-11-29T12:00": "a Sunday",
  "2026-11-26T10:00": "Thanksgiving",
  "2027-03-14T01:30": "half an hour before clocks go forward",
  "2026-11-01T01:30": "half an hour before clocks go back",
};
const HERE = import.meta.dirname;

const [first = "", ...words] = process.argv.slice(2);
const isMoment = /^\d{4}-/.test(first);
const clock = `${mkdtempSync(`${tmpdir()}/clock-`)}/clock.so`;
execFileSync("cc", ["-shared", "-fPIC", "-O2", "-o", clock, `${HERE}/clock.c`], { stdio: "inherit" });

const results = (isMoment ? [first] : Object.keys(MOMENTS)).map((moment) => {
  console.log(`\n== ${moment} Central`);
  const at = Temporal.PlainDateTime.from(moment).toZonedDateTime("America/Chicago").epochMilliseconds;
  const offset = Math.round((at - Date.now()) / 1000);
  const env = { ...process.env, LD_PRELOAD: clock, CLOCK_OFFSET_SECONDS: String(offset) };
  const args = [`${HERE}/../run.ts`, ...(isMoment || !first ? words : [first, ...words])];
  return { moment, isGreen: spawnSync(process.execPath, args, { stdio: "inherit", env }).status === 0 };
});
for (const { moment, isGreen } of results) console.log(`${isGreen ? "green" : "RED  "} ${moment}`);
process.exit(results.every(({ isGreen }) => isGreen) ? 0 : 1);
