import { CORRECTION_GROUNDS, CorrectionByMember } from "../../../db/model/contact/correction.ts";
import { call } from "../../api.ts";
import { LikelyEmail } from "../../apply/likely-email.tsx";
import { aboutPhone } from "../../apply/remarks.ts";
import { Remark } from "../../ui/form/field.tsx";
import { useLeft } from "../../ui/form/left.ts";
import { Addresses } from "../../ui/page/addresses.tsx";
import type { Case } from "../api.ts";
import { ActionForm, SelectField, TextField, useTyped } from "../parts/action-form.tsx";
import { Fold } from "../parts/part.tsx";
import { correctionGroundLabels, mailtoOf } from "../words.ts";

const EMPTY = { phone: "", email: "", ground: "", reason: "" };

/** Corrects mistyped contact data for an applicant who cannot use a code. */
export function CorrectionForm({ application }: { application: Case }) {
  const { id, workRefusal, hasBounced, contact, answers, contactStoppedAt } = application;
  const form = useTyped(EMPTY, `correction ${id}`);
  const [phone, email] = [useLeft(), useLeft()];
  if (contactStoppedAt !== null) return null;
  return (
    <Fold id="correct-contact" title="Correct the phone number or email">
      {contact.email.allowed && (
        <p>
          <a href={mailtoOf(answers.email)} className="link inline-flex min-h-6 items-center">
            <span>
              <Addresses>{`Write to ${answers.email}`}</Addresses>
            </span>
          </a>
        </p>
      )}
      {workRefusal ? (
        <p className="mt-2 text-quiet">{workRefusal}</p>
      ) : (
        <ActionForm
          form={form}
          schema={CorrectionByMember}
          act={(json) => call("POST /desk/case/:id/correct", { id, json })}
          words="Corrected. The applicant gets an email about it."
          onDone={() => {
            phone.setLeft("");
            email.setLeft("");
          }}
          goOn={["correct-contact"]}
          button="Correct it"
        >
          <p className="text-sm">
            Only if an email could not be delivered or was marked as spam, or the applicant asks for it over the phone.
            Then first ask for their ZIP code and the date they applied. The applicant can also do it on the results
            page, with a code.
          </p>
          <TextField
            name="phone"
            id="correct-phone"
            label="Right phone number"
            hint="Leave blank to keep it as it is"
            type="tel"
            {...phone.leaving}
          >
            <Remark>{aboutPhone(phone.left)}</Remark>
          </TextField>
          <TextField
            name="email"
            id="correct-email"
            label="Right email"
            hint="Leave blank to keep it as it is"
            type="email"
            {...email.leaving}
          >
            <LikelyEmail
              typed={email.left}
              onTake={(better) => {
                form.change({ email: better });
                email.setLeft(better);
                document.getElementById("correct-email")?.focus();
              }}
            />
          </TextField>
          <SelectField
            name="ground"
            id="correct-ground"
            label="Why you are correcting it"
            first="Choose"
            of={CORRECTION_GROUNDS.filter((ground) => hasBounced || ground !== "bounced")}
            words={correctionGroundLabels}
          />
          <TextField name="reason" id="correct-reason" label="How you know" hint="It stays in the timeline." />
        </ActionForm>
      )}
    </Fold>
  );
}
