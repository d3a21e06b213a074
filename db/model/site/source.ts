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
] as const;
export type Source = (typeof SOURCES)[number];

/** The request header with where the visit began: a path, and as its query what brought the visitor. */
export const OPENED_FROM = "Opened-From";

/** What advertising adds to an address, and the host of the site with the link. We read no click id. */
export const ATTRIBUTES = ["utm_source", "utm_medium", "utm_campaign", "utm_content", "utm_term", "referrer"] as const;
/** Where a visit came from, cleaned; `page` is ours on which it began. */
export type Attribution = Partial<Record<(typeof ATTRIBUTES)[number], string> & { page: Source }>;

/** As staff read it. */
export const attributionLabels: Record<keyof Attribution, string> = {
  utm_campaign: "Campaign",
  utm_source: "Source",
  utm_medium: "Medium",
  utm_content: "Content",
  utm_term: "Search term",
  referrer: "Linked from",
  page: "First page",
};

/** Counted in place of a campaign once a day has had too many others. */
export const OTHER_CAMPAIGN = "other";

/**
 * What a query says about where a visit came from, in lower case. A value is dropped if it is longer than 100 characters,
 * if it has anything but letters, digits, spaces and -_.~ (an e-mail address, HTML), or digits enough for a phone number.
 */
export function attributionOf(query: URLSearchParams): Attribution {
  const cleaned = ATTRIBUTES.map((name) => [name, query.get(name)?.trim().toLowerCase() ?? ""]);
  return Object.fromEntries(
    cleaned.filter(([, value = ""]) => /^[\p{L}\d _.~-]{1,100}$/u.test(value) && !/(\d[ _.~-]*){7}/.test(value)),
  );
}

/**
 * What an `OPENED_FROM` says, whoever wrote it: the attribution, and what to count the visit under. That is the campaign
 * or, without one, the page on which it began. Null for what it does not say.
 */
export function originOf(openedFrom = ""): { attribution: Attribution; source: string | null } {
  const [path, query] = openedFrom.split("?");
  const page = sourceOf(path);
  const attribution: Attribution = { ...(page && { page }), ...attributionOf(new URLSearchParams(query)) };
  return { attribution, source: attribution.utm_campaign ?? page };
}

/** The page of a path, in either language; null if we have no such page. */
export function sourceOf(path: string | undefined): Source | null {
  const inEnglish = path?.replace(/^\/es(?=\/|$)/, "") || (path && "/");
  const page = inEnglish?.replace(/^\/blog\/[^/]+$/, "/blog");
  return SOURCES.find((source) => source === page) ?? null;
}
