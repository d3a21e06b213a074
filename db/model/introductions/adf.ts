import { metroOf } from "../directory/metro.ts";
import { type Answers, centralYear } from "../form/application.ts";
import type { brand } from "../site/brand.ts";
import type { fieldsSentTo } from "./referral.ts";
import { asciiXmlText } from "./xml.ts";

type Sent = Pick<Answers, (typeof fieldsSentTo)["dealer"][number]>;

export interface Lead {
  /** Our own id of the application. Never the applicant's reference, which opens it. */
  id: string;
  requestedAt: Date;
  answers: { [Name in keyof Sent]-?: NonNullable<Sent[Name]> };
  /** The dealer, and the address that the lead goes to. */
  vendor: { name: string; email: string };
  provider: Pick<typeof brand, "name" | "email" | "phone"> & { url: string };
  /** A sentence that says when and how the applicant agreed. */
  permission: string;
  /** Where the dealer tells us what came of it. */
  link: string;
}

/** Words that belong to the last name after them, as in 'de la Cruz'. */
const PARTICLES = /^(da|de|del|der|di|dos|la|las|los|san|santa|st\.?|van|von|y)$/i;
const SUFFIX = /^(jr|sr|ii|iii|iv)\.?$/i;

/**
 * The plain-text mail that sends a lead to a dealer as ADF/XML 1.0 (Auto-lead Data Format), in ASCII, valid by its
 * published DTD. ADF needs a vehicle, new or used, and a street before a city, and we ask for neither. So the vehicle is
 * 'Undecided', of the current year, and used, since programs take what is not said for new; and the street is empty.
 */
export function adfLead(lead: Lead, now: Date) {
  const { id, requestedAt, answers, vendor, provider, permission, link } = lead;
  return `<?xml version="1.0" encoding="US-ASCII"?>
<?adf version="1.0"?>
<adf>
  <prospect status="new">
    <id sequence="1" source="${asciiXmlText(provider.name)}">${asciiXmlText(id)}</id>
    <requestdate>${requestedAt.toISOString()}</requestdate>
    <vehicle interest="buy" status="used">
      <year>${centralYear(now)}</year>
      <make>Undecided</make>
      <model>Undecided</model>
      <finance>
        <method>finance</method>
        <amount type="downpayment" limit="maximum" currency="USD">${answers.cashDownPayment}</amount>
      </finance>
      <comments>The customer has not named a vehicle yet, new or used.</comments>
    </vehicle>
    <customer>
      <contact>
${nameParts(answers.fullName)
  .map(({ part, text }) => `        <name part="${part}" type="individual">${asciiXmlText(text)}</name>`)
  .join("\n")}
        <email>${asciiXmlText(answers.email)}</email>
        <phone type="voice">${asciiXmlText(answers.phone)}</phone>
        <address>
          <street line="1"></street>
          <city>${asciiXmlText(answers.city)}</city>${metroOf(answers.zip) === null ? "" : "\n          <regioncode>TX</regioncode>"}
          <postalcode>${asciiXmlText(answers.zip)}</postalcode>
          <country>US</country>
        </address>
      </contact>
      <timeframe>
        <description>${asciiXmlText(answers.purchaseTimeline)}</description>
      </timeframe>
      <comments>${asciiXmlText(`Down payment available: ${answers.downPaymentAvailable}. ${permission} Please tell us what came of it: ${link}`)}</comments>
    </customer>
    <vendor>
      <vendorname>${asciiXmlText(vendor.name)}</vendorname>
      <contact>
        <name part="full" type="business">${asciiXmlText(vendor.name)}</name>
        <email>${asciiXmlText(vendor.email)}</email>
      </contact>
    </vendor>
    <provider>
      <name part="full" type="business">${asciiXmlText(provider.name)}</name>
      <service>Auto financing prequalification</service>
      <url>${asciiXmlText(provider.url)}</url>${optional("email", provider.email)}${optional("phone", provider.phone)}
    </provider>
  </prospect>
</adf>
`;
}

function optional(element: string, text: string | null) {
  return text ? `\n      <${element}>${asciiXmlText(text)}</${element}>` : "";
}

/** A name as dealers' programs want it, in the order written: 'José' 'de la Cruz Jr.'. A single word is the full name. */
function nameParts(fullName: string) {
  const words = fullName.split(/\s+/).filter(Boolean);
  const end = words.length > 2 && SUFFIX.test(words.at(-1) ?? "") ? words.length - 1 : words.length;
  let start = end - 1;
  while (start > 1 && PARTICLES.test(words[start - 1] ?? "")) start--;
  if (start < 1) return [{ part: "full", text: fullName }];
  return [
    { part: "first", text: words.slice(0, start).join(" ") },
    { part: "last", text: words.slice(start).join(" ") },
  ];
}
