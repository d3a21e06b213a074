import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { ownWord } from "./own.ts";

/** The local server puts its mail there. */
const MAIL = ".wrangler/tmp/email";

/** A unique first name. Mails start with it, so a journey can find its own. */
export function ownName() {
  return `Maria${ownWord()}`;
}

/** The texts of all mails that contain these words. */
export function mailsAbout(words: string) {
  const files = existsSync(MAIL) ? readdirSync(MAIL, { recursive: true, encoding: "utf8" }) : [];
  const texts = files.filter((file) => /\.\w+$/.test(file)).map((file) => readFileSync(`${MAIL}/${file}`, "utf8"));
  return texts.filter((text) => text.includes(words));
}

/** The match of `wanted`, once a mail to somebody with this name has one. */
export async function inMailTo(firstName: string, wanted: RegExp) {
  let found: string | undefined;
  await expect(() => {
    found = mailsAbout(firstName).flatMap((text) => wanted.exec(text) ?? [])[0];
    expect(found).toBeDefined();
  }).toPass({ timeout: 20_000 });
  return found as string;
}

export function codeFor(firstName: string) {
  return inMailTo(firstName, /^\d{6}$/m);
}
