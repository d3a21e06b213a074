import { expect, test } from "vitest";
import { likelyEmail } from "../../../db/model/contact/likely-email.ts";

for (const [typed, meant] of [
  ["maria@gmial.com", "maria@gmail.com"],
  ["Maria.L+x@GMAIL.CON", "Maria.L+x@gmail.com"],
  [" maria@gmail.cm ", "maria@gmail.com"],
  ["maria@gmai.co", "maria@gmail.com"],
  ["maria@yaho.com", "maria@yahoo.com"],
  ["maria@hotnail.com", "maria@hotmail.com"],
  ["maria@outlok.com", "maria@outlook.com"],
  ["maria@icoud.com", "maria@icloud.com"],
  ["maria@alo.com", "maria@aol.com"],
  ["maria@gmal.com", "maria@gmail.com"],
  ["maria@hotmial.com", "maria@hotmail.com"],
  ["maria@yahoo.con", "maria@yahoo.com"],
  ["maria@lopez-tile.con", "maria@lopez-tile.com"],
] as const) {
  test(`'${typed}' was probably ${meant}`, () => expect(likelyEmail(typed)).toBe(meant));
}

for (const typed of [
  "maria@gmail.com",
  "maria@mail.com",
  "maria@gmx.com",
  "maria@me.com",
  "maria@example.com",
  "maria@utexas.edu",
  "maria@cox.net",
  "maria@",
  "@gmial.com",
  "maria",
  "a@b@gmial.com",
  "",
]) {
  test(`'${typed}' is left as it is`, () => expect(likelyEmail(typed)).toBeNull());
}
