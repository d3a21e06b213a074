/** What happens after an application is sent, and when: on /results, /thank-you and in the confirmation e-mail. */
export const nextSteps = [
  { when: "Today", what: "Our forecast and a specialist look for lenders that fit your situation." },
  {
    when: "Within 24 hours",
    what: "A Texas specialist calls, texts or emails you. Have your ID and last pay proof at hand.",
  },
  {
    when: "When you say yes",
    what: "We introduce you to a lender or dealer. A credit inquiry happens only with your consent.",
  },
];
