import { expect, test } from "vitest";
import { fieldsOf, STEPS } from "../../../db/model/form/application.ts";
import { exampleApplication } from "../../../db/model/form/example.ts";
import { arriveAt } from "../screen.tsx";

/** Where /apply leads returning visitors. Without React: test/journeys/apply/left-off.spec.ts. */

const until = Number.MAX_SAFE_INTEGER;

async function leadsTo(stored: string) {
  sessionStorage.setItem("application", stored);
  await arriveAt("/apply");
  document.body.innerHTML = "<a>Begin</a><a id=left-off hidden>Go on</a>";
  const { showLeftOff } = await import("../../../web/apply/draft/left-off.ts");
  showLeftOff();
  const shown = [...document.querySelectorAll("a:not([hidden])")];
  expect(shown).toHaveLength(1);
  return shown[0]?.getAttribute("href");
}

test("/apply leads to the first step that was left unfinished", async () => {
  const whole = exampleApplication();
  for (const [index, next] of [...STEPS.slice(1), "review"].entries()) {
    const fields = STEPS.slice(0, index + 1).flatMap(fieldsOf);
    const answers = Object.fromEntries(fields.map((field) => [field, whole[field]]));
    expect(await leadsTo(JSON.stringify({ answers, typed: {}, until }))).toBe(`/apply/${next}`);
  }
});

test("what is typed but not continued is worth coming back to", async () => {
  expect(await leadsTo(JSON.stringify({ answers: {}, typed: { city: "Austin" }, until }))).toBe("/apply/contact");
  for (const stored of [
    JSON.stringify({ answers: {}, typed: {}, until }),
    JSON.stringify({ answers: {}, typed: { city: "" }, until }),
    JSON.stringify({ answers: { fullName: "Maria Lopez" }, typed: {}, until: 1 }),
    JSON.stringify({ until }),
    ...["{", "null", '"text"'],
  ]) {
    expect(await leadsTo(stored)).toBeNull();
  }
});
