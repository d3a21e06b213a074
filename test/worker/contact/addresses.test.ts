import { expect, test } from "vitest";
import { sweep } from "../../../worker/mail/outbox.ts";
import { freshDatabase } from "../database.ts";
import { faultyEnv } from "../routes/faults.ts";
import { apply, readCase, signedIn } from "../staff/staff.ts";

/** Addresses with letters that mean something in a link, a file, SQL, HTML or a header. */

freshDatabase();

const addresses = [
  `${"a".repeat(64)}@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(57)}.com`,
  "o'neil@example.com",
  "=1+1@example.com",
  "a#b?c=d/e@example.com",
];

for (const email of addresses) {
  test(`whoever has ${email} applies, gets mail, and is found by it`, async () => {
    await apply({ phone: "512 555 0177", email: "another@example.com" });
    const id = await apply({ email });
    const { env: healthy, sent } = faultyEnv(() => null);
    await sweep(healthy);
    expect(sent.map(({ to }) => to)).toContain(email);
    const max = await signedIn("manager", "max");
    expect(await readCase(max, id)).toMatchObject({ answers: { email } });
    const found = await max.post("/api/desk/queue/search", { q: email.toUpperCase() });
    expect(await found.json()).toMatchObject({ applications: [{ id }] });
  });
}
