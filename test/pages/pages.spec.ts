import { type APIRequestContext, expect, test } from "@playwright/test";
import { addressOf } from "../../db/model/site/address.ts";
import { brand } from "../../db/model/site/brand.ts";
import { budget } from "../bench/budget.ts";
import { documentOf, readHtml, wordsOf } from "./html.ts";

/** The contract: what the customer wants on each page, to the letter. */
interface Contract {
  path: string;
  /** In the sitemap and open to search engines. */
  isListed: boolean;
  says: string[];
  /** Links in the page's body, as [text, address]. */
  links: [string, string][];
  status?: 404;
}

const BRAND = "Bluebonnet Auto PreQual";
const EXAMPLE =
  "$25,000 vehicle, $2,500 (10%) down, $22,500 financed at 3.99% APR, 72 payments of $351.91, total of payments $25,337.52";
/** Not everybody gets the lowest rate, so this is the same loan at a rate that many get, over the longest term. */
const SECOND_EXAMPLE = "$22,500 financed at 17.99% APR, 84 payments of $472.77, total of payments $39,712.68";
const GUIDANCE = "guidance, not a guarantee";
const ELIGIBILITY = [
  "at least 18 years old",
  "able to enter into a contract",
  "located in Texas or seeking financing in Texas",
];
const POLICY_DATES = ["Effective: January 1, 2024", "Last updated: January 1, 2024"];
const POLICY_LINKS: [string, string][] = [
  ["contact form", "/contact"],
  ["Start your application", "/apply"],
];
const PHONE_HOURS = "Monday to Saturday, 8 AM to 8 PM CT";
const STORY_PARTS = ["Challenge", "Solution", "Outcome"];
/** In reading order: 'example' comes before the stars and before the name. */
const story = (who: string) => `Example Example, rated 5 out of 5 stars ${who}`;

