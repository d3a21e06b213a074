import { replyDay } from "../../db/model/time/our-answer.ts";
import { t } from "../../db/model/words.ts";
import { accuracyClaim, claims } from "./claims/claims.ts";

interface Question {
  question: string;
  /** Plain text, so that search engines get the same words as visitors. */
  answer: string;
}

/** Questions by topic. Ids are for addresses: /faq#self-employed opens that answer, /faq#income leads to its topic. */
export const faqTopics = (): {
  id: string;
  title: string;
  isPopular?: true;
  questions: (Question & { id: string })[];
}[] => [
  {
    id: "credit",
    title: t`Credit Challenges`,
    isPopular: true,
    questions: [
      {
        id: "credit-score",
        question: t`What credit score do I need?`,
        answer: t`There is no lowest score to apply. Lenders look at credit in four bands: ${claims.creditBands.excellent}, ${claims.creditBands.good}, ${claims.creditBands.fair} and ${claims.creditBands.rebuilding}. Some lenders we work with have terms up to ${claims.longestTerm} and, for the best credit only, rates as low as ${claims.lowestApr}. Your rate depends on your credit, the vehicle and the lender.`,
      },
      {
        id: "first-time-buyer",
        question: t`Can I apply if I have no credit or have never financed a car?`,
        answer: t`Yes. Some lenders make loans for first-time buyers and for people with no credit history. Steady income, time at your address and some money down help your application. In the form, choose “No Auto Loan History”.`,
      },
      {
        id: "bankruptcy",
        question: t`Can I get financing after a bankruptcy?`,
        answer: t`Often, yes. A discharged Chapter 7 should be ${claims.chapter7Discharged} old: after that, more lenders will look at your application. If yours is newer or still open, apply anyway and say so in the form. A specialist will tell you what’s possible now and what would be easier later.`,
      },
      {
        id: "repossession",
        question: t`Does a repossession rule me out?`,
        answer: t`No. What matters is how long ago it was. A recent repossession means ${claims.recentRepossession}; during that time fewer lenders say yes. After that, income, time on the job and money down count for more. Tell us about it in the form, so we can start with the right lenders.`,
      },
    ],
  },
  {
    id: "income",
    title: t`Employment & Income`,
    isPopular: true,
    questions: [
      {
        id: "self-employed",
        question: t`I’m self-employed. Can I apply?`,
        answer: t`Yes. Self-employed and 1099 applicants should have ${claims.selfEmployed} in their business. Lenders usually ask for tax returns or bank statements instead of pay stubs, so have them handy. With less time in business, more money down can help.`,
      },
      {
        id: "benefits",
        question: t`Do benefits and other income count?`,
        answer: t`Yes. Choose “Unemployed/Benefits” or “Other” in the form and enter what you receive in a month before taxes. Lenders look at whether the income is steady and can be shown on paper, such as an award letter or bank statements. Time on a job plays no part then.`,
      },
      {
        id: "time-on-job",
        question: t`How long do I need to have been on my job?`,
        answer: t`We have no minimum. If you’ve been on your job for under three years, the form also asks about the job before it, because a steady history counts too. The same goes for your address.`,
      },
    ],
  },
  {
    id: "vehicles",
    title: t`Costs & Vehicles`,
    questions: [
      {
        id: "cost",
        question: t`What does this cost me?`,
        answer: t`Nothing. The service is free to you, whether you finance a vehicle or not. We’re paid by lenders.`,
      },
      {
        id: "down-payment",
        question: t`How much do I need to put down?`,
        answer: t`It depends on the lender. Some ask for ${claims.downPayment} of the price; others ask for less. Enter what you have in the form, even if it is $0. More money down means a smaller loan, and it gives you more lenders to choose from.`,
      },
      {
        id: "vehicle-age",
        question: t`Which vehicles are easiest to finance?`,
        answer: t`Vehicles up to ${claims.vehicleAge} old with under ${claims.vehicleMiles}. Older cars and higher mileage can be financed at some lenders, usually with more money down or a shorter term.`,
      },
    ],
  },
  {
    id: "timeline",
    title: t`Process & Timeline`,
    isPopular: true,
    questions: [
      {
        id: "credit-pull",
        question: t`Will the form affect my credit score?`,
        answer: t`No. There is no credit pull when you fill out the form or when we look for lenders. A lender’s credit inquiry comes later, and only with your explicit consent. You’ll know which lender is asking before you say yes.`,
      },
      {
        id: "forecast",
        question: t`What is the AI forecast, and how accurate is it?`,
        answer: t`It estimates from your answers how likely a lender’s approval is, on a scale of 0 to 100. A specialist uses it, along with the lenders’ own rules, to look for lenders that fit you. Nothing goes to a lender until you say yes. ${accuracyClaim()} It’s guidance, not a guarantee: a person reviews every application, and lenders make their own decisions.`,
      },
      {
        id: "response-time",
        question: t`How soon will I hear from you?`,
        answer: t`The form takes about ${claims.formMinutes} minutes, day or night. Most applications are answered within ${claims.businessHoursResponse} in business hours, usually the same day from Monday to Saturday. You’ll get a reply within ${claims.replyWithin}, and emails are answered within ${claims.replyWithin} too: ${replyDay()}. Business hours are ${claims.phoneHours}.`,
      },
      {
        id: "eligibility",
        question: t`Who can apply?`,
        answer: t`Anyone who is at least ${claims.minimumAge}, able to enter into a contract, and in Texas or seeking financing in Texas. We serve all ${claims.counties} Texas counties, and all credit situations are welcome.`,
      },
      {
        id: "privacy",
        question: t`What happens to my information?`,
        answer: t`Your answers stay in your browser until you submit. Then a Texas specialist reviews them. Nothing goes to a lender or dealer until you say yes to that one: we’ll name it, show you exactly what we’d send, and wait for your answer. You can take back a yes or tell us to stop contacting you at any time. We keep applications for ${claims.dataRetention}.`,
      },
    ],
  },
];
