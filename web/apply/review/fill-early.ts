import { tab } from "../../storage.ts";
import { emptyDraft, storedDraft } from "../draft/draft.ts";
import { SENT } from "../draft/storage-name.ts";
import { fillIn } from "./fill-in.ts";

/** Shows the stored answers before React has loaded. */
if (document.readyState === "loading") document.addEventListener("readystatechange", fillEarly, { once: true });
else fillEarly();

function fillEarly() {
  const draft = storedDraft();
  // What was sent is shown by React.
  if (draft || !tab.read(SENT)) fillIn((draft ?? emptyDraft).answers);
}
