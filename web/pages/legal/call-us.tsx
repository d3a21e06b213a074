import { brand } from "../../../db/model/site/brand.ts";
import { claims } from "../../copy/claims/claims.ts";
import { Link } from "../../ui/link.tsx";

export const phoneHours = () => claims.phoneHours;

/** How to apply by phone. Nobody is told to call before there is a number. */
export function CallUs() {
  if (!brand.phone) {
    return (
      <>
        Leave your number in the <Link to="/contact">contact form</Link> and we'll call you.
      </>
    );
  }
  return (
    <>
      Call <a href={`tel:${brand.phone}`}>{brand.phone}</a>, or write through the{" "}
      <Link to="/contact">contact form</Link> and we'll call you.
    </>
  );
}
