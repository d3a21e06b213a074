import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { Failed } from "../ui/failed.tsx";

/** Recovery codes, shown until the member says that they are saved. */
export function RecoveryCodes({ codes, onSaved }: { codes: string[]; onSaved: () => void }) {
  const [isSaved, setIsSaved] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  return (
    <>
      <p>
        Without your passkey or phone, each of these signs you in once. They are shown only now: print them, or put them
        into your password manager.
      </p>
      <ol className="grid grid-cols-1 gap-x-6 gap-y-1 rounded-card bg-tint p-4 font-mono min-[400px]:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Button
        look="outline"
        className="justify-self-start"
        onClick={() => navigator.clipboard?.writeText(codes.join("\n")).catch(() => undefined)}
      >
        Copy the codes
      </Button>
      <Failed error={isAsked && !isSaved && "Save the codes first, then check the box."} />
      <label className="flex min-h-11 items-center gap-3 font-semibold">
        <input
          type="checkbox"
          className="tick"
          checked={isSaved}
          onChange={(event) => setIsSaved(event.target.checked)}
        />
        I have saved these codes
      </label>
      <Button className="justify-self-start" onClick={() => (isSaved ? onSaved() : setIsAsked(true))}>
        Done
      </Button>
    </>
  );
}
