import { useEffect } from "react";
import { addressOf } from "../../../db/model/site/address.ts";
import { paths } from "../../../db/model/site/paths.ts";
import { reportOpenedLink } from "../../api.ts";

/**
 * Reports, once, that this page was opened by the link in our mail, whose fragment proves it. The fragment goes from the address
 * at once, so that it is in no copy of it.
 */
export function useOpenedLink(ref: string | null) {
  useEffect(() => {
    const { hash } = location;
    if (!ref || !hash.startsWith(paths.mailProof)) return;
    history.replaceState(history.state, "", addressOf(paths.results(ref)));
    // A report that fails needs no retry, because the next press on the link reports again.
    reportOpenedLink(ref, hash.slice(paths.mailProof.length)).catch(() => undefined);
  }, [ref]);
}
