import { emptyDraft, storedDraft } from "../draft/draft.ts";
import { rememberedReference } from "../draft/reference.ts";
import { fillIn } from "./fill-in.ts";

/** Shows the stored answers before React has loaded. */
if (document.readyState === "loading") addEventListener("DOMContentLoaded", fillEarly);
else fillEarly();

function fillEarly() {
  const draft = storedDraft();
  // What was sent is shown by React.
  if (draft || !rememberedReference()) fillIn((draft ?? emptyDraft).answers);
}
