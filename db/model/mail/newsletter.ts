import * as z from "zod/mini";
import { email } from "../text.ts";

export const NewsletterForm = z.object({ email });

/** The state of a link in a mail: `asked` waits for its button, `done` was pressed, `expired` no longer works. */
export type MailLinkState = "asked" | "done" | "expired" | "unavailable";
