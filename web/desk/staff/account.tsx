import { type ReactNode, useState } from "react";
import { shortTime } from "../../../db/model/time/time-for-staff.ts";
import { call } from "../../api.ts";
import { AddApp, AddPasskey } from "../../sign-in/add-factor.tsx";
import { RecoveryCodes } from "../../sign-in/recovery-codes.tsx";
import { useDeskQuery } from "../data.ts";
import { deskPage, Waiting } from "../desk-page.tsx";
import { ActionButton } from "../parts/action-form.tsx";
import { Fold, Part } from "../parts/part.tsx";
import { SignInList } from "./sign-ins.tsx";

export default deskPage("Your account", "keepAccount", Account);

function Account() {
  const account = useDeskQuery("GET /desk/account");
  const [codes, setCodes] = useState<string[] | null>(null);
  // Reads the account again, because the parts shared with the sign-in page know nothing of the desk.
  const added = ({ recoveryCodes }: { recoveryCodes: string[] | null }) => {
    setCodes(recoveryCodes);
    account.refetch();
  };
  if (!account.data) return <Waiting of={account} />;
  const { passkeys, hasApp, recoveryCodes, signIns } = account.data;
  const others = signIns.filter(({ isThisOne }) => !isThisOne);
  const end = (id: string) => call("POST /desk/account/sign-ins/:id/end", { id });
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
      <Part title="How you sign in">
        <Way id="passkeys" title="Passkeys">
          {passkeys.length === 0 && <p className="mb-3">You have none yet.</p>}
          <ul className="mb-3 divide-y divide-line">
            {passkeys.map(({ id, createdAt }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-x-3 py-2">
                Added {shortTime(createdAt)}
                <ActionButton
                  look="quiet"
                  act={() => call("POST /desk/account/passkeys/:id/remove", { id })}
                  words="Passkey removed."
                  goOn={["passkeys"]}
                >
                  Remove<span className="sr-only"> the passkey added {shortTime(createdAt)}</span>
                </ActionButton>
              </li>
            ))}
          </ul>
          <AddPasskey onAdded={added} />
        </Way>
        <Way id="app" title="Authenticator app">
          {hasApp ? (
            <>
              <p>Its codes sign you in. To move to another phone, remove it here and set it up again.</p>
              <ActionButton
                className="mt-3"
                act={() => call("POST /desk/account/app/remove")}
                words="App removed."
                goOn={["app"]}
              >
                Remove the app
              </ActionButton>
            </>
          ) : (
            <AddApp onAdded={added} />
          )}
        </Way>
        <Way id="password" title="Password">
          <p>A manager gives you a new one, under Members.</p>
        </Way>
        {(codes || hasApp || passkeys.length > 0) && (
          <Way id="recovery-codes" title="Recovery codes">
            {codes ? (
              <div className="grid grid-cols-1 gap-4">
                <RecoveryCodes codes={codes} onSaved={() => setCodes(null)} />
              </div>
            ) : (
              <>
                <p>
                  {recoveryCodes === 1 ? "1 unused code is left." : `${recoveryCodes} unused codes are left.`} New ones
                  replace them.
                </p>
                <ActionButton
                  className="mt-3"
                  act={() => call("POST /desk/account/recovery-codes")}
                  onDone={({ recoveryCodes }) => setCodes(recoveryCodes)}
                  goOn={["recovery-codes"]}
                >
                  Make new codes
                </ActionButton>
              </>
            )}
          </Way>
        )}
      </Part>
      <div className="grid grid-cols-1 gap-5">
        <Part id="sign-ins" title="Where you are signed in">
          <SignInList signIns={signIns.filter(({ isThisOne }) => isThisOne)} onEnd={end} />
          {others.length > 0 && (
            <Fold title="Elsewhere" note={String(others.length)}>
              <SignInList signIns={others} onEnd={end} />
            </Fold>
          )}
        </Part>
      </div>
    </div>
  );
}

function Way({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="border-line not-first:mt-4 not-first:border-t not-first:pt-3">
      <h3 id={id} tabIndex={-1} className="mb-1 text-base">
        {title}
      </h3>
      {children}
    </section>
  );
}
