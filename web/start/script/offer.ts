import { device } from "../../storage.ts";

const OFFERED = "language-offered";

/** Offers the Spanish page once to browsers that prefer Spanish. The line lies over the page and moves nothing. */
export function offerSpanish(twin: HTMLAnchorElement) {
  // Without storage the offer would return on every page, so it is not shown.
  if (device.read(OFFERED) || !device.write(OFFERED, 1)) return;
  // Whoever comes from the Spanish page has just chosen English.
  if (document.referrer.startsWith(twin.href)) return;
  const offer = document.createElement("aside");
  offer.lang = "es";
  offer.ariaLabel = "Idioma";
  offer.className =
    "no-print fixed inset-x-0 top-0 z-40 flex flex-wrap justify-center gap-x-6 border-line border-y bg-paper px-4 py-2.5 shadow-card sm:top-auto sm:bottom-0";
  const link = twin.cloneNode() as HTMLAnchorElement;
  link.textContent = "Ver en español";
  const close = document.createElement("button");
  close.type = "button";
  close.className = link.className = "link inline-flex min-h-11 items-center";
  close.textContent = "No, gracias";
  close.addEventListener("click", () => offer.remove());
  offer.append(link, close);
  document.body.append(offer);
}
