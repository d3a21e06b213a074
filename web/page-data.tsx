import { createContext, useContext } from "react";
import type { PostCard, RenderedPost } from "../db/model/blog/post-card.ts";
import type { ForecastResults } from "../db/model/forecast/results.ts";
import type { LeadPage } from "../db/model/introductions/referral.ts";
import type { MailLinkState } from "../db/model/mail/newsletter.ts";
import type { ShownStory } from "../db/model/stories/story.ts";

/** A page of the list of posts, and the cursor of the next one. */
export interface PostPage {
  posts: PostCard[];
  next: string | null;
}

/** The Worker's data for a page that it rendered. The browser starts with it instead of asking again. */
export interface PageData {
  posts?: PostPage & { q: string; cursor: string };
  /** Null if there is no such post. */
  post?: RenderedPost | null;
  forecast?: ForecastResults;
  /** For a page behind a link in a mail: the link's state, and the token that the page's button sends. */
  mailLink?: { state: MailLinkState; token: string };
  /** Null if they could not be read; none: there are no real ones yet. */
  stories?: ShownStory[] | null;
  lead?: LeadPage;
}

export const PageDataContext = createContext<PageData>({});

export function usePageData() {
  return useContext(PageDataContext);
}
