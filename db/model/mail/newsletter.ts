import * as z from "zod/mini";
import { email } from "../text.ts";

export const NewsletterForm = z.object({ email });

/** Where a link from a mail stands: `asked` waits for its button, `done` was pressed, `expired` leads nowhere. */
export type MailLinkState = "asked" | "done" | "expired" | "unavailable";
