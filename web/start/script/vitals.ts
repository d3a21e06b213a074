import { pathOf } from "../../../db/model/site/address.ts";
import { stageAt, VISIT_STAGES } from "../../../db/model/site/visit.ts";
import { bucketOf, type Vital } from "../../../db/model/site/vitals.ts";
import { tab } from "../../storage.ts";
import { openedFrom } from "./opened-from.ts";

/**
 * Measures page speed until the page is first hidden, and reports the buckets once: no id, cookie or time. As on
 * web.dev/vitals, but INP is the slowest press. Omits a Continue that loads a page. Each time the page is hidden it
 * also reports how far the visit got, if that is new.
 */

const CONTINUE_WAITS_MS = 5000;
/** How many stages of this tab's visit were reported. */
const REPORTED = "stagesReported";
const measured = new Map<string, [path: string, metric: Vital, value: number]>();
const loaded = pathOf(location.pathname);
let pressed = 0;
let isReported = false;
let furthest = stageAt(loaded);

let shift = { from: 0, last: 0, sum: 0, path: loaded };
note("CLS", 0);

observe("largest-contentful-paint", ({ startTime }) => note("LCP", Math.max(0, startTime - activated()), loaded));
for (const type of ["first-input", "event"]) {
  observe(type, ({ duration, interactionId }) => {
    if (interactionId || type === "first-input") note("INP", duration);
  });
}
observe("layout-shift", ({ startTime, value, hadRecentInput }) => {
  if (hadRecentInput) return;
  const path = pathOf(location.pathname);
  const isNew = startTime - shift.last > 1000 || startTime - shift.from > 5000 || shift.path !== path;
  shift = { from: isNew ? startTime : shift.from, last: startTime, sum: (isNew ? 0 : shift.sum) + value, path };
  note("CLS", shift.sum);
});
addEventListener("submit", waitForNext, true);
addEventListener("visibilitychange", report);

/** From the press until the step is gone and the next one is about to be painted. */
function waitForNext({ target, timeStamp }: Event) {
  const form = target as HTMLFormElement;
  const from = pathOf(location.pathname);
  pressed = timeStamp;
  const look = (now: number) => {
    if (pressed !== timeStamp || now - timeStamp > CONTINUE_WAITS_MS) return;
    if (form.isConnected) requestAnimationFrame(look);
    else if (location.pathname === form.dataset.next) {
      note("continue", performance.now() - timeStamp, from);
      noteStage();
    }
  };
  if (form.dataset.next) look(timeStamp);
}

/** When a page that was rendered ahead was first seen; 0 for others. */
function activated() {
  const [load] = performance.getEntriesByType("navigation") as (PerformanceEntry & { activationStart?: number })[];
  return load?.activationStart ?? 0;
}

function noteStage() {
  furthest = Math.max(furthest, stageAt(pathOf(location.pathname)));
}

/** Keeps the worst value of each kind on a page. */
function note(metric: Vital, value: number, path = pathOf(location.pathname)) {
  const name = metric + path;
  if ((measured.get(name)?.[2] ?? -1) < value) measured.set(name, [path, metric, value]);
}

type Entry = PerformanceEntry & { interactionId?: number; value: number; hadRecentInput?: boolean };

/** Never called in browsers that do not report such entries. */
function observe(type: string, see: (entry: Entry) => void) {
  const seen = (list: PerformanceObserverEntryList) => (list.getEntries() as Entry[]).forEach(see);
  new PerformanceObserver(seen).observe({ type, buffered: true, durationThreshold: 40 } as PerformanceObserverInit);
}

function report() {
  if (document.visibilityState === "visible") return;
  noteStage();
  const buckets = [...measured.values()].map(([path, metric, value]) => [path, metric, bucketOf(metric, value)]);
  const stages = Number(tab.read(REPORTED) ?? 0);
  const reached = openedFrom() ? VISIT_STAGES.slice(stages, furthest + 1) : [];
  if (isReported && reached.length === 0) return;
  const body = { openedFrom: openedFrom(), reached, measured: isReported ? [] : buckets.slice(0, 40) };
  navigator.sendBeacon("/api/vitals", new Blob([JSON.stringify(body)], { type: "application/json" }));
  tab.write(REPORTED, stages + reached.length);
  isReported = true;
}
