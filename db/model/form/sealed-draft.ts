import * as z from "zod/mini";
import { line } from "../text.ts";
import { t } from "../words.ts";

/** All answers with everything typed take less than half of this. */
const MAX_SEALED_CHARACTERS = 12_000;

/** An unsent application as web/apply/elsewhere/sealed.ts locks it: base64url of an AES-GCM nonce and ciphertext. */
export const SealedDraft = z.object({
  sealed: line({ min: 1, max: MAX_SEALED_CHARACTERS, message: () => t`Please send the draft as text` }),
});
