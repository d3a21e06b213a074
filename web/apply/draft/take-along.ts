import { carry } from "./carried.ts";

/** On the home page: the link to the form takes along what was chosen there. Returns what undoes it. */
export function takeAlong() {
  const link = document.querySelector("#take-along");
  link?.addEventListener("click", takeChosen);
  return () => link?.removeEventListener("click", takeChosen);
}

function takeChosen() {
  const choices = [...document.querySelectorAll<HTMLSelectElement>("#first-answers select")];
  carry(Object.fromEntries(choices.map(({ name, value }) => [name, value])));
}
