import type { BlogPost } from "../../db/model/blog/blog-post.ts";
import { firstCharacters } from "../../db/model/blog/first-characters.ts";
import { renderContent } from "../../db/model/blog/markdown.ts";
import { summaryOf } from "../../db/model/blog/summary.ts";
import { xmlText } from "../../db/model/introductions/xml.ts";
import { addressOf } from "../../db/model/site/address.ts";
import { brand } from "../../db/model/site/brand.ts";
import { paths } from "../../db/model/site/paths.ts";
import { DAY_MS } from "../../db/model/time/clock.ts";
import type { Language } from "../../db/model/words.ts";

/** Only this much of a post is read for its description, because rendering many whole posts is slow. */
const SUMMARIZED_CHARACTERS = 2000;
/** RFC 9116 asks for less than a year. */
const SECURITY_TEXT_DAYS = 90;

/** Posts as RSS 2.0. */
export function feed(siteUrl: string, posts: BlogPost[]) {
  const items = posts.map(
    (post) => `<item>
<title>${xmlText(post.title)}</title>
<link>${xmlText(siteUrl + paths.post(post.slug))}</link>
<guid isPermaLink="false">${post.id}</guid>
<pubDate>${new Date(post.createdAt).toUTCString()}</pubDate>
<description>${xmlText(summaryOf(renderContent(firstCharacters(post.content, SUMMARIZED_CHARACTERS))))}</description>
</item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${xmlText(brand.name)} Blog</title>
<link>${xmlText(`${siteUrl}/blog`)}</link>
<atom:link href="${xmlText(`${siteUrl}/rss.xml`)}" rel="self" type="application/rss+xml"/>
<description>Plain answers for Texas car buyers</description>
<language>en-us</language>
${items.join("\n")}
</channel></rss>
`;
}

/** Pages as a sitemap, each with its path by language. Pages in two languages name each other. */
export function sitemap(siteUrl: string, pages: Partial<Record<Language, string>>[]) {
  const urls = pages.flatMap((page) => {
    const addresses = Object.entries(page).map(([language, path]) => ({
      language,
      address: xmlText(siteUrl + addressOf(path, language as Language)),
    }));
    const links = addresses.map(
      ({ language, address }) => `<xhtml:link rel="alternate" hreflang="${language}" href="${address}"/>`,
    );
    const alternates = links.length > 1 ? links.join("") : "";
    return addresses.map(({ address }) => `<url><loc>${address}</loc>${alternates}</url>`);
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join("\n")}
</urlset>
`;
}

/** How to tell us of a hole in the site (RFC 9116). It is written anew each day, so it never expires. */
export function securityText(siteUrl: string, now: Date) {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  return `Contact: ${brand.email ? `mailto:${brand.email}` : `${siteUrl}/contact`}
Expires: ${new Date(today + SECURITY_TEXT_DAYS * DAY_MS).toISOString()}
Preferred-Languages: en, es
Canonical: ${siteUrl}/.well-known/security.txt
`;
}
