import { isOneOf } from "../../db/database.ts";
import { both } from "../../db/model/case/case.ts";
import { claim } from "../../db/model/case/owner.ts";
import { applications } from "../../db/schema.ts";
import { act } from "../case/act.ts";
import { pressOf } from "../case/by-member.ts";
import type { DeskContext } from "../env.ts";

/** Claims these applications at once. `taken`: those of others, with their owners. Ignores unknown ids. */
export async function claimAll(c: DeskContext, ids: string[]) {
  const press = pressOf(c);
  let claimed: string[] = [];
  let taken: { id: string; by: string | null }[] = [];
  await act(c, isOneOf(applications.id, ids), {
    press,
    decide: (cases) => {
      const mine = cases.map((kase) => ({ kase, changes: claim(kase, press) }));
      const deeds = mine.flatMap(({ kase, changes }) =>
        "refused" in changes
          ? []
          : [{ kase, changes: changes.events.length > 0 ? both(changes, noted(kase)) : changes }],
      );
      claimed = deeds.map(({ kase }) => kase.application.id);
      taken = mine.flatMap(({ kase, changes }) =>
        "refused" in changes ? [{ id: kase.application.id, by: kase.ownerName }] : [],
      );
      return { deeds };
    },
  });
  return { claimed, taken };

  /** One request claims several, so the audit log names each. */
  function noted({ formerOwnerName }: { formerOwnerName: string | null }) {
    return {
      events: [],
      audit: [{ action: "claim" as const, old: { owner: formerOwnerName }, new: { owner: press.by.username } }],
    };
  }
}
