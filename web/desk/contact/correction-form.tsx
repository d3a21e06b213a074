import { useState } from "react";
import { CORRECTION_GROUNDS, type CorrectionGround } from "../../../db/model/contact/correction.ts";
import { LikelyEmail } from "../../apply/likely-email.tsx";
import { aboutPhone } from "../../apply/remarks.ts";
import { Button } from "../../ui/button.tsx";
import { afterPress } from "../../ui/form/after-press.ts";
import { Field, Remark } from "../../ui/form/field.tsx";
import { type Case, correctContact } from "../api.ts";
import { useDeskAction } from "../data.ts";
import { Failure } from "../desk-page.tsx";
import { correctionGroundLabels } from "../words.ts";

const EMPTY = { phone: "", email: "", ground: "" as CorrectionGround | "", reason: "" };

/** Mistyped contact data, put right for an applicant who cannot do it with a code. */
export function CorrectionForm({ application: { id, workRefusal, hasBounced } }: { application: Case }) {
  const [typed, setTyped] = useState(EMPTY);
  const [left, setLeft] = useState(EMPTY);
  const correcting = useDeskAction(() => correctContact(id, typed), {
    words: "Corrected. The applicant gets an email about it.",
    onDone: () => {
      setTyped(EMPTY);
      setLeft(EMPTY);
    },
    goOn: ["correct-contact"],
  });
  const grounds = CORRECTION_GROUNDS.filter((ground) => hasBounced || ground !== "bounced");
  const boxOf = (name: keyof typeof EMPTY) => ({
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
    onBlur: () => afterPress(() => setLeft(typed)),
  });
  return (
    <details className="mt-4">
      <summary id="correct-contact" className="link min-h-6 font-semibold">
        Correct the phone number or email
      </summary>
      {workRefusal ? (
        <p className="mt-2 text-quiet">{workRefusal}</p>
      ) : (
        <form
          noValidate
          className="mt-3 grid grid-cols-1 gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            correcting.run();
          }}
        >
          <p className="text-sm">
            Only if an email could not be delivered, or the applicant asks for it over the phone. Then first ask for
            their ZIP code and the date they applied. The applicant can also do it on the results page, with a code.
          </p>
          <Field id="correct-phone" label="Right phone number" hint="Leave blank to keep it as it is">
            {(box) => (
              <>
                <input type="tel" autoComplete="off" {...box} {...boxOf("phone")} />
                <Remark>{aboutPhone(left.phone)}</Remark>
              </>
            )}
          </Field>
          <Field id="correct-email" label="Right email" hint="Leave blank to keep it as it is">
            {(box) => (
              <>
                <input type="email" autoComplete="off" {...box} {...boxOf("email")} />
                <LikelyEmail
                  typed={left.email}
                  onTake={(email) => {
                    setTyped({ ...typed, email });
                    setLeft({ ...left, email });
                    document.getElementById("correct-email")?.focus();
                  }}
                />
              </>
            )}
          </Field>
          <Field id="correct-ground" label="Why you are correcting it">
            {(box) => (
              <select {...box} {...boxOf("ground")}>
                <option value="">Choose</option>
                {grounds.map((ground) => (
                  <option key={ground} value={ground}>
                    {correctionGroundLabels[ground]}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field id="correct-reason" label="How you know" hint="It stays in the timeline.">
            {(box) => <input type="text" autoComplete="off" maxLength={300} {...box} {...boxOf("reason")} />}
          </Field>
          <Failure message={correcting.message} />
          <Button type="submit" look="outline" className="justify-self-start">
            Correct it
          </Button>
        </form>
      )}
    </details>
  );
}
