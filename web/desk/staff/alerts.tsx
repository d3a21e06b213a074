import { useState } from "react";
import { AlertAddress } from "../../../db/model/staff/alerts.ts";
import { call } from "../../api.ts";
import { canPush, endPush, hasSound, setSound, startPush } from "../alert.ts";
import type { Account } from "../api.ts";
import { Failure } from "../desk-page.tsx";
import { ActionButton, ActionForm, TextField, useTyped } from "../parts/action-form.tsx";
import { Check } from "../parts/check.tsx";
import { Part } from "../parts/part.tsx";

/** How the member is told of new applications. */
export function Alerts({ of: { alertEmail, isPushed, pushKey } }: { of: Account }) {
  // What was typed stays, as it is what is stored then.
  const { typed, change } = useTyped({ alertEmail: alertEmail ?? "" });
  const [hasOwnSound, noteSound] = useState(hasSound);
  return (
    <Part id="alerts" title="New applications">
      <p>While a desk is open, its tab says when one comes, from 8 AM to 8 PM, Monday to Saturday.</p>
      <Check
        isOn={hasOwnSound}
        onChange={(isOn) => {
          setSound(isOn);
          noteSound(isOn);
        }}
      >
        Play a sound on this device
      </Check>
      {pushKey && canPush() && <Push isOn={isPushed} pushKey={pushKey} />}
      <ActionForm
        form={{ typed, change }}
        schema={AlertAddress}
        read={({ alertEmail }) => ({ alertEmail: alertEmail.trim() || null })}
        act={(json) => call("PUT /desk/account/alert-email", { json })}
        words={({ alertEmail }) => (alertEmail ? "We will write to this address." : "We will not write to you.")}
        button="Save"
      >
        <TextField
          name="alertEmail"
          label="Email me when nobody has claimed one"
          isOptional
          hint="After 5 minutes; managers also after 15. Nothing about the applicant is in it."
          type="email"
          autoComplete="email"
        />
      </ActionForm>
    </Part>
  );
}

function Push({ isOn, pushKey }: { isOn: boolean; pushKey: string }) {
  const [refused, setRefused] = useState<string | null>(null);
  return (
    <>
      <ActionButton
        key={String(isOn)}
        className="mt-2"
        act={() => (isOn ? endPush() : startPush(pushKey))}
        words={isOn ? "This device is no longer notified." : ""}
        onDone={setRefused}
        goOn={["alerts"]}
      >
        {isOn ? "Stop notifications on this device" : "Notify this device, also while the desk is closed"}
      </ActionButton>
      <Failure message={refused} />
    </>
  );
}
