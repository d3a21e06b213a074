import type { Step } from "../form/application.ts";

/** Addresses with something inside them. Every link on a page or in a mail comes from here. */
export const paths = {
  /** A step of the form, or the review at its end. */
  step: (step: Step | "review") => `/apply/${step}`,
  /** An applicant's own page. Anybody with this address can read the application. */
  results: (ref: string) => `/results?ref=${encodeURIComponent(ref)}`,
  /** The page with everything that the applicant agreed to. */
  receipt: (ref: string) => `/results?ref=${encodeURIComponent(ref)}&view=receipt`,
  /** Links to results in our mails end in this fragment, followed by a proof. */
  mailProof: "#mail-",
  /** The calculator with a monthly budget. It has amounts only, so it identifies nobody; nobody has offered a rate. */
  budget: ({ least, down, months }: { least: number; down: number; months: number }) =>
    `/calculator?want=price&payment=${least}&down=${down}&months=${months}`,
  post: (slug: string) => `/blog/${slug}`,
  editPost: (id: string) => `/blog/new?edit=${id}`,
  /** The newest posts, if there are no words. */
  search: (words: string) => (words ? `/blog?q=${encodeURIComponent(words)}` : "/blog"),
  case: (id: string) => `/desk/case/${encodeURIComponent(id)}`,
  /** The audit log, narrowed to one thing. */
  auditOf: (id: string) => `/desk/audit?about=${encodeURIComponent(id)}`,
};
