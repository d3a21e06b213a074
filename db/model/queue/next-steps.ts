import { byDayAndHour, capitalized } from "../time/promised-time.ts";
import { t } from "../words.ts";

/**
 * What happens after somebody applies, for /results, /thank-you and the confirmation mail. `by`: the promised time of
 * our call, null once it is over. Without it, the words fit whoever has just applied.
 */
export function nextSteps(by?: Date | null, now?: Date) {
  return [
    {
      when: t`First`,
      what: t`With your forecast in hand, a specialist will look for lenders that fit your situation.`,
    },
    {
      when: by
        ? capitalized(byDayAndHour(by, now))
        : by === null
          ? t`As soon as we can`
          : t`The same day or the next business day`,
      what: t`A Texas specialist will call or email you. Have your ID and latest proof of income handy.`,
    },
    {
      when: t`When you say yes`,
      what: t`We'll introduce you to that lender or dealer, and to no other. A credit inquiry happens only with your consent.`,
    },
  ];
}
