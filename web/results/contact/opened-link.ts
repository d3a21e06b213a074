import { useEffect } from "react";
import { addressOf } from "../../../db/model/site/address.ts";
import { paths } from "../../../db/model/site/paths.ts";
import { reportOpenedLink } from "../../api.ts";

/** The proof from the link in our mail that opened this page, and the application it is about. A reload forgets it. */
let opened: { ref: string; proof: string } | undefined;

/** The proof that whoever is here reads our mail about this application; none if another way led here. */
export function mailProofOf(ref: string) {
  return opened?.ref === ref ? opened.proof : undefined;
}

/** Reports once that the link in our mail was opened. Its fragment is the proof, so it leaves the address at once. */
export function useOpenedLink(ref: string | null) {
  useEffect(() => {
    const { hash } = location;
    if (!ref || !hash.startsWith(paths.mailProof)) return;
    history.replaceState(history.state, "", addressOf(paths.results(ref)));
    opened = { ref, proof: hash.slice(paths.mailProof.length) };
    // A report that fails needs no retry, because the next press on the link reports again.
    reportOpenedLink(ref, opened.proof).catch(() => undefined);
  }, [ref]);
}
