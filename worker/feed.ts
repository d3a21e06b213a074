import type { BlogPost } from "../db/model/blog-post.ts";
import { brand } from "../db/model/brand.ts";
import { renderContent } from "../db/model/markdown.ts";
import { summaryOf } from "../db/model/summary.ts";

/** So much of a post is read for its description: rendering all of many posts would take long. */
const SUMMARIZED_CHARACTERS = 2000;

/** Posts as RSS 2.0. */
export function feed(siteUrl: string, posts: BlogPost[]) {
  const items = posts.map(
    (post) => `<item>
<title>${escapeXml(post.title)}</title>
<link>${escapeXml(`${siteUrl}/blog/${post.slug}`)}</link>
<guid isPermaLink="false">${post.id}</guid>
<pubDate>${new Date(post.createdAt).toUTCString()}</pubDate>
<description>${escapeXml(summaryOf(renderContent(post.content.slice(0, SUMMARIZED_CHARACTERS))))}</description>
</item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel>
<title>${escapeXml(brand.name)} Blog</title>
<link>${escapeXml(`${siteUrl}/blog`)}</link>
<description>Plain answers for Texas car buyers</description>
<language>en-us</language>
${items.join("\n")}
</channel></rss>
`;
}

/** These paths as a sitemap. */
export function sitemap(siteUrl: string, paths: string[]) {
  const urls = paths.map((path) => `<url><loc>${escapeXml(siteUrl + path)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join("\n")}
</urlset>
`;
}

/** Text inside XML, without the control characters that XML cannot hold. */
function escapeXml(text: string) {
  const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };
  return text.replace(/[^\P{Cc}\n\r\t]/gu, "").replace(/[&<>"']/g, (character) => escapes[character] as string);
}
