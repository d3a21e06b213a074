import type { BlogPost } from "../blog/blog-post.ts";
import type { FreeSlots } from "../calls/call-slots.ts";

/** Every error that the Worker answers has this form. */
export interface Refusal {
  ok: false;
  success: false;
  /** A sentence for the person who asked. */
  error: string;
  /** The message of each refused field. */
  fields?: Record<string, string>;
  /** The post as somebody else has saved it meanwhile. */
  current?: BlogPost;
  /** The free slots, if the wanted one is taken. */
  slots?: FreeSlots;
}
