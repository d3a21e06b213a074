import { createContext, use } from "react";
import { useLocation } from "react-router-dom";
import { addressOf } from "../../db/model/site/address.ts";
import { brand } from "../../db/model/site/brand.ts";
import { language } from "../../db/model/words.ts";
import { absolute } from "./site-url.ts";

interface Props {
  title: string;
  description?: string;
  /** Nothing is at this address, so search engines should forget it. */
  isMissing?: boolean;
  image?: string | null;
  kind?: "website" | "article";
}

/** Whether search engines may show the page, as web/routes.tsx says. */
export const ListedContext = createContext(true);

/** What search engines, shared links and the browser's tab say about a page. */
export function Head({ title, description, isMissing, image, kind = "website" }: Props) {
  const { pathname } = useLocation();
  const isListed = use(ListedContext);
  const fullTitle = `${title} | ${brand.name}`;
  if (isMissing || !isListed) {
    return (
      <>
        <title>{fullTitle}</title>
        <meta name="robots" content="noindex" />
      </>
    );
  }
  const address = absolute(addressOf(pathname));
  return (
    <>
      <title>{fullTitle}</title>
      {description && <meta name="description" content={description} />}
      <link rel="canonical" href={address} />
      {language() === "es" && <meta property="og:locale" content="es_US" />}
      <meta property="og:type" content={kind} />
      <meta property="og:site_name" content={brand.name} />
      <meta property="og:title" content={title} />
      {description && <meta property="og:description" content={description} />}
      <meta property="og:url" content={address} />
      <meta property="og:image" content={absolute(image ?? "/share.png")} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
