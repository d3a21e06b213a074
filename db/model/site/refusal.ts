import type { BlogPost } from "../blog/blog-post.ts";
import type { FreeSlots } from "../calls/call-slots.ts";

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
  /** What is left, when the time of a call is taken. */
  slots?: FreeSlots;
}