const contracts: Contract[] = [
  {
    path: "/",
    isListed: true,
    says: [
      "Get PreQualified for Your Next Vehicle in 3 Minutes - No Credit Pull",
      ...["Secure Form", "All Credit Welcomed", "Local Texas Experts"],
      ...["AI forecast", "how likely an approval is", "Its accuracy is about 91%", GUIDANCE],
      ...["Share a few details", "about 3 minutes, with no credit pull"],
      ...["Review and route", "An AI forecast", "Connect locally", "A local Texas specialist", "to finish the deal"],
      ...["years in the car industry 27+", "lender partners 50+", "AI accuracy 91%", "online applications 24/7"],
      ...["San Antonio", "Austin", "DFW", "Houston"],
      ...["Excellent credit", "Good credit", "Fair credit", "Poor credit", "No credit", "Bankruptcy", "Repossession"],
      ...["Divorce", "Self-employed", "Veteran", "Medical debt", "First-time buyer"],
      ...["300+ dealerships statewide", "all 254 counties", "It’s free"],
      "Takes 3 minutes • No credit pull • All credit welcome",
    ],
    links: [
      ["Start My PreQual Now", "/apply"],
      ["Start PreQualification Now", "/apply"],
      ["Get Started Today", "/apply"],
      ["See what happens, step by step", "/how-it-works"],
      ["See all Texas locations", "/texas"],
      ["San Antonio", "/texas#san-antonio"],
      ["How good is it?", "/forecast"],
      ["Read success stories", "/stories"],
    ],
  },
  {
    path: "/how-it-works",
    isListed: true,
    says: [
      ...["Share a few details", "Review and route", "Connect locally"],
      "The form itself has 5 steps and asks about your employment, residence, banking and vehicle details.",
      "There is no credit pull.",
      ...["Application submission", "Immediate confirmation"],
      ...["AI analysis and routing", "Within 2 hours"],
      ...["Specialist contact", "Usually same day, Monday-Saturday"],
      ...["Lender introduction", "1-2 business days"],
      ...["Vehicle shopping and purchase", "At your pace"],
      ...["AI Approval Forecasting", "Its accuracy is about 91%", GUIDANCE, "out of 100"],
      ...["within 2 to 4 hours in business hours", "within 24 hours", "24/7"],
      ...["only with your explicit consent", "free to you"],
    ],
    links: [["Start Your Application", "/apply"]],
  },
  {
    path: "/about",
    isListed: true,
    says: [
      ...["years in the car industry 27+", "lender partners 50+", "AI accuracy 91%", "online applications 24/7"],
      ...[
        "In the car industry since 1997",
        "Who reads your form",
        PHONE_HOURS,
        GUIDANCE,
        "The service is free to you",
        "How we’re paid: by lenders",
      ],
      ...["Six reasons", "Local expertise", "Lender network", "Trusted", "No-credit-pull pre-qualification"],
      ...["Fast response", "All credit welcome", "TCPA-compliant communications"],
      ...["Same-day response Monday to Saturday", "within 2 to 4 hours in business hours", "emails within 24 hours"],
      ...["Major banks 15+", "Credit unions 20+", "Auto finance companies 12+", "Specialty lenders 8+"],
    ],
    links: [
      ["Learn About Our Partners", "/partners"],
      ["Get Pre-Qualified Today", "/apply"],
      ["Read success stories", "/stories"],
    ],
  },
  {
    path: "/texas",
    isListed: true,
    says: [
      "San Antonio Area codes 210, 830 Population 2.6M Dealers 50+ Lender locations 15+",
      "Austin Area codes 512, 254 Population 2.4M Dealers 45+ Lender locations 12+",
      "DFW Area codes 214, 469, 972, 945, 817, 682, 940 Population 7.6M Dealers 100+ Lender locations — not shown",
      "Houston Area codes 713, 281 Population 7.1M Dealers 120+ Lender locations 30+",
      ...["East Texas", "North Texas", "Central Texas", "South Texas", "West Texas", "Gulf Coast"],
      ...["Why Local Matters", "300+ dealerships statewide", "all 254 Texas counties served", PHONE_HOURS],
    ],
    links: [
      ["San Antonio", "/texas#san-antonio"],
      ["West", "/texas#west-texas"],
      ["Get Started Today", "/apply"],
      ["Get Pre-Qualified Today", "/apply"],
    ],
  },
  {
    path: "/partners",
    isListed: true,
    says: [
      ...["50+ lenders", "15+ Major banks", "20+ Credit unions", "12+ Auto finance companies", "8+ Specialty lenders"],
      ...["Traditional lenders", "Specialty lenders", "300 580 640 720 850", "720+", "640-719", "580-639", "below 580"],
      ...["After a bankruptcy", "A discharged Chapter 7 should be 2+ years old"],
      ...[
        "After a repossession",
        "Recent means under 12 months",
        "What’s in it for you, and why lenders partner with us",
      ],
      ...["Rates as low as 3.99% APR", "Terms up to 84 months", "Down payments of 10-20% at some lenders"],
      ...[
        "With the best credit only: Rates as low as 3.99% APR",
        EXAMPLE,
        SECOND_EXAMPLE,
        "TCPA-compliant communications",
      ],
      "your rate depends on credit, vehicle and lender",
      ...["10-12 years old with under 120,000 miles", "2+ years in business", "Free to you. Lenders pay us."],
    ],
    links: [
      ["Start My Pre-Qualification", "/apply"],
      ["Try it with your own numbers", "/calculator"],
    ],
  },
  {
    path: "/stories",
    isListed: true,
    says: [
      "Success Stories Seven examples of how it can turn out These are illustrative examples, not real customers.",
      ...["Maria G., San Antonio", "James T., Dallas", "Ashley R., Austin", "Robert L., Houston"].map(story),
      ...["Denise W., Fort Worth", "Carlos M., El Paso", "Tyler B., Lubbock"].map(story),
      ...STORY_PARTS,
      ...[
        "$2,000 down",
        "$1,000 down",
        "4.9% APR",
        EXAMPLE,
        SECOND_EXAMPLE,
        "your rate depends on credit, vehicle and lender",
      ],
      ...["Gallery", "customer satisfaction 94%", "years in the car industry 27+", "dealerships statewide 300+"],
    ],
    links: [["Start My Application", "/apply"]],
  },
  {
    path: "/blog",
    isListed: true,
    says: ["Search posts by title or tag", "How to read an APR", "Topics We Cover", "Stay Informed", "Subscribe"],
    links: [
      ["Start Your Application", "/apply"],
      ["How to read an APR", "/blog/how-to-read-an-apr"],
    ],
  },
  {
    path: "/blog/new",
    isListed: false,
    says: [],
    links: [],
  },
  {
    path: "/blog/how-to-read-an-apr",
    isListed: true,
    says: ["How to read an APR", "November 16, 2026", "Contracts", EXAMPLE, SECOND_EXAMPLE],
    links: [
      ["Back to Blog", "/blog"],
      ["Get Pre-Qualified Today", "/apply"],
      ["Ask us a question", "/contact"],
      ["More posts", "/blog"],
      ["Frequently asked questions", "/faq"],
    ],
  },
  {
    path: "/calculator",
    isListed: true,
    says: [
      ...["What would I pay?", "What can I afford?", "Price of the car", "Money down", "Months to pay"],
      ...["Your trade-in is worth", "You still owe on it", "Rebate", "Used", "New", "Electric"],
      ...[
        "third quarter of 2025: for new cars by credit score",
        "Experian",
        "An illustration, not an offer",
        "as of 2026",
        "TxDMV",
        "OCCC",
      ],
      ...[
        "Example: an $18,000 used car with $1,500 down.",
        "80% of the car’s standard presumptive value",
        "The last one settles",
      ],
      "Nothing you type is stored",
    ],
    links: [["Start over", "/calculator"]],
  },
  {
    path: "/forecast",
    isListed: true,
    says: [
      ...["How good is our forecast?", "at least one of our lenders says yes within 30 days", "What we know today"],
      ...["ended with a lender’s decision", "91%", GUIDANCE, "A low number refuses nobody"],
      ...["Your name, age, address or ZIP code"],
    ],
    links: [["Start Your Application", "/apply"]],
  },
  {
    path: "/faq",
    isListed: true,
    says: [
      ...["Contact Form", "Email Us", "Start Application", "Popular Topics"],
      ...["Credit Challenges", "Employment & Income", "Process & Timeline"],
      ...["720+, 640-719, 580-639 and below 580", "rates as low as 3.99% APR", "terms up to 84 months", EXAMPLE],
      SECOND_EXAMPLE,
      ...["A discharged Chapter 7 should be 2+ years old", "A recent repossession means under 12 months"],
      ...["should have 2+ years", "10-20%", "10-12 years old with under 120,000 miles"],
      ...["The service is free to you", "We’re paid by lenders", "only with your explicit consent"],
      ...["about 91%", GUIDANCE, "about 3 minutes", "within 2 to 4 hours in business hours", "within 24 hours"],
      ...["emails are answered within 24 hours", "at least 18", "all 254 Texas counties", "up to 7 years"],
      ...[
        "able to enter into a contract",
        "in Texas or seeking financing in Texas",
        "same day from Monday to Saturday",
      ],
    ],
    links: [
      ["Contact Form", "/contact"],
      ["Email Us", "/contact"],
      ["Start Application", "/apply"],
      ["Start Your Application", "/apply"],
      ["Figure out a payment with your own numbers", "/calculator"],
    ],
  },
  {
    path: "/contact",
    isListed: true,
    says: [
      ...[BRAND, "Send Us a Message", "Name*", "Message*", "Email or phone (so we can reply)", "since 1997"],
      ...["Office hours Monday-Friday 9 AM-5 PM Saturday 11 AM-3 PM", `Phone hours ${PHONE_HOURS}`],
      ...["within 24 hours", "2 to 4 hours in business hours"],
    ],
    links: [["Privacy Policy", "/privacy"]],
  },
  {
    path: "/privacy",
    isListed: true,
    says: [
      ...[...POLICY_DATES, ...ELIGIBILITY, "for up to 7 years", "Telephone Consumer Protection Act (TCPA)"],
      ...["explicit consent", "Your reference link", "The record of your consent", "What is kept how long"],
      ...["When you tell us to stop", "'Erase my answers'", PHONE_HOURS],
      ...[
        "If we say no, you can appeal through the same form.",
        "messages from the contact form, which stay 24 months",
      ],
    ],
    links: POLICY_LINKS,
  },
  {
    path: "/terms",
    isListed: true,
    says: [
      ...[...POLICY_DATES, ...ELIGIBILITY, "The service is free to consumers. We're paid by lenders."],
      ...["50+ lender partners", "254 Texas counties", "only with your explicit consent", "about 91%", GUIDANCE],
    ],
    links: POLICY_LINKS,
  },
  {
    path: "/consent",
    isListed: true,
    says: [
      ...["Electronic Consent & Disclosures", ...POLICY_DATES, ...ELIGIBILITY, "E-SIGN"],
      ...[
        "Telephone Consumer Protection Act (TCPA)",
        "not a condition of any purchase",
        "we don't send text messages",
        PHONE_HOURS,
      ],
    ],
    links: POLICY_LINKS,
  },
  {
    path: "/accessibility",
    isListed: true,
    says: [
      ...["(WCAG) 2.1, level AA", "Americans with Disabilities Act (ADA)", "Section 508", "by phone", PHONE_HOURS],
      ...["Text is scalable to 200%", "accessibility feedback within 24 hours", "Last updated: January 1, 2024"],
    ],
    links: [
      ["contact form", "/contact"],
      ["Contact Us", "/contact"],
      ["Start Your Application", "/apply"],
    ],
  },
  {
    path: "/apply",
    isListed: true,
    says: [
      ...["About the AI forecast", "about 91%", GUIDANCE, "What to have handy", "What you get"],
      ..."Contact Info,Employment,Residence,Banking & Credit,Review & Submit"
        .split(",")
        .map((step, i) => `${i + 1} ${step}`),
      ...["What “no credit pull” means", "not a credit application", "only with your explicit consent"],
      ...["about 3 minutes", "at least 18", "in Texas or seeking financing", "Lenders pay us", "Same-day response"],
    ],
    links: [
      ["Begin with Contact Info", "/apply/contact"],
      ["Go to Step 1", "/apply/contact"],
      ["See How It Works", "/how-it-works"],
    ],
  },
  ...[
    { path: "/apply/contact", says: ["Step 1 of 5", "Full Name", "Continue to Employment"] },
    { path: "/apply/employment", says: ["Step 2 of 5", "Employment Type", "Continue"] },
    { path: "/apply/residence", says: ["Step 3 of 5", "Housing Type", "Continue"] },
    { path: "/apply/banking-credit", says: ["Step 4 of 5", "Bankruptcy Status", "Continue"] },
    { path: "/apply/downpayment", says: ["Step 4 of 5", "Purchase Timeline", "Review Application"] },
    { path: "/apply/review", says: ["Step 5 of 5", "Review Your Application"] },
  ].map(({ path, says }) => ({
    path,
    isListed: false,
    says: [...says, ..."Contact Employment Residence Banking Review".split(" ")],
    links: [],
  })),
  { path: "/results", isListed: false, says: [], links: [] },
  {
    path: "/thank-you",
    isListed: false,
    says: [
      ...["Thank You for Your Application!", "within 24 hours", GUIDANCE],
      ...["response, or the next business day Same Day", "lender partners 50+", "AI forecast accuracy 91%"],
    ],
    links: [
      ["Return to Home", "/"],
      ["View FAQ", "/faq"],
    ],
  },
  {
    path: "/no-such-page",
    isListed: false,
    status: 404,
    says: ["404 Page Not Found"],
    links: [
      ["Go to the home page", "/"],
      ["Looking for your results?", "/results"],
    ],
  },
];
const listed = contracts.filter(({ isListed }) => isListed);

