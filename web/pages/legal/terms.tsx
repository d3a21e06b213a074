import { Link } from "react-router-dom";
import { brand } from "../../../db/model/site/brand.ts";
import { t } from "../../../db/model/words.ts";
import { claims, policyDates } from "../../copy/claims/claims.ts";
import { Eligibility, Questions, supplementDate } from "../../copy/legal-notes.tsx";
import { SpanishNote } from "../../copy/spanish-note.tsx";
import { Head } from "../../head/head.tsx";
import { type Chapter, LegalPage } from "./legal.tsx";

const ourName = brand.legalEntity ?? brand.name;

const chapters = (): Chapter[] => [
  {
    id: "agreement",
    title: t`What you agree to`,
    content: (
      <>
        <p>
          These terms are between you and {ourName} ("we"). They apply when you use this website or submit an
          application. Please read them together with the <Link to="/privacy">Privacy Policy</Link> and{" "}
          <Link to="/consent">Electronic Consent &amp; Disclosures</Link>. If you don't agree, please don't use the
          service.
        </p>
        <SpanishNote />
      </>
    ),
  },
  { id: "eligibility", title: t`Who may use the service`, content: <Eligibility /> },
  {
    id: "service",
    title: t`What the service is`,
    content: (
      <>
        <p>
          You share a few details in a form. A local specialist uses a forecast and the lenders' own rules to look for
          lenders and dealers that may fit you. We introduce you only to those you say yes to, one at a time; nothing
          from your application goes to any other lender or dealer. We work with {claims.lenderPartners} lender partners
          and in all {claims.counties} Texas counties.
        </p>
        <p>
          We are not a lender and not a dealer. We make no credit decisions, set no rates and sell no vehicles. A
          pre-qualification is not an approval, an offer or a commitment to lend.
        </p>
      </>
    ),
  },
  {
    id: "cost",
    title: t`What it costs`,
    content: (
      <p>
        The service is free to consumers. We're paid by lenders. What you pay for a loan or a vehicle is between you and
        the lender or dealer, and is in the contract that you sign with them.
      </p>
    ),
  },
  {
    id: "credit-inquiries",
    title: t`No credit pull at first`,
    content: (
      <p>
        We don't pull your credit for a pre-qualification. Credit inquiries happen only later, by a lender or dealer,
        and only with your explicit consent.
      </p>
    ),
  },
  {
    id: "forecast",
    title: t`The AI forecast`,
    content: (
      <p>
        Our AI forecast estimates how likely a lender's approval is. Its accuracy is about {claims.accuracy}. It is
        guidance, not a guarantee: it helps a specialist choose which lenders to suggest, and a person reviews every
        application, whatever the number. No lender is bound by it.
      </p>
    ),
  },
  {
    id: "figures",
    title: t`Rates, terms and examples`,
    content: (
      <p>
        Rates, terms, down payments and stories on this website are examples. What you are offered depends on your
        credit, your income, the vehicle and the lender, and may change until you sign. Before you sign, the lender must
        show you the APR, the finance charge, the amount financed and the total of payments. Read that page first.
      </p>
    ),
  },
  {
    id: "your-part",
    title: t`Your part`,
    content: (
      <ul>
        <li>Your answers are true and complete, as far as you know.</li>
        <li>You apply for yourself, or with the permission of the person you apply for.</li>
        <li>You tell us when something important changes, such as your phone number or your job.</li>
        <li>You keep your reference to yourself: whoever has it can see your summary.</li>
      </ul>
    ),
  },
  {
    id: "communications",
    title: t`How we stay in touch`,
    content: (
      <p>
        Once you agree, we may call and email you about your application, in line with the TCPA. Agreeing is not a
        condition of any purchase, and you can stop at any time. The details are in{" "}
        <Link to="/consent">Electronic Consent &amp; Disclosures</Link>.
      </p>
    ),
  },
  {
    id: "others",
    title: t`Lenders, dealers and other websites`,
    content: (
      <p>
        Lenders and dealers are independent of us. They answer for their own offers, vehicles, decisions and privacy
        practices. The same goes for other websites that we link to. Compare before you choose; you never have to accept
        an offer.
      </p>
    ),
  },
  {
    id: "fair-use",
    title: t`Fair use of the website`,
    content: (
      <>
        <p>Please do not:</p>
        <ul>
          <li>submit somebody else's details without their permission, or made-up ones;</li>
          <li>try to reach other people's information or to guess references;</li>
          <li>disturb the website, get around its limits, or send it automated requests in bulk;</li>
          <li>copy the website to pass it off as yours.</li>
        </ul>
        <p>We may refuse or end service to anyone who does. The texts, drawings and name of this website are ours.</p>
      </>
    ),
  },
  {
    id: "liability",
    title: t`What we can and cannot promise`,
    content: (
      <>
        <p>
          We work to keep this website running and what it says right, but we provide it as is, without warranties
          beyond those that the law does not let us exclude. We do not promise that a lender will approve you, or on
          what terms.
        </p>
        <p>
          As far as the law allows, we are not liable for indirect or consequential damages, or for what lenders,
          dealers or others do. Nothing here limits rights that Texas or federal law gives you as a consumer and that
          cannot be given up.
        </p>
      </>
    ),
  },
  {
    id: "law",
    title: t`Law that applies`,
    content: (
      <p>
        The laws of Texas and of the United States apply. If something goes wrong, please{" "}
        <Link to="/contact">tell us first</Link>: most things can be put right quickly. If one part of these terms does
        not hold, the rest still does.
      </p>
    ),
  },
  {
    id: "changes",
    title: t`Changes to these terms`,
    content: (
      <p>
        These terms date from {claims.policyDate}. We've reworded them since then, to match what we do. They go together
        with the supplement of {supplementDate()} to our <Link to="/privacy#supplement">Privacy Policy</Link>. Your
        application falls under the terms that were in force when you submitted it.
      </p>
    ),
  },
  { id: "questions", title: t`Questions`, content: <Questions /> },
];

export default function TermsPage() {
  return (
    <>
      <Head
        title="Terms of Service"
        description="The terms of our free pre-qualification service for Texas car buyers: what it is, what it is not, and what each of us does."
      />
      <LegalPage
        title="Terms of Service"
        lead="What our service is, what it is not, and what each of us does."
        dates={policyDates()}
        chapters={chapters()}
      />
    </>
  );
}
