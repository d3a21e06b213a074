import { type CalculatorField, fields } from "../../db/model/money/calculator.ts";
import { addressOf } from "../../db/model/site/address.ts";
import { carry } from "../apply/draft/carried.ts";
import { figuresOf } from "./figures.ts";

/** So that a figure changes once for a number that is typed, and is read out once. */
const TYPING_PAUSE_MS = 250;

/**
 * Answers while one types: puts the figures that follow from the form into the page, where the server has put the first
 * ones. Nothing leaves the browser. Returns what ends it.
 */
export function keepUpToDate() {
  const form = document.querySelector<HTMLFormElement>("#calculator");
  if (!form) return;
  const listening = new AbortController();
  const listen = (target: EventTarget, type: string, listener: (event: Event) => void) =>
    target.addEventListener(type, listener, listening);
  let pause: ReturnType<typeof setTimeout>;
  const refresh = () => {
    clearTimeout(pause);
    pause = setTimeout(() => show(form), TYPING_PAUSE_MS);
  };
  listen(form, "input", refresh);
  // What an address holds and a form cannot, such as a choice that there is not, stays marked until something is changed.
  const refreshUnlessMarked = () => {
    if (!form.querySelector('[data-text$="Problem"]:not(:empty)')) refresh();
  };
  // What the browser puts back on a reload or on Back comes without an event of its own.
  listen(window, "pageshow", refreshUnlessMarked);
  listen(form, "click", ({ target }) => {
    const pressed = (target as Element).closest<HTMLElement>("[data-step], #apply-with-this");
    if (pressed?.dataset.step) step(form, pressed.dataset);
    else if (pressed) carryDownPayment(boxOf(form, "down").value.trim());
  });
  listen(form, "submit", (event) => {
    event.preventDefault();
    show(form);
    const first =
      form.querySelector<HTMLElement>("[aria-invalid=true]") ?? document.querySelector<HTMLElement>("#answers");
    first?.closest("details")?.setAttribute("open", "");
    first?.focus();
  });
  refreshUnlessMarked();
  return () => listening.abort();
}

function show(form: HTMLFormElement) {
  const typed = new FormData(form);
  const { text, bar, shown } = figuresOf((field) => typed.get(field) as string | null);
  const each = (kind: "text" | "bar" | "shown", put: (place: HTMLElement, name: string) => void) => {
    for (const place of form.querySelectorAll<HTMLElement>(`[data-${kind}]`)) put(place, place.dataset[kind] as string);
  };
  each("text", (place, name) => {
    const words = text[name as keyof typeof text];
    // Unchanged words stay untouched: a live region would be read out again.
    if (place.textContent !== words) place.textContent = words;
  });
  each("bar", (place, name) => place.setAttribute("d", bar[name as keyof typeof bar]));
  each("shown", (place, name) => {
    place.hidden = !shown[name as keyof typeof shown];
  });
  for (const field of Object.keys(fields) as CalculatorField[]) {
    if (text[`${field}Problem`]) form.querySelector(`#${field}`)?.setAttribute("aria-invalid", "true");
    else form.querySelector(`#${field}`)?.removeAttribute("aria-invalid");
  }
  form.querySelector("#this-calculation")?.setAttribute("href", addressShowing(typed));
}

/** The address that shows what is in the form. */
function addressShowing(typed: FormData) {
  const filled = [...typed].filter(([, value]) => value !== "") as [string, string][];
  return `${addressOf("/calculator")}?${new URLSearchParams(filled)}`;
}

/** One step more or less; a blank field counts as 0. */
function step(form: HTMLFormElement, { field, step }: DOMStringMap) {
  const box = boxOf(form, field as CalculatorField);
  const limits = fields[field as CalculatorField];
  if (limits.kind === "choice") return;
  const unit = limits.kind === "money" ? 100 : 1;
  const now = Number(box.value.replace(/[$,%\s]/g, "")) || 0;
  const next = Math.min(limits.max / unit, Math.max(limits.min / unit, now + Number(step)));
  box.value = String(Number(next.toFixed(3)));
  box.dispatchEvent(new Event("input", { bubbles: true }));
}

function carryDownPayment(typed: string) {
  if (typed) carry({ cashDownPayment: typed });
}

function boxOf(form: HTMLFormElement, field: CalculatorField) {
  return form.elements.namedItem(field) as HTMLInputElement;
}
