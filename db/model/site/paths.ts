import type { Step } from "../form/application.ts";

/** The addresses that hold something: whoever links there, on a page or in a mail, takes them from here. */
export const paths = {
  /** A step of the form, or the review that ends it. */
  step: (step: Step | "review") => `/apply/${step}`,
  /** An applicant's own page. Whoever has this address can read the application. */
  results: (ref: string) => `/results?ref=${encodeURIComponent(ref)}`,
  /** What an applicant agreed to: a part of that page. */
  receipt: (ref: string) => `/results?ref=${encodeURIComponent(ref)}&view=receipt`,
  /** How the fragment begins with which the links to results in our mails end; a proof follows. */
  mailProof: "#mail-",
  /** The calculator with what somebody could pay a month. Only amounts: nothing in it says whose. The rate stays blank, since nobody has offered one. */
  budget: ({ least, down, months }: { least: number; down: number; months: number }) =>
    `/calculator?want=price&payment=${least}&down=${down}&months=${months}`,
  post: (slug: string) => `/blog/${slug}`,
  editPost: (id: string) => `/blog/new?edit=${id}`,
  search: (words: string) => `/blog?q=${encodeURIComponent(words)}`,
  /** An application at the desk. */
  case: (id: string) => `/desk/case/${encodeURIComponent(id)}`,
};
