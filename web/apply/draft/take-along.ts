import { carry } from "./carried.ts";

/** Makes the home page's link to the form take the chosen answers along. Returns a function that undoes this. */
export function takeAlong() {
  const link = document.querySelector("#take-along");
  link?.addEventListener("click", takeChosen);
  return () => link?.removeEventListener("click", takeChosen);
}

function takeChosen() {
  const choices = [...document.querySelectorAll<HTMLSelectElement>("#first-answers select")];
  carry(Object.fromEntries(choices.map(({ name, value }) => [name, value])));
}
