import { t } from "../../db/model/words.ts";
import { byPhone } from "../copy/by-phone.ts";
import { claims } from "../copy/claims/claims.ts";
import { type Metro, metros, regions } from "../copy/texas/metros.ts";
import { TexasMap } from "../copy/texas/texas-map.tsx";
import { Head } from "../head/head.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { CallToAction } from "../ui/page/call-to-action.tsx";
import { Hero } from "../ui/page/hero.tsx";
import { CheckList } from "../ui/page/lists.tsx";
import { Section } from "../ui/page/section.tsx";
import { Stats } from "../ui/page/stats.tsx";

const statewide = () => [
  { figure: claims.dealerships, label: t`dealerships statewide` },
  { figure: t`All ${claims.counties}`, label: t`Texas counties served` },
];

const whyLocal = () => [
  t`A Texas specialist reads your application.`,
  t`One form for lenders and dealers in Texas.`,
  t`Texas rules: title, registration, sales tax.`,
  `${t`Texas hours.`} ${byPhone()}`,
];

export default function TexasPage() {
  return (
    <>
      <Head
        title="Texas Locations"
        description={t`${claims.dealerships} dealerships and all ${claims.counties} Texas counties: San Antonio, Austin, DFW, Houston and every region between.`}
      />
      <Hero
        kicker="Texas Locations"
        title="From the Panhandle to the Gulf, we serve all of Texas"
        lead="Apply online from anywhere in Texas, at any hour."
        aside={<TexasMap withRegions className="w-full" />}
        isWide
      >
        <ButtonLink to="/apply">Get Started Today</ButtonLink>
        <div className="mt-8 max-w-sm">
          <Stats items={statewide()} />
        </div>
      </Hero>
      <Section title="Four metros, side by side">
        <MetroTable />
      </Section>
      <Section tone="sand" title="Every region, and your town too">
        <div className="grid gap-x-12 gap-y-3 sm:grid-cols-2 sm:gap-y-8 lg:grid-cols-3">
          {regions.map(({ id, name, cities, tint }) => (
            <div key={id} id={id} className={PLACE}>
              <h3 className="flex items-center gap-3">
                <svg viewBox="0 0 20 20" aria-hidden="true" className="size-5">
                  <circle
                    cx="10"
                    cy="10"
                    r="9"
                    fill={tint}
                    fillOpacity=".4"
                    stroke="var(--color-ink)"
                    strokeWidth="2"
                  />
                </svg>
                {name}
              </h3>
              <p className="ml-8">{cities.join(", ")}</p>
            </div>
          ))}
        </div>
      </Section>
      <Section title="Why Local Matters">
        <div className="lg:*:grid-cols-2">
          <CheckList items={whyLocal()} />
        </div>
      </Section>
      <CallToAction title="Wherever you are in Texas" text="Three minutes, no credit pull.">
        <ButtonLink to="/apply">Get Pre-Qualified Today</ButtonLink>
      </CallToAction>
    </>
  );
}

/** A place that the map leads to. */
const PLACE = "scroll-mt-24 target:bg-sun/25";

/** What we say of each metro. */
const columns = () => [
  { column: t`Area codes`, isLong: true, value: ({ areaCodes }: Metro) => areaCodes.join(", ") },
  { column: t`Population`, value: ({ population }: Metro) => population },
  { column: t`Dealers`, value: ({ dealers }: Metro) => dealers },
  { column: t`Lender locations`, isLong: true, value: ({ lenderLocations }: Metro) => lenderLocations },
];

/** On a phone, each metro is a block of its own, with the column's name beside each value. */
function MetroTable() {
  const shown = columns();
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-left max-md:block">
        <thead className="max-md:sr-only">
          <tr>
            {[t`Metro`, ...shown.map(({ column }) => column)].map((column) => (
              <th key={column} scope="col" className="border-edge border-b-2 py-3 pr-4">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:block">
          {metros.map((metro) => (
            <tr
              key={metro.id}
              id={metro.id}
              className={`border-line border-b max-md:grid max-md:grid-cols-2 max-md:gap-x-4 max-md:py-2 ${PLACE}`}
            >
              <th scope="row" className="py-4 pr-4 font-display text-h3 max-md:col-span-2 max-md:py-0">
                {metro.name}
              </th>
              {shown.map(({ column, isLong, value }) => (
                <td key={column} className={`py-4 pr-4 tabular-nums max-md:py-0 ${isLong ? "max-md:col-span-2" : ""}`}>
                  <span aria-hidden="true" className="mr-2 text-quiet text-sm md:hidden">
                    {column}
                  </span>
                  {value(metro) || <NotShown />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function NotShown() {
  return (
    <span>
      <span aria-hidden="true">—</span>
      <span className="sr-only">not shown</span>
    </span>
  );
}