const headerLinks: [string, string][] = [
  ["How It Works", "/how-it-works"],
  ["About", "/about"],
  ["Texas Locations", "/texas"],
  ["Blog", "/blog"],
  ["FAQ", "/faq"],
  ["Calculator", "/calculator"],
  ["Contact", "/contact"],
];
const footerLinks: [string, string][] = [
  ...headerLinks.map(([text, href]): [string, string] => [text === "About" ? "About Us" : text, href]),
  ["Privacy Policy", "/privacy"],
  ["Terms of Service", "/terms"],
  ["Consent", "/consent"],
  ["Accessibility", "/accessibility"],
];
const footerSays = [
  "Texas-based specialists since 1997 serving San Antonio, Austin, Dallas, Houston",
  "© 2024",
  "Secure data handling practices",
];
const callsToAction = [
  ...["Start My PreQual Now", "Start PreQualification Now", "Start Your Application", "Get Pre-Qualified Today"],
  ...["Get Started Today", "Start My Application", "Start My Pre-Qualification"],
];

for (const contract of contracts) {
  test(`${contract.path} keeps its contract, without any script`, async ({ request }) => {
    const { status, document } = await readHtml(request, contract.path);
    expect(status).toBe(contract.status ?? 200);
    expectHead(document, contract);
    expectContent(document, contract);
    expectOrderedHeadings(document);
    expectNothingDead(document);
  });
}

