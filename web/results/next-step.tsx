import { useLocation } from "react-router-dom";
import { t } from "../../db/model/words.ts";
import type { Guidance } from "../api.ts";
import { ButtonLink } from "../ui/button.tsx";
import { isComplete } from "./case/standing.tsx";

/** The one thing to do now. */
export function NextStep({ guidance }: { guidance: Guidance }) {
  const { search } = useLocation();
  const step = stepFor(guidance);
  return (
    <div className="on-deep rounded-card p-5 sm:p-7">
      <p className="font-semibold text-sm text-sun">Your next step</p>
      <h2 className="mt-1 text-h3">{step.title}</h2>
      <p className="mt-2">{step.text}</p>
      <ButtonLink to={{ search, hash: step.hash }} replace className="no-print mt-4">
        {step.button}
      </ButtonLink>
    </div>
  );
}

function stepFor({ permissions, progress }: Guidance) {
  const asked = permissions.find(({ state }) => state === "asked");
  if (asked) {
    return {
      title: t`Say yes or no to ${asked.recipientName}`,
      text: t`We'd like to introduce you. Nothing will be sent before you say yes.`,
      button: t`Read what we'd send`,
      hash: "#permissions",
    };
  }
  if (progress.now.code === "papers" && isComplete(progress.now.papers)) {
    return {
      title: t`There's nothing you need to do now`,
      text: t`We have all the documents we asked for. Your specialist will take it from here.`,
      button: t`See where it stands`,
      hash: "#status",
    };
  }
  if (progress.now.code === "papers") {
    return {
      title: t`Get your documents together`,
      text: t`Your specialist will tell you how to get them to us.`,
      button: t`See which ones`,
      hash: "#status",
    };
  }
  const isBeforeCall = progress.now.code === "call" || progress.now.code === "bookedCall";
  return {
    title: t`Get your documents ready`,
    text: isBeforeCall
      ? t`With these handy, your first call with a specialist will get you further.`
      : t`With these handy, what comes next will go faster.`,
    button: t`See your checklist`,
    hash: "#papers",
  };
}
