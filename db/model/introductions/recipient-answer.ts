import {
  type Case,
  type Changes,
  type MemberPress,
  type Permission,
  type Press,
  type Referral,
  type Refused,
  refusedWork,
  UNCHANGED,
} from "../case/case.ts";
import { columnsOf } from "../case/next-action.ts";
import { neverLeft } from "./introduction.ts";
import { isOurTurn, type LinkAnswer, type RecipientAnswer, recipientAnswerLabels } from "./referral.ts";

/**
 * Notes a lender's or dealer's answer to a lead; the last answer counts. Refused if the member may not work on the
 * case, or if the lead never left.
 */
export function answerOfRecipient(
  kase: Case,
  referralId: string,
  answer: RecipientAnswer,
  press: MemberPress,
): Changes | Refused {
  const refused = refusedWork(kase, press.by);
  if (refused) return { refused };
  const referral = kase.referrals.find(({ id }) => id === referralId);
  if (!referral) return { refused: "This application was not sent to them." };
  const { recipientName } = referral;
  if (neverLeft(kase, referral)) return { refused: `The application never left for ${recipientName}.` };
  if (referral.answer === answer) return UNCHANGED;
  return {
    events: [{ kind: "recipientAnswered", referralId, recipientName, answer }],
    referrals: [{ ...referral, answer, answeredAt: press.at, answerBy: press.by.id }],
  };
}

/**
 * Ends the link that was mailed to a lender or dealer, for example because the wrong person has it. Refused if the member may not
 * work on the case, or if there is no link. Ended again, it stays as it is.
 */
export function endLink(kase: Case, referralId: string, press: MemberPress): Changes | Refused {
  const refused = refusedWork(kase, press.by);
  if (refused) return { refused };
  const referral = kase.referrals.find(({ id }) => id === referralId);
  if (!referral) return { refused: "They have no link to this application." };
  if (referral.linkEndedAt) return UNCHANGED;
  const { recipientName } = referral;
  return { events: [{ kind: "linkEnded", recipientName }], referrals: [{ ...referral, linkEndedAt: press.at }] };
}

/** Whether the recipient of this lead may still see it, and answer; else why not. */
export function standingOf(
  {
    application,
    permissions,
  }: Pick<Case, "application"> & { permissions: Pick<Permission, "id" | "state" | "decidedAt">[] },
  referral: Referral,
) {
  if (referral.linkEndedAt) return "expired";
  const hasYes = permissions.some(
    ({ id, state, decidedAt }) =>
      id === referral.permissionId && state === "yes" && decidedAt?.getTime() === referral.permittedAt.getTime(),
  );
  if (!hasYes || application.contactStoppedAt) return "withdrawn";
  return application.outcome ? "closed" : "open";
}

/**
 * Stores what a lender or dealer answers by their link; the last answer counts. What somebody here has to act on becomes
 * the next step. Refused once the applicant has taken their yes back, or the case is closed.
 */
export function answerByLink(
  kase: Case,
  referralId: string,
  { answer, amount }: LinkAnswer,
  press: Press,
): Changes | Refused<Exclude<ReturnType<typeof standingOf>, "open">> {
  const referral = kase.referrals.find(({ id }) => id === referralId);
  const standing = referral ? standingOf(kase, referral) : "withdrawn";
  if (!referral || standing !== "open") return { refused: standing === "open" ? "withdrawn" : standing };
  if (referral.answer === answer && !amount) return UNCHANGED;
  const { recipientName } = referral;
  const note = `${recipientName}: ${recipientAnswerLabels[answer].toLowerCase()}`;
  return {
    events: [
      {
        ...({ kind: "recipientAnswered", referralId, recipientName, answer, how: "link" } as const),
        ...(answer === "approved" && amount && { amount }),
      },
    ],
    referrals: [{ ...referral, answer, answeredAt: press.at, answerBy: null }],
    application: isOurTurn(answer) ? columnsOf({ kind: "lender", note, at: press.at.getTime() }) : undefined,
  };
}
