import { brand } from "../../db/model/site/brand.ts";
import { t } from "../../db/model/words.ts";
import { claims } from "./claims/claims.ts";

/** How to talk to a person. Without a number, we tell nobody to call. */
export function byPhone() {
  if (brand.phone) return t`Call ${brand.phone}, ${claims.phoneHours}.`;
  return t`Leave your number in our contact form and a specialist will call you, ${claims.phoneHours}.`;
}
