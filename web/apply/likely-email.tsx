import { likelyEmail } from "../../db/model/contact/likely-email.ts";
import { Remark } from "../ui/form/field.tsx";
import { Addresses } from "../ui/page/addresses.tsx";

/** 'Did you mean maria@gmail.com?', for an address that looks mistyped. One press accepts it. */
export function LikelyEmail({ typed, onTake }: { typed: string; onTake: (email: string) => void }) {
  const likely = likelyEmail(typed);
  return (
    <Remark>
      {likely && (
        <button type="button" className="min-h-6 text-left" onClick={() => onTake(likely)}>
          Did you mean{" "}
          <span className="font-semibold underline underline-offset-4">
            <Addresses>{likely}</Addresses>
          </span>
          ?
        </button>
      )}
    </Remark>
  );
}
