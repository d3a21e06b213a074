import { CircleAlert, Phone } from "lucide-react";
import type { ReactNode } from "react";
import { phoneInWords } from "../../../db/model/phone.ts";
import { paths } from "../../../db/model/site/paths.ts";
import type { Language } from "../../../db/model/words.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Link } from "../../ui/link.tsx";
import { LanguageTag } from "../parts/language-tag.tsx";
import type { Column } from "../parts/table.tsx";
import { telOf } from "../words.ts";

/** Who it is. It opens the case, or what else the row is about: all of the row can be pressed. */
export const nameColumn: Column<{ id: string; to?: string; fullName: string; language: Language }> = {
  name: "Name",
  isRowName: true,
  className: "as-table:@4xl:min-w-[12.5rem]",
  cell: ({ id, to = paths.case(id), fullName, language }) => (
    <>
      <Link to={to} className="font-semibold text-bluebonnet after:absolute after:inset-0 hover:underline">
        {fullName}
      </Link>
      <LanguageTag language={language} />
    </>
  ),
};

export const forecastColumn: Column<{ scoresForecast: number | null }> = {
  name: "Forecast",
  isNamed: true,
  isNumber: true,
  cell: ({ scoresForecast }) => scoresForecast ?? "-",
};

/** When, in one short phrase; what is late is bold and has an icon. In color is only that: much may be late. */
export function When({ isLate, children }: { isLate?: boolean; children: ReactNode }) {
  return (
    <>
      {isLate && <CircleAlert aria-hidden="true" className="-mt-0.5 mr-1.5 inline size-4 text-alert" />}
      {isLate ? <strong>{children}</strong> : children}
    </>
  );
}

/** A number that may be called now. */
export function PhoneLink({ number }: { number: string }) {
  return (
    <a
      href={telOf(number)}
      className="relative z-1 inline-flex min-h-6 items-center gap-1.5 whitespace-nowrap text-bluebonnet hover:underline pointer-coarse:-my-1.5 pointer-coarse:py-3.5"
    >
      <Phone aria-hidden="true" className="size-4 shrink-0 as-table:@max-4xl:hidden" /> {phoneInWords(number)}
    </a>
  );
}

/** Takes an application on the phone. */
export function NewByPhone() {
  return (
    <ButtonLink to="/desk/intake" look="outline" className="whitespace-nowrap px-4!">
      New by phone
    </ButtonLink>
  );
}
