/**
 * A script of its own for the steps of the form, there before React: a click on Continue (or Enter) that comes too early
 * is kept and repeated once the step has taken over. The form itself submits nowhere, so no answer leaves the page.
 */
let kept: { form: HTMLFormElement; button: HTMLElement | null } | undefined;

function keep(event: SubmitEvent) {
  const form = event.target as HTMLFormElement;
  if (!form.closest("main") || form.closest("dialog")) return;
  event.preventDefault();
  event.stopPropagation();
  kept = { form, button: event.submitter };
}

addEventListener("submit", keep, true);
addEventListener(
  "takeover",
  () => {
    removeEventListener("submit", keep, true);
    if (kept?.form.isConnected) kept.form.requestSubmit(kept.button);
  },
  { once: true },
);
