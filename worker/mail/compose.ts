import type { Database } from "../../db/database.ts";
import { firstNameOf } from "../../db/model/letters/letter-text.ts";
import { addressOf } from "../../db/model/site/address.ts";
import { brand } from "../../db/model/site/brand.ts";
import { paths } from "../../db/model/site/paths.ts";
import { language, t } from "../../db/model/words.ts";
import type { Env } from "../env.ts";

/** One mail to one person. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** Absent where the text is for a machine. */
  html?: string;
  /** Where the reader's answer goes; absent: where those to the firm go. */
  replyTo?: string;
  headers?: Record<string, string>;
  attachments?: { disposition: "attachment"; filename: string; type: string; content: Uint8Array }[];
}

/**
 * A paragraph, a heading, what we promise, a link to press, a sentence that ends with an address of ours, a list, a list of steps,
 * or what somebody else wrote, at length or answer by answer, and figures like answers; sent as text and as HTML. What others wrote
 * is only in the last two, where nothing becomes a link.
 */
export type Part =
  | string
  | { heading: string }
  | { promise: string }
  | { link: string; href: string }
  | { sentence: string; href: string }
  | { list: string[] }
  | { steps: { when: string; what: string }[] }
  | { quote: string }
  | { answers: [question: string, answer: string][] };

/** Reads what a mail is about and writes it; null when that is gone. Mail subjects are fixed: nothing that a visitor typed stands in a header. */
export type Writer = (db: Database, subjectId: string, env: Env) => Promise<Mail | null>;

/** A signed mail to one person, as text and as HTML, in the language that is active. */
export function compose(to: string, subject: string, parts: Part[]): Mail {
  const signed = [...parts, brand.name, ...(brand.postalAddress ? [brand.postalAddress] : [])];
  return {
    to,
    subject,
    text: `${signed.map(asText).join("\n\n")}\n`,
    html: page(subject, signed.map(asHtml).join("")),
  };
}

/** The first name, if it can be one; an address or a link put in its place is left out. */
export function greeting(fullName: string) {
  const first = firstNameOf(fullName);
  return first ? t`Hello ${first},` : t`Hello,`;
}

export function waysToReachUs(siteUrl: string): Part[] {
  if (!brand.phone && !brand.email) return [{ sentence: t`Write to us:`, href: siteUrl + addressOf("/contact") }];
  return [brand.phone && t`Phone: ${brand.phone}`, brand.email && t`Email: ${brand.email}`].filter(
    (way) => way !== null,
  );
}

/** In every mail to an applicant (47 CFR 64.1200: consent can be withdrawn at any time). */
export function waysToStop(siteUrl: string, ref: string | null): Part[] {
  const button = t`Stop contacting me`;
  if (!ref) return [{ heading: t`How to stop messages` }, ...waysToReachUs(siteUrl)];
  return [
    { heading: t`How to stop messages` },
    {
      sentence: t`Press “${button}” here:`,
      href: resultsPage(siteUrl, ref, "#stop-contact"),
    },
  ];
}

/** What opens the application; without a reference, why this mail has nothing that does. */
export function linkToResults(link: string, href: string | null): Part[] {
  const button = t`Yes, this is my email`;
  if (href) return [{ link, href }];
  return [
    t`This email has no link to your application, because one of our specialists entered this address for you. If it’s yours, open your results page as you did before and press “${button}” there.`,
  ];
}

/** Lets a mail program unsubscribe with one click (RFC 8058). */
export function unsubscribeHeaders(address: string) {
  return { "List-Unsubscribe": `<${address}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

/** Where an applicant acts, in the active language. */
export function resultsPage(siteUrl: string, ref: string, fragment = "") {
  return siteUrl + addressOf(paths.results(ref)) + fragment;
}

function asText(part: Part) {
  if (typeof part === "string") return part;
  if ("heading" in part) return part.heading.toUpperCase();
  if ("promise" in part) return part.promise;
  if ("link" in part) return `${part.link}:\n${part.href}`;
  if ("sentence" in part) return `${part.sentence} ${part.href}`;
  if ("list" in part) return part.list.map((item) => `- ${item}`).join("\n");
  if ("quote" in part) return quoted(part.quote);
  if ("answers" in part) return part.answers.map(([question, answer]) => quoted(`${question}: ${answer}`)).join("\n");
  return part.steps.map(({ when, what }) => `- ${when}: ${what}`).join("\n");
}

function asHtml(part: Part) {
  if (typeof part === "string") return `<p>${escaped(part)}</p>`;
  if ("heading" in part) return `<h2 style="font-size:18px;margin:28px 0 8px">${escaped(part.heading)}</h2>`;
  if ("promise" in part) {
    const box =
      "margin:20px 0;padding:14px 18px;border:1px solid #8b8a9c;border-left:4px solid #3a3fa0;font-weight:600";
    return `<p style="${box}">${escaped(part.promise)}</p>`;
  }
  if ("sentence" in part) {
    const href = escaped(part.href);
    return `<p>${escaped(part.sentence)} <a href="${href}" style="color:#3a3fa0">${href}</a></p>`;
  }
  if ("link" in part) {
    const button =
      "display:inline-block;padding:12px 20px;border-radius:10px;background:#3a3fa0;color:#fdfbf7;font-weight:600";
    return `<p><a href="${escaped(part.href)}" style="${button}">${escaped(part.link)}</a></p>`;
  }
  if ("list" in part) return `<ul>${part.list.map((item) => `<li>${escaped(item)}</li>`).join("")}</ul>`;
  if ("quote" in part) return blockquote(unlinked(part.quote));
  if ("answers" in part) {
    const lines = part.answers.map(
      ([question, answer]) => `<strong>${escaped(question)}:</strong> ${unlinked(answer)}`,
    );
    return blockquote(lines.join("\n"));
  }
  return `<ul>${part.steps.map(({ when, what }) => `<li><strong>${escaped(when)}:</strong> ${escaped(what)}</li>`).join("")}</ul>`;
}

function page(title: string, content: string) {
  const sheet = "margin:0 auto;padding:24px;max-width:560px;color:#1b1a2e;font:16px/1.6 system-ui,sans-serif";
  // As text, because mail programs show no SVG and keep images back.
  const wordMark = `<p style="margin:0 0 24px;font:700 22px/1.2 Georgia,serif;color:#25286b">${escaped(brand.name)}</p>`;
  return `<!doctype html><html lang="${language()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title></head><body style="margin:0;background:#fdfbf7"><div style="${sheet}">${wordMark}${content}</div></body></html>`;
}

function quoted(text: string) {
  return text.replace(/^/gm, "> ");
}

function blockquote(html: string) {
  const quote = "margin:0;padding-left:12px;border-left:3px solid #8b8a9c;white-space:pre-wrap";
  return `<blockquote style="${quote}">${html}</blockquote>`;
}

/** Mail programs make links of whatever looks like one. Possible line breaks prevent that, and copying drops them. */
function unlinked(text: string) {
  return escaped(text).replace(/[./:]/g, "$&<wbr>");
}

function escaped(text: string) {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (character) => entities[character] as string);
}
