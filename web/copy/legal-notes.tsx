import { Link } from "react-router-dom";
import { brand } from "../../db/model/brand.ts";
import { t } from "../../db/model/words.ts";
import { claims, replyWithin } from "./claims.ts";

/** Who may use the service, in the words of every policy page. */
export function Eligibility() {
  return (
    <p>
      You must be at least {claims.minimumAge} years old, able to enter into a contract, and located in Texas or seeking
      financing in Texas. We do not knowingly collect information from anyone under {claims.minimumAge}; if we find that
      we did, we delete it.
    </p>
  );
}

/** Where to turn, at the end of every policy page. */
export function Questions() {
  return (
    <>
      <p>
        {brand.phone ? (
          <>
            Write to us through the <Link to="/contact">contact form</Link> or call {brand.phone}.
          </>
        ) : (
          <>
            Write to us through the <Link to="/contact">contact form</Link>.
          </>
        )}{" "}
        {t`A person answers within ${replyWithin()}. By phone you reach us ${claims.phoneHours}.`}
        {brand.postalAddress && ` ${t`By mail: ${brand.postalAddress}.`}`}
      </p>
      <p>
        Ready to go on? <Link to="/apply">Start your application</Link>: about {claims.formMinutes} minutes, no credit
        pull.
      </p>
    </>
  );
}
