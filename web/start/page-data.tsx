import { createContext, useContext } from "react";
import type { PostCard, RenderedPost } from "../../db/model/blog/post-card.ts";
import type { MailLinkState } from "../../db/model/mail/newsletter.ts";

/** One page of the list of posts, and the cursor of the page after it. */
export interface PostPage {
  posts: PostCard[];
  next: string | null;
}

/** What the Worker read for a page it rendered; the browser starts from it instead of asking again. */
export interface PageData {
  posts?: PostPage & { q: string; cursor: string };
  /** Null: there is no such post. */
  post?: RenderedPost | null;
  /** For a page behind a link in a mail: its state, and the token that its button sends. */
  mailLink?: { state: MailLinkState; token: string };
}

export const PageDataContext = createContext<PageData>({});

export function usePageData() {
  return useContext(PageDataContext);
}
