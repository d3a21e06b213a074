import { useEffect } from "react";
import { addressOf } from "../../../db/model/site/address.ts";
import { paths } from "../../../db/model/site/paths.ts";
import { reportOpenedLink } from "../../api.ts";

/** Reports once that the link in our mail was opened. Its fragment is the proof, so it leaves the address at once. */
export function useOpenedLink(ref: string | null) {
  useEffect(() => {
    const { hash } = location;
    if (!ref || !hash.startsWith(paths.mailProof)) return;
    history.replaceState(history.state, "", addressOf(paths.results(ref)));
    // A report that fails needs no retry, because the next press on the link reports again.
    reportOpenedLink(ref, hash.slice(paths.mailProof.length)).catch(() => undefined);
  }, [ref]);
}
