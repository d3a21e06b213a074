import { type Answers, centralYear } from "../form/application.ts";
import { dollars } from "../money/amount.ts";
import type { fieldsSentTo } from "./referral.ts";
import { asciiXmlText } from "./xml.ts";

type Sent = Pick<Answers, (typeof fieldsSentTo)["dealer"][number]>;

export interface Lead {
  /** By which we know the application; never the applicant's reference. */
  id: string;
  requestedAt: Date;
  answers: { [Name in keyof Sent]-?: NonNullable<Sent[Name]> };
  vendorName: string;
  providerName: string;
  providerUrl: string;
  /** When and how the applicant permitted it, in a sentence. */
  permission: string;
}

/**
 * A lead for a dealer as ADF/XML 1.0 (Auto-lead Data Format): the whole body of a plain-text mail, ASCII only, everything
 * else as numeric references. We do not ask for a vehicle; then ADF wants the current year and 'Undecided'.
 */
export function adfLead(lead: Lead, now: Date) {
  const { id, requestedAt, answers, vendorName, providerName, providerUrl, permission } = lead;
  const down = `${dollars(answers.cashDownPayment)} down payment, available: ${answers.downPaymentAvailable}.`;
  return `<?xml version="1.0" encoding="US-ASCII"?>
<?adf version="1.0"?>
<adf>
  <prospect status="new">
    <id sequence="1" source="${asciiXmlText(providerName)}">${asciiXmlText(id)}</id>
    <requestdate>${requestedAt.toISOString()}</requestdate>
    <vehicle interest="buy">
      <year>${centralYear(now)}</year>
      <make>Undecided</make>
      <model>Undecided</model>
      <comments>The customer has not named a vehicle yet.</comments>
    </vehicle>
    <customer>
      <contact>
        <name part="full" type="individual">${asciiXmlText(answers.fullName)}</name>
        <email>${asciiXmlText(answers.email)}</email>
        <phone type="voice">${asciiXmlText(answers.phone)}</phone>
        <address>
          <city>${asciiXmlText(answers.city)}</city>
          <postalcode>${asciiXmlText(answers.zip)}</postalcode>
          <country>US</country>
        </address>
      </contact>
      <timeframe>
        <description>${asciiXmlText(answers.purchaseTimeline)}</description>
      </timeframe>
      <comments>${asciiXmlText(`${down} ${permission}`)}</comments>
    </customer>
    <vendor>
      <vendorname>${asciiXmlText(vendorName)}</vendorname>
      <contact>
        <name part="full" type="business">${asciiXmlText(vendorName)}</name>
      </contact>
    </vendor>
    <provider>
      <name part="full" type="business">${asciiXmlText(providerName)}</name>
      <url>${asciiXmlText(providerUrl)}</url>
    </provider>
  </prospect>
</adf>
`;
}
