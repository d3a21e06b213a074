import { both, type Case, type Changes, type MemberPress, type Refused, refusedWork, UNCHANGED } from "./case.ts";
import { advanced } from "./move.ts";

/** Makes the member the owner, and puts a submitted case in review. Refused if somebody else owns it. */
export function claim(kase: Case, press: MemberPress): Changes | Refused {
  const { ownerId } = kase.application;
  if (ownerId === press.by.id) return UNCHANGED;
  if (kase.ownerName !== null) return { refused: `${kase.ownerName} has already claimed this application.` };
  const claimed: Changes = {
    events: [{ kind: "owner", ownerId: press.by.id }],
    application: { ownerId: press.by.id },
  };
  return both(claimed, advanced(kase, "in_review", press));
}

/**
 * Gives the case to somebody, or back to the queue (null). Refused if somebody else owns it, unless the member is a
 * manager. The audit log names both owners.
 */
export function giveTo(
  kase: Case,
  owner: { id: string; username: string } | null,
  press: MemberPress,
): Changes | Refused {
  const refused = refusedWork(kase, press.by);
  if (refused) return { refused };
  return kase.application.ownerId === (owner?.id ?? null) ? UNCHANGED : ownedBy(kase, owner);
}

/** The change that gives the case to this owner, or to nobody. */
export function ownedBy(kase: Case, owner: { id: string; username: string } | null): Changes {
  const ownerId = owner?.id ?? null;
  return {
    events: [{ kind: "owner", ownerId }],
    application: { ownerId },
    audit: [
      {
        action: owner ? "assign" : "release",
        old: { owner: kase.formerOwnerName },
        new: { owner: owner?.username ?? null },
      },
    ],
  };
}
