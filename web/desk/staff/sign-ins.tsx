import { shortTime } from "../../../db/model/time/time-for-staff.ts";
import { call } from "../../api.ts";
import type { SignIn } from "../api.ts";
import { useDeskQuery } from "../data.ts";
import { Waiting } from "../desk-page.tsx";
import { ActionButton } from "../parts/action-form.tsx";
import { Fold, Part } from "../parts/part.tsx";
import { counted } from "../words.ts";

export function SignIns() {
  const result = useDeskQuery("GET /desk/sign-ins");
  return (
    <Part id="sign-ins" title="Open sign-ins">
      {!result.data && <Waiting of={result} />}
      {[...Map.groupBy(result.data?.signIns ?? [], ({ username }) => username)].map(([username, own]) => (
        <Fold key={username} title={username} note={counted(own.length, "sign-in")}>
          <SignInList signIns={own} onEnd={(id) => call("POST /desk/sign-ins/:id/end", { id })} />
        </Fold>
      ))}
    </Part>
  );
}

/** Sign-ins, each with a button that ends it; this one ends by signing out. */
export function SignInList({ signIns, onEnd }: { signIns: SignIn[]; onEnd: (id: string) => Promise<unknown> }) {
  return (
    <ul className="divide-y divide-line">
      {signIns.map(({ id, username, createdAt, lastUsedAt, verifiedAt, isThisOne }) => (
        <li key={id} className="flex items-center justify-between gap-x-3 py-2">
          <span className="min-w-0">
            Since {shortTime(createdAt)}
            <span className="block text-quiet text-sm">
              {verifiedAt === null ? "Without the second step" : `Last used ${shortTime(lastUsedAt)}`}
              {isThisOne && ", this browser"}
            </span>
          </span>
          {!isThisOne && (
            <ActionButton
              look="quiet"
              className="shrink-0"
              act={() => onEnd(id)}
              words="Sign-in ended."
              goOn={["sign-ins"]}
            >
              End
              <span className="sr-only">
                {" "}
                the sign-in of {username} since {shortTime(createdAt)}
              </span>
            </ActionButton>
          )}
        </li>
      ))}
    </ul>
  );
}
