import { type CalculatorField, fields } from "../../db/model/money/calculator.ts";
import { addressOf } from "../../db/model/site/address.ts";
import { carry } from "../apply/draft/carried.ts";
import { figuresOf } from "./figures.ts";

/** With this pause, a figure changes and is read out once per typed number. */
const TYPING_PAUSE_MS = 250;

/** Shows new figures while somebody types. Nothing leaves the browser. Returns a function that ends this. */
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
  // Errors in the address that no form could have stay marked until something is changed.
  const refreshUnlessMarked = () => {
    if (!form.querySelector('[data-text$="Problem"]:not(:empty)')) refresh();
  };
  // The browser restores values after a reload or Back without an event.
  listen(window, "pageshow", refreshUnlessMarked);
  listen(form, "click", (event) => {
    const pressed = event.target as Element;
    const { down, rate } = form.elements as unknown as Record<CalculatorField, HTMLInputElement>;
    if (pressed.closest("#apply-with-this") && down.value.trim()) carry({ cashDownPayment: down.value.trim() });
    const taken = pressed.closest<HTMLElement>("[data-rate]")?.dataset.rate;
    if (!taken) return;
    event.preventDefault();
    rate.value = taken;
    show(form);
  });
  listen(form, "submit", (event) => {
    event.preventDefault();
    show(form);
    const first = form.querySelector<HTMLElement>("[aria-invalid=true], #answers");
    first?.closest("details")?.setAttribute("open", "");
    first?.focus();
  });
  refreshUnlessMarked();
  return () => listening.abort();
}

function show(form: HTMLFormElement) {
  const typed = new FormData(form);
  const { example, text, bar, shown } = figuresOf((field) => typed.get(field) as string | null);
  const each = (kind: "text" | "bar" | "shown", put: (place: HTMLElement, name: string) => void) => {
    for (const place of form.querySelectorAll<HTMLElement>(`[data-${kind}]`)) put(place, place.dataset[kind] as string);
  };
  each("text", (place, name) => {
    const words = text[name as keyof typeof text];
    // Do not touch unchanged words, or a live region would be read out again.
    if (place.textContent !== words) place.textContent = words;
  });
  each("bar", (place, name) => place.setAttribute("d", bar[name as keyof typeof bar]));
  each("shown", (place, name) => {
    place.hidden = !shown[name as keyof typeof shown];
  });
  // Once: who folds them again has seen them.
  const rates = shown.rates && form.querySelector("[data-rates]");
  if (rates) {
    rates.toggleAttribute("open", true);
    rates.removeAttribute("data-rates");
  }
  for (const box of form.querySelectorAll<HTMLInputElement>("[inputmode]")) {
    box.placeholder = example[box.name as CalculatorField] ?? "";
  }
  for (const field of Object.keys(fields) as CalculatorField[]) {
    if (text[`${field}Problem`]) form.querySelector(`#${field}`)?.setAttribute("aria-invalid", "true");
    else form.querySelector(`#${field}`)?.removeAttribute("aria-invalid");
  }
  form.querySelector("#this-calculation")?.setAttribute("href", addressShowing(typed));
}

/** The address with the values in the form. */
function addressShowing(typed: FormData) {
  const filled = [...typed].filter(([, value]) => value !== "") as [string, string][];
  return `${addressOf("/calculator")}?${new URLSearchParams(filled)}`;
}
