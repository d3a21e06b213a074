import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { ownWord } from "./own.ts";

/** Where the local server leaves the mail it sends. */
const MAIL = ".wrangler/tmp/email";

/** A first name that nobody else has: mails greet by it, which is how a journey knows its own. */
export function ownName() {
  return `Maria${ownWord()}`;
}

/** The texts of all mails that have these words. */
export function mailsAbout(words: string) {
  const files = existsSync(MAIL) ? readdirSync(MAIL, { recursive: true, encoding: "utf8" }) : [];
  const texts = files.filter((file) => /\.\w+$/.test(file)).map((file) => readFileSync(`${MAIL}/${file}`, "utf8"));
  return texts.filter((text) => text.includes(words));
}

/** What this finds, once a mail to somebody of this name has it. */
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
