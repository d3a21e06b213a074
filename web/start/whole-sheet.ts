/**
 * A page has only the styles of its own HTML, so what React shows next may need any others: loads the sheet that has all. A page of
 * the form has those of the whole form inside (worker/run/build/prerender.ts), and asks for it only when one leaves the form.
 */
export function wholeSheet() {
  const style = globalThis.document?.querySelector<HTMLStyleElement>("style[data-whole]");
  if (!style || document.querySelector(`link[rel=stylesheet][href="${style.dataset.whole}"]`)) return;
  return new Promise((resolve) => {
    const link = document.createElement("link");
    link.onload = resolve;
    // If the sheet fails to load, the page starts anyway with the rules it has.
    link.onerror = resolve;
    link.rel = "stylesheet";
    link.href = style.dataset.whole as string;
    // As the last one: for a sheet between others Chromium sets up fonts anew, and what is read would move.
    document.head.append(link);
  });
}
