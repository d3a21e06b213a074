import { type Answers, centralYear } from "../form/application.ts";
import { dollars } from "../money/amount.ts";
import type { fieldsSentTo } from "./referral.ts";
import { asciiXmlText } from "./xml.ts";

type Sent = Pick<Answers, (typeof fieldsSentTo)["dealer"][number]>;

export interface Lead {
  /** Our own id of the application. Never the applicant's reference, which opens it. */
  id: string;
  requestedAt: Date;
  answers: { [Name in keyof Sent]-?: NonNullable<Sent[Name]> };
  vendorName: string;
  providerName: string;
  providerUrl: string;
  /** A sentence that says when and how the applicant agreed. */
  permission: string;
}

/**
 * The plain-text mail that sends a lead to a dealer as ADF/XML 1.0 (Auto-lead Data Format), in ASCII. ADF needs a
 * vehicle, and we do not ask for one, so it gets the current year and 'Undecided'.
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
