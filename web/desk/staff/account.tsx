import { useState } from "react";
import { shortTime } from "../../../db/model/time/time-for-staff.ts";
import { call } from "../../api.ts";
import { AddApp, AddPasskey } from "../../sign-in/add-factor.tsx";
import { RecoveryCodes } from "../../sign-in/recovery-codes.tsx";
import { Button } from "../../ui/button.tsx";
import { useDeskAction, useDeskQuery } from "../data.ts";
import { DeskPage, Failure, Waiting } from "../desk-page.tsx";
import { Part } from "../parts/part.tsx";
import { SignInList } from "./sign-ins.tsx";

export default function AccountPage() {
  return (
    <DeskPage title="Your account" action="keepAccount">
      <Account />
    </DeskPage>
  );
}

function Account() {
  const account = useDeskQuery("GET /desk/account");
  const [codes, setCodes] = useState<string[] | null>(null);
  // Reads the account again, because the parts shared with the sign-in page know nothing of the desk.
  const added = ({ recoveryCodes }: { recoveryCodes: string[] | null }) => {
    setCodes(recoveryCodes);
    account.refetch();
  };
  if (!account.data) return <Waiting error={account.error} onRetry={() => account.refetch()} />;
  const { passkeys, hasApp, recoveryCodes, signIns } = account.data;
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
      <div className="grid grid-cols-1 gap-5">
        <Part id="passkeys" title="Passkeys">
          {passkeys.length === 0 && <p className="mb-3">You have none yet.</p>}
          <ul className="mb-3 divide-y divide-line">
            {passkeys.map(({ id, createdAt }) => (
              <Passkey key={id} id={id} createdAt={createdAt} />
            ))}
          </ul>
          <AddPasskey onAdded={added} />
        </Part>
        <Part id="app" title="Authenticator app">
          {hasApp ? <App /> : <AddApp onAdded={added} />}
        </Part>
        <Part id="recovery-codes" title="Recovery codes">
          {codes ? (
            <div className="grid grid-cols-1 gap-4">
              <RecoveryCodes codes={codes} onSaved={() => setCodes(null)} />
            </div>
          ) : (
            <MakeCodes left={recoveryCodes} onMade={setCodes} />
          )}
        </Part>
      </div>
      <Part id="sign-ins" title="Where you are signed in">
        <SignInList signIns={signIns} onEnd={(id) => call("POST /desk/account/sign-ins/:id/end", { id })} />
      </Part>
    </div>
  );
}

function Passkey({ id, createdAt }: { id: string; createdAt: string }) {
  const removing = useDeskAction(() => call("POST /desk/account/passkeys/:id/remove", { id }), {
    words: "Passkey removed.",
    goOn: ["passkeys"],
  });
  return (
    <li className="py-2">
      <div className="flex flex-wrap items-center justify-between gap-3">
        Added {shortTime(createdAt)}
        <Button look="quiet" onClick={() => removing.run()}>
          Remove<span className="sr-only"> the passkey added {shortTime(createdAt)}</span>
        </Button>
      </div>
      <Failure message={removing.message} />
    </li>
  );
}

function App() {
  const removing = useDeskAction(() => call("POST /desk/account/app/remove"), {
    words: "App removed.",
    goOn: ["app"],
  });
  return (
    <>
      <p>Its codes sign you in. To move to another phone, remove it here and set it up again.</p>
      <Button look="outline" className="mt-3" onClick={() => removing.run()}>
        Remove the app
      </Button>
      <Failure message={removing.message} />
    </>
  );
}

function MakeCodes({ left, onMade }: { left: number; onMade: (codes: string[]) => void }) {
  const making = useDeskAction(() => call("POST /desk/account/recovery-codes"), {
    onDone: ({ recoveryCodes }) => onMade(recoveryCodes),
    goOn: ["recovery-codes"],
  });
  return (
    <>
      <p>{left === 1 ? "1 unused code is left." : `${left} unused codes are left.`} New ones replace them.</p>
      <Button look="outline" className="mt-3" onClick={() => making.run()}>
        Make new codes
      </Button>
      <Failure message={making.message} />
    </>
  );
}
