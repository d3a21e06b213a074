/** The pages on which a visit can start. Articles count as the blog, and Spanish pages as their English ones. */
export const SOURCES = [
  "/",
  "/how-it-works",
  "/about",
  "/texas",
  "/partners",
  "/stories",
  "/blog",
  "/calculator",
  "/forecast",
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
  "/survey",
] as const;
export type Source = (typeof SOURCES)[number];

/** The request header with the path of the page on which the visit started. */
export const OPENED_FROM = "Opened-From";

/** The page of a path, in either language; null if we have no such page. */
export function sourceOf(path: string | undefined): Source | null {
  const inEnglish = path?.replace(/^\/es(?=\/|$)/, "") || (path && "/");
  const page = inEnglish?.replace(/^\/blog\/[^/]+$/, "/blog");
  return SOURCES.find((source) => source === page) ?? null;
}
