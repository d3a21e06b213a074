import * as z from "zod/mini";
import { email } from "../text.ts";

/** Browsers' push services: Chrome, Firefox, Safari and Edge. We send nothing to any other address. */
const PUSH_SERVICE =
  /^https:\/\/(fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|[a-z\d-]+\.push\.apple\.com|[a-z\d-]+\.notify\.windows\.com)\/[\w\-./:=%?&+~]+$/;

/** Where a member wants mails about applications that wait; null ends them. */
export const AlertAddress = z.object({ alertEmail: z.nullable(email) });
export type AlertAddress = z.output<typeof AlertAddress>;

/** The address that a browser's push service gave for this device; null ends its notifications. */
export const PushDevice = z.object({
  endpoint: z.nullable(
    z.string().check(z.maxLength(1000), z.regex(PUSH_SERVICE, "This browser's push service is not known to us")),
  ),
});
