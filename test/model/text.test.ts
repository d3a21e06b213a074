import { expect, test } from "vitest";
import { email, isEmail } from "../../db/model/text.ts";

const LABEL = "a".repeat(63);

const addresses = [
  ..."!#$%&'*+-/=?^_`{|}~.".split("").map((letter) => `a${letter}b@example.com`),
  "&@example.com",
  "Maria.Lopez+car@Example.CO.uk",
  "7@8.co",
  "a@xn--bcher-kva.example",
  "a@b-c.museum",
  `${"a".repeat(64)}@example.com`,
  `a@${LABEL}.com`,
  `a@${LABEL}.${LABEL}.${LABEL}.${"a".repeat(60)}`,
];

const others = [
  ...'"(),:;<>[\\] \t\r\n\0é@'.split("").map((letter) => `a${letter}b@example.com`),
  "",
  "a",
  "@example.com",
  "a@",
  "a@b",
  "a@.com",
  "a@b.",
  "a@b..com",
  "a@-b.com",
  "a@b-.com",
  "a@b_c.com",
  "a@bücher.example",
  "a@[127.0.0.1]",
  "a@b.com,c@d.com",
  "Maria <a@b.com>",
  "mailto:a@b.com",
  `${"a".repeat(65)}@example.com`,
  `a@a${LABEL}.com`,
  `a@${LABEL}.${LABEL}.${LABEL}.${"a".repeat(61)}`,
];

for (const address of addresses) {
  test(`'${address}' is an email address`, () => {
    expect(isEmail(address)).toBe(true);
    expect(email.parse(` ${address}\n`)).toBe(address);
  });
}

for (const text of others) {
  test(`${JSON.stringify(text)} is no email address`, () => {
    expect(isEmail(text)).toBe(false);
    expect(email.safeParse(text).success).toBe(false);
  });
}
