import type { BlogPost } from "../../db/model/blog-post.ts";
import { brand } from "../../db/model/brand.ts";
import { renderContent } from "../../db/model/markdown.ts";
import { paths } from "../../db/model/paths.ts";
import { summaryOf } from "../../db/model/summary.ts";
import { xmlText } from "../../db/model/xml.ts";

/** Only this much of a post is read for its description: rendering many whole posts would take long. */
const SUMMARIZED_CHARACTERS = 2000;

/** Posts as RSS 2.0. */
export function feed(siteUrl: string, posts: BlogPost[]) {
  const items = posts.map(
    (post) => `<item>
<title>${xmlText(post.title)}</title>
<link>${xmlText(siteUrl + paths.post(post.slug))}</link>
<guid isPermaLink="false">${post.id}</guid>
<pubDate>${new Date(post.createdAt).toUTCString()}</pubDate>
<description>${xmlText(summaryOf(renderContent(post.content.slice(0, SUMMARIZED_CHARACTERS))))}</description>
</item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel>
<title>${xmlText(brand.name)} Blog</title>
<link>${xmlText(`${siteUrl}/blog`)}</link>
<description>Plain answers for Texas car buyers</description>
<language>en-us</language>
${items.join("\n")}
</channel></rss>
`;
}

/** These paths as a sitemap. */
export function sitemap(siteUrl: string, paths: string[]) {
  const urls = paths.map((path) => `<url><loc>${xmlText(siteUrl + path)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join("\n")}
</urlset>
`;
}
