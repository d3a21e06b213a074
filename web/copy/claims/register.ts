import {
  type Claim,
  type ClaimName,
  inDirectory,
  inTime,
  medianWithin,
  recommended,
  rightShare,
} from "../../../db/model/site/claim.ts";
import { metros } from "../texas/metros.ts";
import { claims } from "./claims.ts";

const EVERY_PAGE = ["every page"];
const FIGURES = "web/copy/claims/claims.ts";

/** A claim that pages leave out while nothing proves it. */
function provable(
  name: ClaimName,
  says: string,
  where: string[],
  evidence: Claim["evidence"],
  instead: string,
  at: Claim["at"] = [FIGURES, `${name}`],
): Claim {
  return { name, says, at, where, evidence, instead };
}

/** A promise, a rule or advice: it stays. `evidence` may still contradict a promise. */
function kept(
  name: ClaimName,
  says: string,
  where: string[],
  evidence: string | Claim["evidence"],
  at: Claim["at"] = [FIGURES, `${name}`],
): Claim {
  return {
    name,
    says,
    at,
    where,
    evidence: typeof evidence === "string" ? { by: "site", how: evidence } : evidence,
    instead: null,
  };
}

const { lenderCounts } = claims;

/**
 * Every figure and claim of the public pages: where it stands, what proves it, and what pages say while nothing does. To prove
 * a claim by a document: `{ by: "document", title: "Lender rate sheet", date: "2026-05-01", who: "Ana Ruiz" }`. It holds for a
 * year. `npm run deploy` refuses what is contradicted, and the desk shows all of it (worker/decisions.md).
 */
