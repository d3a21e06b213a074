import type { Step } from "./application.ts";

/** The addresses that hold something: whoever links there, on a page or in a mail, takes them from here. */
export const paths = {
  /** A step of the form, or the review that ends it. */
  step: (step: Step | "review") => `/apply/${step}`,
  /** An applicant's own page. Whoever has this address can read the application. */
  results: (ref: string) => `/results?ref=${encodeURIComponent(ref)}`,
  post: (slug: string) => `/blog/${slug}`,
  editPost: (id: string) => `/blog/new?edit=${id}`,
  search: (words: string) => `/blog?q=${encodeURIComponent(words)}`,
  /** An application at the desk. */
  case: (id: string) => `/desk/case/${encodeURIComponent(id)}`,
};
