import { pathOf } from "../../../db/model/site/address.ts";
import { stageAt, VISIT_STAGES } from "../../../db/model/site/visit.ts";
import { tab } from "../../storage.ts";
import { openedFrom } from "./opened-from.ts";

/** How many stages of this tab's visit were reported. */
const REPORTED = "stagesReported";
let furthest = -1;

/** Reports how far the visit got each time the page is hidden, if that is new: no id, cookie or time. */
export function reportVisit() {
  noteStage();
  // Whoever goes on in the form presses something, also with Enter.
  addEventListener("click", noteStage, true);
  addEventListener("visibilitychange", report);
}

function noteStage() {
  furthest = Math.max(furthest, stageAt(pathOf(location.pathname)));
}

function report() {
  noteStage();
  const stages = Number(tab.read(REPORTED) ?? 0);
  const reached = VISIT_STAGES.slice(stages, furthest + 1);
  if (document.visibilityState === "visible" || reached.length === 0 || !openedFrom()) return;
  const body = JSON.stringify({ openedFrom: openedFrom(), reached });
  navigator.sendBeacon("/api/visits", new Blob([body], { type: "application/json" }));
  tab.write(REPORTED, stages + reached.length);
}
