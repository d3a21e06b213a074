import { useState } from "react";
import { stages } from "../../db/model/status.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { claimAll, type QueuedApplication } from "./api.ts";
import { useDeskAction } from "./data.ts";
import { Failure } from "./desk-page.tsx";

const RESULT = "claimed";

export type Claims = ReturnType<typeof useClaims>;
type Result = Awaited<ReturnType<typeof claimAll>>;

/** Free applications that are chosen in a list, and claiming them. */
export function useClaims(applications: QueuedApplication[]) {
  const [chosen, setChosen] = useState<string[]>([]);
  const [ended, setEnded] = useState<string | null>(null);
  // A colleague may have claimed one since it was chosen.
  const free = applications.filter(({ id, ...application }) => chosen.includes(id) && isFree(application));
  const nameOf = (id: string) => applications.find((each) => each.id === id)?.fullName ?? "one more";
  const claiming = useDeskAction((ids: string[]) => claimAll(ids), {
    words: (_, result) => inWords(result, nameOf),
    onDone: (result) => {
      setEnded(inWords(result, nameOf));
      setChosen([]);
    },
    goOn: [RESULT],
  });
  return {
    isFree,
    isChosen: ({ id }: QueuedApplication) => chosen.includes(id),
    choose: ({ id }: QueuedApplication, isChosen: boolean) => {
      setChosen(isChosen ? [...chosen, id] : chosen.filter((each) => each !== id));
      setEnded(null);
    },
    count: free.length,
    claim: () => claiming.run(free.map(({ id }) => id)),
    message: claiming.message,
    ended,
  };
}

/** The button that claims what is chosen; it stays on screen. Below the list stands what the last press did. */
export function ClaimBar({ claims }: { claims: Claims }) {
  return (
    <>
      {claims.ended && (
        <Notice kind="done" id={RESULT} tabIndex={-1} className="mt-3">
          {claims.ended}
        </Notice>
      )}
      <Failure message={claims.message} />
      {claims.count > 0 && (
        <div className="sticky bottom-0 border-line border-t bg-paper py-2">
          <Button onClick={claims.claim}>Claim {claims.count}</Button>
        </div>
      )}
    </>
  );
}

function isFree({ owner, status }: Pick<QueuedApplication, "owner" | "status">) {
  return owner === null && !(stages.closed as readonly string[]).includes(status);
}

function inWords({ claimed, taken }: Result, nameOf: (id: string) => string) {
  const mine = claimed.length > 0 ? `You work on ${claimed.map(nameOf).join(", ")} now.` : "";
  const others = taken.map(({ id, by }) => `${by ?? "Somebody else"} was first with ${nameOf(id)}.`);
  return [mine, ...others].filter(Boolean).join(" ") || "These applications are gone.";
}
