import type { BlogPost } from "./blog-post.ts";

/** The one shape of every error on the wire. */
export interface Refusal {
  ok: false;
  success: false;
  /** A sentence for whoever asked. */
  error: string;
  /** The message of each field that was refused. */
  fields?: Record<string, string>;
  /** The post as somebody else has saved it meanwhile. */
  current?: BlogPost;
}
