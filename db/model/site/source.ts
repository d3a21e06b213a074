/** Pages on which a visit may begin. Articles count as the blog, and a page in Spanish as the same one in English. */
export const SOURCES = [
  "/",
  "/how-it-works",
  "/about",
  "/texas",
  "/partners",
  "/stories",
  "/blog",
  "/calculator",
  "/faq",
  "/contact",
  "/privacy",
  "/terms",
  "/consent",
  "/accessibility",
  "/apply",
  "/apply/contact",
  "/apply/employment",
  "/apply/residence",
  "/apply/banking-credit",
  "/apply/downpayment",
  "/apply/review",
  "/results",
  "/thank-you",
  "/newsletter",
  "/unsubscribe",
] as const;
export type Source = (typeof SOURCES)[number];

/** The header with which a browser sends the path of the page on which the visit began. */
export const OPENED_FROM = "Opened-From";

/** The page that a path names, whatever its language; null for one that is none of ours. */
export function sourceOf(path: string | undefined): Source | null {
  const inEnglish = path?.replace(/^\/es(?=\/|$)/, "") || (path && "/");
  const page = inEnglish?.replace(/^\/blog\/[^/]+$/, "/blog");
  return SOURCES.find((source) => source === page) ?? null;
}
