import { summaryOf } from "../../db/model/blog/summary.ts";
import { addressOf } from "../../db/model/site/address.ts";
import { brand } from "../../db/model/site/brand.ts";
import { paths } from "../../db/model/site/paths.ts";
import { locale } from "../../db/model/words.ts";
import { faqTopics } from "../copy/faq.ts";
import type { PageData } from "../page-data.tsx";
import { absolute } from "./site-url.ts";

/** Facts about a page for search engines, by schema.org. Address and phone only once they are set. */
export function structuredData(pathname: string, { post }: PageData): object[] {
  if (pathname === "/") return [organization()];
  if (pathname === "/faq") return [questionsAndAnswers()];
  if (!post) return [];
  const description = summaryOf(post.tree);
  return [
    {
      "@context": "https://schema.org",
      "@type": "BlogPosting",
      headline: post.title,
      ...(description && { description }),
      datePublished: post.createdAt,
      dateModified: post.updatedAt,
      inLanguage: locale(),
      mainEntityOfPage: absolute(addressOf(paths.post(post.slug))),
      ...(post.heroImageUrl && { image: absolute(post.heroImageUrl) }),
      author: { "@type": "Organization", name: brand.name },
      publisher: { "@type": "Organization", name: brand.name },
    },
  ];
}

function questionsAndAnswers() {
  return {
    "@context": "https://schema.org",
    "@type": "FAQPage",
    mainEntity: faqTopics()
      .flatMap(({ questions }) => questions)
      .map(({ question, answer }) => ({
        "@type": "Question",
        name: question,
        acceptedAnswer: { "@type": "Answer", text: answer },
      })),
  };
}

function organization() {
  return {
    "@context": "https://schema.org",
    "@type": ["AutomotiveBusiness", "FinancialService"],
    name: brand.name,
    url: absolute(addressOf("/")),
    image: absolute("/share.png"),
    areaServed: { "@type": "State", name: "Texas" },
    ...(brand.phone && { telephone: brand.phone }),
    ...(brand.email && { email: brand.email }),
    ...(brand.postalAddress && { address: brand.postalAddress }),
  };
}
