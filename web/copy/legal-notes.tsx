import { Link } from "react-router-dom";
import { brand } from "../../db/model/site/brand.ts";
import { t } from "../../db/model/words.ts";
import { byPhone } from "./by-phone.ts";
import { claims, replyWithin } from "./claims/claims.ts";

/** When the privacy policy's supplement last changed. */
export const supplementDate = () => t`November 24, 2026`;

/** Who may use the service, on every policy page. */
export function Eligibility() {
  return (
    <p>
      You must be at least {claims.minimumAge} years old, able to enter into a contract, and located in Texas or seeking
      financing in Texas. We don't knowingly collect information from anyone under {claims.minimumAge}; if we find that
      we did, we'll delete it.
    </p>
  );
}

/** Contacts for questions, at the end of every policy page. */
export function Questions() {
  return (
    <>
      <p>
        Write to us through the <Link to="/contact">contact form</Link>.
      </p>
      <p>
        {t`A person answers within ${replyWithin()}.`} {byPhone()}
        {brand.postalAddress && ` ${t`By mail: ${brand.postalAddress}.`}`}
      </p>
      <p>
        Ready to get started? <Link to="/apply">Start your application</Link>: about {claims.formMinutes} minutes, no
        credit pull.
      </p>
    </>
  );
}
