import { dateAndTime } from "../../../db/model/time/time-in-words.ts";
import { t } from "../../../db/model/words.ts";
import type { Guidance } from "../../api.ts";
import { TextLink } from "../../ui/text-link.tsx";
import { Told } from "./told.tsx";

type Closed = Extract<Guidance["progress"]["now"], { code: "closed" }>;

/** Why the application was closed, and what the applicant can do. */
export function ClosedStanding({ standing: { ending, other }, hasTries }: { standing: Closed; hasTries: boolean }) {
  switch (ending) {
    case "financed":
      return (
        <Told lead="A lender said yes, so our work on this application is done.">
          <p>
            Your contract is with the lender. If a question comes up later,{" "}
            <TextLink to="/contact">contact us</TextLink>.
          </p>
        </Told>
      );
    case "noLenderYet":
      return (
        <Told lead="We couldn’t find a lender for you this time.">
          <p>
            That can change: more money down or a lower price can make a difference.{" "}
            <TextLink to="/contact">Contact us</TextLink> to talk it over, or{" "}
            <TextLink to="/apply">apply again</TextLink> when something has changed.
          </p>
          <p>If a lender turned you down, you have the right to its reasons. Ask the lender within 60 days.</p>
        </Told>
      );
    case "asWished":
      return (
        <Told lead="We closed this application, as you asked.">
          <p>
            You’re welcome back any time: <TextLink to="/apply">apply again</TextLink>.
          </p>
        </Told>
      );
    case "notReached":
      return (
        <Told
          lead={
            hasTries
              ? t`We called you and didn’t get through, so we set this application aside.`
              : t`We couldn’t get through to you, so we set this application aside.`
          }
        >
          <p>
            Nothing is lost. <TextLink to="/contact">Contact us</TextLink> and say when we can talk, or{" "}
            <TextLink to="/apply">apply again</TextLink> whenever you like.
          </p>
        </Told>
      );
    case "duplicate":
      return (
        <Told
          lead={
            other
              ? t`We have another application that looks like yours, so we’re working on that one instead. It came in on ${dateAndTime(other.appliedAt)}.`
              : t`We closed this application because we had another one that looked like yours. That one is closed, too.`
          }
        >
          {other?.isConfirmed && <p>The link to it is in the email that confirmed it.</p>}
          <p>
            Did you send only this one? Please <TextLink to="/contact">contact us</TextLink>.
          </p>
        </Told>
      );
  }
}
