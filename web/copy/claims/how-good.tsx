import { addressOf } from "../../../db/model/site/address.ts";

/** Leads from a claim of accuracy to what is known of it. A page load, since the Worker has the count. */
export function HowGood() {
  return (
    <a href={addressOf("/forecast")} className="no-print underline underline-offset-4">
      How good is it?
    </a>
  );
}
