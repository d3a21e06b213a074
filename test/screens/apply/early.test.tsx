import { expect, test } from "vitest";
import { arriveAt, field } from "../screen.tsx";

/** A step as served, in either language, and its first script. */
async function arrive(address: string) {
  await arriveAt(address);
  document.body.innerHTML = "<main><form method=dialog><input name=city></form></main>";
  return import("../../../web/start/script/early.ts");
}

test("what was typed in one language stands in the other", async () => {
  const { keepTyped } = await arrive("/es/apply/contact");
  field("city").value = "Del Rio";
  keepTyped(document.forms[0] as HTMLFormElement);
  for (const address of ["/es/apply/contact", "/apply/contact"]) {
    const { codeHasCome } = await arrive(address);
    codeHasCome();
    expect(field("city").value).toBe("Del Rio");
    field("city").value = "Del Rio, TX";
    // A second script calls it, too.
    codeHasCome();
    expect(field("city").value).toBe("Del Rio, TX");
  }
  dispatchEvent(new Event("hydrated"));
  (await arrive("/apply/contact")).codeHasCome();
  expect(field("city").value).toBe("");
});