export const register: Claim[] = [
  provable(
    "since",
    `${claims.yearsShort} years in the car industry, since ${claims.since}`,
    EVERY_PAGE,
    null,
    "left out",
  ),
  provable(
    "lenderPartners",
    `${claims.lenderPartners} lender partners`,
    ["/", "/about", "/partners", "/stories", "/terms"],
    { by: "count", read: ({ lenders }) => inDirectory(lenders, leastOf(claims.lenderPartners), "active lenders") },
    "our lender partners",
  ),
  ...(
    [
      ["majorBanks", "Major banks"],
      ["creditUnions", "Credit unions"],
      ["autoFinanceCompanies", "Auto finance companies"],
      ["specialtyLenders", "Specialty lenders"],
    ] as const
  ).map(([name, category]) =>
    provable(
      name,
      `${lenderCounts[name]} ${category.toLowerCase()}`,
      ["/about", "/partners"],
      {
        by: "count",
        read: ({ lenders }) => inDirectory(lenders, leastOf(lenderCounts[name]), category.toLowerCase(), category),
      },
      "no number",
    ),
  ),
  provable(
    "accuracy",
    `about ${claims.accuracy} accurate`,
    ["/", "/how-it-works", "/about", "/forecast", "/faq", "/terms", "/apply"],
    { by: "count", read: (counted) => rightShare(leastOf(claims.accuracy), counted) },
    "How often it is right, we count and publish.",
  ),
  provable(
    "businessHoursResponse",
    `Most applications are answered within ${claims.businessHoursResponse} in business hours`,
    ["/how-it-works", "/about", "/faq", "/contact", "/apply"],
    { by: "count", read: (counted) => medianWithin(4, counted) },
    "the same business day",
  ),
  provable(
    "dealerships",
    `${claims.dealerships} dealerships statewide`,
    ["/", "/texas", "/stories"],
    { by: "count", read: ({ dealers }) => inDirectory(dealers, leastOf(claims.dealerships), "active dealers") },
    "left out",
  ),
  ...metros.flatMap(({ name, dealers, lenderLocations }) => {
    const at: Claim["at"] = ["web/copy/texas/metros.ts", `"${name}"`];
    return [
      provable(
        `dealers in ${name}`,
        `${dealers} dealers in ${name}`,
        ["/texas"],
        {
          by: "count",
          read: (counted) => inDirectory(counted.dealers, leastOf(dealers), `active dealers in ${name}`, name),
        },
        "no number",
        at,
      ),
      ...(lenderLocations
        ? [
            provable(
              `lenders in ${name}`,
              `${lenderLocations} lender locations in ${name}`,
              ["/texas"],
              null,
              "no number",
              at,
            ),
          ]
        : []),
    ];
  }),
  provable(
    "satisfaction",
    `${claims.satisfaction} customer satisfaction`,
    ["/stories"],
    { by: "count", read: (counted) => recommended(leastOf(claims.satisfaction), counted) },
    "left out",
  ),
  provable(
    "terms",
    `rates as low as ${claims.lowestApr}, terms up to ${claims.longestTerm}, ${claims.downPayment} down at some lenders`,
    ["/partners", "/stories", "/faq"],
    null,
    "Rate, term and down payment depend on your credit, the vehicle and the lender.",
    [FIGURES, "lowestApr"],
  ),
  kept("response", `${claims.response} response, Monday to Saturday`, ["/apply", "/about"], {
    by: "count",
    read: inTime,
  }),
  kept("replyWithin", `A reply within ${claims.replyWithin}`, ["/about", "/contact", "/faq", "/how-it-works"], {
    by: "count",
    read: inTime,
  }),
  kept(
    "availability",
    `${claims.availability} online applications`,
    ["/", "/about", "/how-it-works"],
    "the form is always open",
  ),
  kept(
    "counties",
    `all ${claims.counties} Texas counties served`,
    ["/", "/texas", "/faq", "/terms"],
    "applications are taken from every ZIP code",
  ),
  kept("languages", "English and Spanish", EVERY_PAGE, "every public page and mail is in both", [
    "web/layout/header.tsx",
    "InOtherLanguage",
  ]),
  kept(
    "formMinutes",
    `about ${claims.formMinutes} minutes`,
    EVERY_PAGE,
    "five short steps; not timed, because nothing is stored before it is sent",
  ),
  kept(
    "guidance",
    "credit bands, age and miles of vehicles, time since a bankruptcy or repossession, time in business",
    ["/", "/faq", "/how-it-works", "/partners"],
    "advice about what lenders usually ask, and no figure about us",
    [FIGURES, "creditBands"],
  ),
  kept(
    "rules",
    `from ${claims.minimumAge} years on; data kept ${claims.dataRetention}`,
    ["/apply", "/faq", "/privacy", "/terms"],
    "the form and the nightly deletion keep to it",
    [FIGURES, "minimumAge"],
  ),
  kept(
    "hours",
    `reached by phone ${claims.phoneHours}; office ${claims.officeHours.join(", ")}`,
    ["/contact", "/faq", "/how-it-works", "/texas"],
    "our own hours; calls are booked within them",
    [FIGURES, "phoneHours"],
  ),
  kept("population", "people in each metro", ["/", "/texas"], "public figures, none about us", [
    "web/copy/texas/metros.ts",
    "population",
  ]),
  kept("timeline", "within 2 hours; 1-2 business days", ["/how-it-works"], "how we plan to work", [
    "web/pages/how-it-works.tsx",
    "Within 2 hours",
  ]),
  kept(
    "free",
    "free to you, paid by lenders",
    ["/", "/about", "/apply", "/faq", "/partners"],
    "the site takes no payment",
    ["web/apply/landing.tsx", "Free to you"],
  ),
  kept("noCreditPull", "no credit pull", EVERY_PAGE, "the site asks no credit bureau and no Social Security number", [
    "web/apply/landing.tsx",
    "No credit pull",
  ]),
  kept(
    "tcpa",
    "TCPA-compliant communications",
    ["/about", "/partners"],
    "consent is kept with its words, and a stop ends every contact",
    ["web/pages/about.tsx", "TCPA"],
  ),
  kept(
    "stories",
    "seven stories, five stars each, a photo gallery",
    ["/stories"],
    "the page says first that all are examples, each says 'Example', and all go once there is a real one",
    ["web/pages/stories.tsx", "illustrative"],
  ),
];

/** 50 of '50+'. */
function leastOf(figure: string) {
  return Number.parseInt(figure, 10);
}
