import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { isClosed } from "../../../db/model/case/status.ts";
import { paths } from "../../../db/model/site/paths.ts";
import { call } from "../../api.ts";
import { Button, type ButtonLook } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { Answer } from "../../wire.ts";
import type { QueuedApplication } from "../api.ts";
import { type Ending, useDeskAction } from "../data.ts";
import { Failure, useMay } from "../desk-page.tsx";
import type { Column } from "../parts/table.tsx";

const RESULT = "claimed";

export type Claims = ReturnType<typeof useClaims>;
type Result = Answer<"POST /desk/claims">;

type Listed = Pick<QueuedApplication, "id" | "fullName"> & Partial<Pick<QueuedApplication, "owner" | "status">>;

/** Lets a member select free applications in a list, and claim them. */
export function useClaims(applications: Listed[]) {
  const mayClaim = useMay("claim");
  const isFree = ({ owner, status }: Listed) => mayClaim && owner === null && status && !isClosed(status);
  const [chosen, setChosen] = useState<string[]>([]);
  const [ended, setEnded] = useState<string | null>(null);
  // A colleague may have claimed one of these applications since it was chosen.
  const free = applications.filter((each) => chosen.includes(each.id) && isFree(each));
  const nameOf = (id: string) => applications.find((each) => each.id === id)?.fullName ?? "one more";
  const claiming = useDeskAction((ids: string[]) => call("POST /desk/claims", { json: { ids } }), {
    words: (_, result) => inWords(result, nameOf),
    onDone: (result) => {
      setEnded(inWords(result, nameOf));
      setChosen([]);
    },
    goOn: [RESULT],
  });
  return {
    isFree,
    isChosen: ({ id }: Listed) => chosen.includes(id),
    choose: ({ id }: Listed, isChosen: boolean) => {
      setChosen(isChosen ? [...chosen, id] : chosen.filter((each) => each !== id));
      setEnded(null);
    },
    count: free.length,
    claim: () => claiming.run(free.map(({ id }) => id)),
    message: claiming.message,
    ended,
  };
}

/** Claims one application, by its id. */
export function useClaim(ending: Pick<Ending<string, unknown>, "onDone" | "goOn">) {
  return useDeskAction((id: string) => call("POST /desk/case/:id/claim", { id }), {
    words: "You work on this application now.",
    ...ending,
  });
}

/** Claims the first of these free applications, and opens it. */
export function ClaimFirst({ of: [first], look }: { of: Listed[]; look: ButtonLook }) {
  const open = useNavigate();
  const mayClaim = useMay("claim");
  const claiming = useClaim({ onDone: (_, id) => open(paths.case(id)) });
  if (!first || !mayClaim) return null;
  return (
    <>
      <Button look={look} onClick={() => claiming.run(first.id)}>
        Claim the first
      </Button>
      <Failure message={claiming.message} />
    </>
  );
}

/** The checkboxes of free applications; nothing for others. */
export function claimColumn({ isFree, isChosen, choose }: Claims): Column<Listed> {
  return {
    name: "Claim",
    isNameHidden: true,
    className: "as-table:w-10 as-list:absolute as-list:top-1.5 as-list:left-2",
    cell: (application) =>
      isFree(application) && (
        <label className="relative z-1 -my-1.5 flex min-h-11 min-w-8 items-center">
          <span className="sr-only">Claim {application.fullName}</span>
          <input
            type="checkbox"
            className="tick"
            checked={isChosen(application)}
            onChange={({ target }) => choose(application, target.checked)}
          />
        </label>
      ),
  };
}

/** The button that claims the selected ones, and how that ended: always on screen, wherever one is in the list. */
export function ClaimBar({ claims: { count, claim, ended, message } }: { claims: Claims }) {
  if (count === 0 && !ended && !message) return null;
  return (
    <div className="at-foot flex flex-wrap items-center gap-x-4">
      {count > 0 && (
        <Button data-key="c" onClick={claim}>
          Claim {count}
        </Button>
      )}
      {ended && (
        <Notice kind="done" id={RESULT} tabIndex={-1}>
          {ended}
        </Notice>
      )}
      <Failure message={message} />
    </div>
  );
}

function inWords({ claimed, taken }: Result, nameOf: (id: string) => string) {
  const mine = claimed.length > 0 ? `You work on ${claimed.map(nameOf).join(", ")} now.` : "";
  const others = taken.map(({ id, by }) => `${by ?? "Somebody else"} was first with ${nameOf(id)}.`);
  return [mine, ...others].filter(Boolean).join(" ") || "These applications are gone.";
}
