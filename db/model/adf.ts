import { type Answers, centralYear } from "./application.ts";
import type { fieldsSentTo } from "./referral.ts";

type Sent = Pick<Answers, (typeof fieldsSentTo)["dealer"][number]>;

export interface Lead {
  /** By which we know the application; never the applicant's reference. */
  id: string;
  requestedAt: Date;
  answers: { [Name in keyof Sent]-?: NonNullable<Sent[Name]> };
  vendorName: string;
  providerName: string;
  providerUrl: string;
}

/**
 * A lead for a dealer as ADF/XML 1.0 (Auto-lead Data Format): the whole body of a plain-text mail, ASCII only, everything
 * else as numeric references. We do not ask for a vehicle; then ADF wants the current year and 'Undecided'.
 */
export function adfLead({ id, requestedAt, answers, vendorName, providerName, providerUrl }: Lead, now: Date) {
  const down = `$${answers.cashDownPayment} down payment, available: ${answers.downPaymentAvailable}.`;
  return `<?xml version="1.0" encoding="US-ASCII"?>
<?adf version="1.0"?>
<adf>
  <prospect status="new">
    <id sequence="1" source="${ascii(providerName)}">${ascii(id)}</id>
    <requestdate>${requestedAt.toISOString()}</requestdate>
    <vehicle interest="buy">
      <year>${centralYear(now)}</year>
      <make>Undecided</make>
      <model>Undecided</model>
      <comments>The customer has not named a vehicle yet.</comments>
    </vehicle>
    <customer>
      <contact>
        <name part="full" type="individual">${ascii(answers.fullName)}</name>
        <email>${ascii(answers.email)}</email>
        <phone type="voice">${ascii(answers.phone)}</phone>
        <address>
          <city>${ascii(answers.city)}</city>
          <postalcode>${ascii(answers.zip)}</postalcode>
          <country>US</country>
        </address>
      </contact>
      <timeframe>
        <description>${ascii(answers.purchaseTimeline)}</description>
      </timeframe>
      <comments>${ascii(down)}</comments>
    </customer>
    <vendor>
      <vendorname>${ascii(vendorName)}</vendorname>
      <contact>
        <name part="full" type="business">${ascii(vendorName)}</name>
      </contact>
    </vendor>
    <provider>
      <name part="full" type="business">${ascii(providerName)}</name>
      <url>${ascii(providerUrl)}</url>
    </provider>
  </prospect>
</adf>
`;
}

/** Text for XML content or attributes: markup and everything that is not printable ASCII as numeric references. */
function ascii(text: string) {
  return text.replace(/[^ -~]|[&<>"']/gu, (character) => `&#${character.codePointAt(0)};`);
}