test("every page that has a budget has a contract", () => {
  expect(contracts.map(({ path }) => path).toSorted()).toEqual(Object.keys(budget).toSorted());
});

test("the site's pages, read as a search engine reads them", async ({ request, baseURL }) => {
  const pages = await crawl(request);

  await test.step("no link is dead, and every fragment exists", async () => {
    const dead: string[] = [];
    for (const [path, { links }] of pages) {
      for (const { href } of links.filter((link) => !link.href.startsWith("https:"))) {
        const [target = "", fragment] = href.startsWith("#") ? [path, href.slice(1)] : href.split("#");
        const found = pages.get(target);
        const isThere = found?.status === 200 && (!fragment || found.document.getElementById(fragment));
        if (!isThere) dead.push(`${path}: ${href}`);
      }
    }
    expect(dead).toEqual([]);
  });

  await test.step("every listed page is reached by a link", () => {
    const missing = listed.map(({ path }) => path).filter((path) => !pages.has(path));
    expect(missing).toEqual([]);
  });

  await test.step("partners and stories are linked from the body of a page", () => {
    for (const path of ["/partners", "/stories"]) {
      const linking = [...pages].filter(
        ([from, { main }]) => from !== path && main?.querySelector(`a[href="${path}"]`),
      );
      expect(linking).not.toEqual([]);
    }
  });

  await test.step("each of the seven calls to action leads to /apply, and nowhere else", () => {
    for (const text of callsToAction) {
      const targets = [...pages.values()].flatMap(({ links }) => links.filter((link) => link.text === text));
      expect([...new Set(targets.map(({ href }) => href))], text).toEqual(["/apply"]);
    }
  });

  await test.step("titles and descriptions are a page's own", () => {
    const heads = listed.map(({ path }) => pages.get(path) as CrawledPage);
    expect(new Set(heads.map(({ document }) => document.title)).size).toBe(listed.length);
    expect(new Set(heads.map(({ description }) => description)).size).toBe(listed.length);
  });

  await test.step("every 91% is accompanied by its guidance", () => {
    for (const [path, { text }] of pages) {
      for (const { index } of text.matchAll(/91%/g)) {
        expect(text.slice(Math.max(0, index - 200), index + 250), path).toContain(GUIDANCE);
      }
    }
  });

  await test.step("where a rate, a term or a down payment is advertised, both examples stand too", () => {
    const advertised = /as low as 3\.99%|4\.9%|up to 84 months|10-20%|\$[12],000 down/;
    const advertising = [...pages].filter(([, { text }]) => advertised.test(text));
    expect(advertising.map(([path]) => path)).toEqual(expect.arrayContaining(["/partners", "/faq", "/stories"]));
    for (const [path, { text }] of advertising) {
      expect([text.includes(EXAMPLE), text.includes(SECOND_EXAMPLE)], path).toEqual([true, true]);
    }
    for (const [path, { text }] of pages) {
      for (const { index } of text.matchAll(/as low as 3\.99%/gi)) {
        expect(text.slice(index - 60, index).toLowerCase(), path).toContain("best credit only");
      }
    }
  });

  await test.step("only the accessibility statement offers an application by phone, as long as nobody takes one", () => {
    const offered = /(?:apply|application)(?: \w+)? (?:by|over|on the) (?:the )?phone/i;
    const offering = [...pages].filter(([, { text, description }]) => offered.test(`${description} ${text}`));
    expect(offering.map(([path]) => path)).toEqual(["/accessibility"]);
  });

  await test.step("what 'within 24 hours' means is said once on a page", () => {
    for (const [path, { text }] of pages) {
      const times = text.match(/the same day or the next business day|el mismo día o el siguiente día hábil/gi) ?? [];
      expect(times.length, path).toBeLessThanOrEqual(1);
    }
    for (const path of ["/contact", "/faq", "/about", "/how-it-works", "/accessibility"]) {
      expect(pages.get(path)?.text, path).toContain("the same day or the next business day");
    }
  });

  await test.step("nobody is told to call while there is no number, and no text message is promised", () => {
    const idle = /(?:by phone you reach|call us|answers the phone)|reply STOP/i;
    const quoted = (main: Element | null) => [...(main?.querySelectorAll("blockquote") ?? [])].map(wordsOf);
    const ownWords = ({ main, text }: CrawledPage) =>
      quoted(main).reduce((rest, quote) => rest.replace(quote, ""), text);
    const found = [...pages].filter(([, page]) => idle.test(ownWords(page))).map(([path]) => path);
    expect(brand.phone ? [] : found).toEqual([]);
  });

  await test.step("no forbidden word or exclamation mark, and straight quotes on legal pages alone", () => {
    const forbidden =
      /guaranteed|instant approval|pre-approved|bad credit|no credit check|\btick(?:s|ed|ing)?\b|stands in the|on the phone|change the date on top|!/i;
    const words = [...pages].map(([path, { text, document, description }]): [string, string] => [
      path,
      `${document.title} ${description} ${text}`.replace("Thank You for Your Application!", ""),
    ]);
    expect(words.flatMap(([path, all]) => (forbidden.test(all) ? `${path}: ${forbidden.exec(all)?.[0]}` : []))).toEqual(
      [],
    );
    const straight = words.filter(([, all]) => /['"]/.test(all)).map(([path]) => path);
    expect(straight.sort()).toEqual(["/accessibility", "/consent", "/privacy", "/terms"]);
  });

  await test.step("search engines get the questions, the business and the posts", () => {
    const faq = structuredData(pages.get("/faq"));
    expect(faq["@type"]).toBe("FAQPage");
    expect(faq.mainEntity).toHaveLength(15);
    for (const { name, acceptedAnswer } of faq.mainEntity) {
      expect(pages.get("/faq")?.text).toContain(name);
      expect(pages.get("/faq")?.text).toContain(acceptedAnswer.text);
    }
    const business = structuredData(pages.get("/"));
    expect(business["@type"]).toEqual(["AutomotiveBusiness", "FinancialService"]);
    expect(business.name).toBe(BRAND);
    expect(structuredData(pages.get("/blog/how-to-read-an-apr"))["@type"]).toBe("BlogPosting");
  });

  await test.step("the sitemap has every listed page and post, and nothing unlisted", async () => {
    const sitemap = await (await request.get("/sitemap.xml")).text();
    const paths = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(
      ([, address = ""]) => address.replace(baseURL ?? "", "") || "/",
    );
    const posts = [...pages.keys()].filter((path) => path.startsWith("/blog/") && path !== "/blog/new");
    expect(posts.length).toBeGreaterThanOrEqual(8);
    const translated = listed.map(({ path }) => path).filter((path) => !posts.includes(path));
    const spanish = translated.map((path) => addressOf(path, "es"));
    const twins = posts.flatMap((path) => {
      const twin = pages.get(path)?.document.querySelector("link[rel=alternate][hreflang=es]");
      return twin ? [(twin.getAttribute("href") ?? "").replace(baseURL ?? "", "")] : [];
    });
    expect(twins).toHaveLength(3);
    expect(paths.toSorted()).toEqual([...translated, ...spanish, ...posts, ...twins].toSorted());
    expect(await (await request.get("/robots.txt")).text()).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
  });
});

test("what needs a script says so, and what to do instead", async ({ request }) => {
  for (const [path, words, href] of [
    ["/apply/contact", "This form needs JavaScript.", "/contact"],
    ["/apply/review", "This form needs JavaScript.", "/contact"],
    ["/results", "This page needs JavaScript", ""],
    ["/contact", "This form needs JavaScript. Please turn it on and reload the page", ""],
    ["/blog", "Subscribing needs JavaScript. Without it you can follow our feed.", "/rss.xml"],
  ] as const) {
    const { html } = await readHtml(request, path);
    const advice = [...html.matchAll(/<noscript>(.*?)<\/noscript>/gs)].map(([, inner = ""]) => documentOf(inner));
    const found = advice.find(({ body }) => wordsOf(body).includes(words));
    expect(found, path).toBeDefined();
    if (href) expect(found?.querySelector(`a[href="${href}"]`), path).not.toBeNull();
  }
});

const files = [
  ["/favicon.svg", "image/svg+xml"],
  ["/apple-touch-icon.png", "image/png"],
  ["/icon-192.png", "image/png"],
  ["/icon-512.png", "image/png"],
  ["/share.png", "image/png"],
  ["/manifest.webmanifest", "application/manifest+json"],
  ["/rss.xml", "application/rss+xml; charset=utf-8"],
  ["/robots.txt", "text/plain;charset=UTF-8"],
  ["/.well-known/security.txt", "text/plain;charset=UTF-8"],
  ["/sitemap.xml", "application/xml; charset=utf-8"],
] as const;

test("icons, manifest, share image and feeds are there, each of its kind", async ({ request }) => {
  for (const [path, type] of files) {
    const response = await request.get(path);
    expect([path, response.status(), response.headers()["content-type"]]).toEqual([path, 200, type]);
  }
  const { name, icons } = await (await request.get("/manifest.webmanifest")).json();
  expect(name).toBe(BRAND);
  expect(icons.map(({ src }: { src: string }) => src)).toEqual(["/icon-192.png", "/icon-512.png"]);
});

function expectHead({ title, documentElement, head }: Document, { path, isListed }: Contract) {
  const contents = (selector: string) =>
    [...head.querySelectorAll(selector)].map((meta) => meta.getAttribute("content"));
  const canonical = [...head.querySelectorAll("link[rel=canonical]")].map((link) => link.getAttribute("href"));
  expect(title).toMatch(new RegExp(`^\\S.* \\| ${BRAND}$`));
  expect(documentElement.lang).toBe("en-US");
  expect(contents("meta[name=theme-color]")).toEqual(["#25286b"]);
  expect(contents("meta[name=robots]")).toEqual(isListed ? [] : ["noindex"]);
  expect(canonical).toEqual(isListed ? [expect.stringMatching(new RegExp(`^http://localhost:\\d+${path}$`))] : []);
  if (!isListed) return;
  expect(contents("meta[name=description]")).toEqual([expect.stringMatching(/^.{50,200}$/)]);
  expect(contents("meta[property='og:title']")).toEqual([expect.stringMatching(/\S/)]);
  expect(contents("meta[property='og:image']")).toEqual([expect.stringMatching(/^http:.*\.(png|webp)$/)]);
}

function expectContent(document: Document, { path, says, links }: Contract) {
  expect(document.querySelectorAll("h1").length).toBe(1);
  const [main, header, footer] = ["main", "header", "footer"].map((part) => document.querySelector(part));
  const text = wordsOf(main as Element);
  expect(
    says.filter((words) => !text.includes(words)),
    `${path} says`,
  ).toEqual([]);
  expect(linksIn(main)).toEqual(expect.arrayContaining(links.map((link) => link.join(" → "))));
  const footerText = wordsOf(footer as Element);
  expect(footerSays.filter((words) => !footerText.includes(words))).toEqual([]);
  expect(linksIn(footer)).toEqual(footerLinks.map((link) => link.join(" → ")));
  const inHeader = headerLinks.map((link) => link.join(" → "));
  const start = /^\/(apply|results|thank-you|blog\/new|privacy|terms|consent|accessibility)/.test(path)
    ? []
    : ["Start → /apply"];
  expect(linksIn(header)).toEqual([`${BRAND} → /`, ...inHeader, ...start, ...inHeader]);
}

/** All links except to the other language, as 'text → address'. A link around a card is named by its heading. */
function linksIn(part: Element | null | undefined) {
  return [...(part?.querySelectorAll("a[href]:not([hreflang])") ?? [])].map(
    (link) => `${wordsOf(link.querySelector("h3") ?? link)} → ${link.getAttribute("href")}`,
  );
}

function expectOrderedHeadings(document: Document) {
  const levels = [...document.querySelectorAll("main :is(h1, h2, h3, h4, h5, h6)")].map(({ tagName }) =>
    Number(tagName.slice(1)),
  );
  expect(levels[0], "the first heading's level").toBe(1);
  const jumps = levels.filter((level, index) => level > (levels[index - 1] ?? 1) + 1);
  expect(jumps, "headings that skip a level").toEqual([]);
}

/** A page for reading starts React once somebody is at a form (web/start/script/text-page.ts): no button elsewhere would work. Radios need no script. */
function expectNothingDead(document: Document) {
  if (!document.querySelector("#end")?.getAttribute("src")?.includes("/shell-")) return;
  const pressed = [...document.querySelectorAll("main :is(button, input:not([type=radio]), select, textarea)")];
  const dead = pressed.filter((each) => !each.closest("form, #calculator")).map(wordsOf);
  expect(dead, "needs app(…) in web/routes.tsx").toEqual([]);
}

interface CrawledPage {
  status: number;
  document: Document;
  main: Element | null;
  /** The words of main. */
  text: string;
  description: string;
  links: { text: string; href: string }[];
}

/** Every address that can be reached from the home page, each fetched once. Spanish has its own crawl. */
async function crawl(request: APIRequestContext) {
  const pages = new Map<string, CrawledPage>();
  const waiting = ["/"];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (pages.has(path)) continue;
    const { status, document } = await readHtml(request, path);
    const main = document.querySelector("main");
    const links = [...document.body.querySelectorAll("a[href]:not([hreflang])")].map((link) => ({
      text: wordsOf(link),
      href: link.getAttribute("href") ?? "",
    }));
    const description = document.querySelector("meta[name=description]")?.getAttribute("content") ?? "";
    pages.set(path, { status, document, main, text: wordsOf(main), description, links });
    for (const { href } of links) {
      expect(href, `a link on ${path}`).toMatch(/^([/#]|https:)/);
      if (href.startsWith("/")) waiting.push(href.split("#")[0] as string);
    }
  }
  return pages;
}

function structuredData(page: CrawledPage | undefined) {
  return JSON.parse(page?.document.querySelector("script[type='application/ld+json']")?.textContent ?? "{}");
}
