import { t } from "../../db/model/words.ts";
import { byPhone } from "../copy/by-phone.ts";
import { claims } from "../copy/claims/claims.ts";
import { isSaid, said } from "../copy/claims/said.ts";
import { type Metro, metros, regions } from "../copy/texas/metros.ts";
import { TexasMap } from "../copy/texas/texas-map.tsx";
import { Head } from "../head/head.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { CallToAction } from "../ui/page/call-to-action.tsx";
import { Hero } from "../ui/page/hero.tsx";
import { CheckList } from "../ui/page/lists.tsx";
import { Section } from "../ui/page/section.tsx";
import { Stats } from "../ui/page/stats.tsx";

const statewide = () =>
  said([
    { claim: "dealerships", figure: claims.dealerships, label: t`dealerships statewide` },
    { claim: "counties", figure: t`All ${claims.counties}`, label: t`Texas counties served` },
  ]);

const whyLocal = () => [
  t`A specialist who knows the lenders in your part of the state, not a call center far away.`,
  t`Dealers you can drive to, and lenders that finance across Texas.`,
  t`Texas rules: title, registration, sales tax, and what your county asks for.`,
  `${t`Texas hours.`} ${byPhone()}`,
];

export default function TexasPage() {
  return (
    <>
      <Head
        title="Texas Locations"
        description={
          isSaid("dealerships")
            ? t`${claims.dealerships} dealerships and all ${claims.counties} Texas counties: San Antonio, Austin, DFW, Houston and every region between.`
            : t`All ${claims.counties} Texas counties: San Antonio, Austin, DFW, Houston and every region between.`
        }
      />
      <Hero
        kicker="Texas Locations"
        title="From the Panhandle to the Gulf, there's a dealer near you"
        lead="Apply online from anywhere in Texas. When it's time to sign, we'll connect you with a lender and a dealer close to home."
        aside={<TexasMap className="mx-auto w-full max-w-md" />}
      >
        <Stats items={statewide()} />
        <ButtonLink to="/apply" className="mt-8">
          Get Started Today
        </ButtonLink>
      </Hero>
      <Section title="Four metros, side by side">
        <MetroTable />
      </Section>
      <Section
        tone="sand"
        title="Every region, not just the big cities"
        lead="Colors match the map. Don't see your town? We serve it too."
      >
        <div className="grid gap-x-12 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
          {regions.map(({ name, cities, tint }) => (
            <div key={name}>
              <h3 className="flex items-center gap-3">
                <svg viewBox="0 0 20 20" aria-hidden="true" className="size-5">
                  <circle
                    cx="10"
                    cy="10"
                    r="9"
                    fill={tint}
                    fillOpacity="0.35"
                    stroke="var(--color-ink)"
                    strokeWidth="2"
                  />
                </svg>
                {name}
              </h3>
              <p className="mt-2">{cities.join(", ")}</p>
            </div>
          ))}
        </div>
      </Section>
      <Section
        title="Why Local Matters"
        lead="A car loan is paperwork, people and a drive home. All three are easier close to home."
        aside={<CheckList items={whyLocal()} />}
      />
      <CallToAction title="Wherever you are in Texas" text="Three minutes, no credit pull, and a neighbor to talk to.">
        <ButtonLink to="/apply">Get Pre-Qualified Today</ButtonLink>
      </CallToAction>
    </>
  );
}

/** What we say of each metro. A column that would be empty is left out. */
const columns = () =>
  [
    { column: t`Area codes`, value: ({ areaCodes }: Metro) => areaCodes.join(", ") },
    { column: t`Population`, value: ({ population }: Metro) => population },
    { column: t`Dealers`, value: ({ name, dealers }: Metro) => isSaid(`dealers in ${name}`) && dealers },
    {
      column: t`Lender locations`,
      value: ({ name, lenderLocations }: Metro) => isSaid(`lenders in ${name}`) && lenderLocations,
    },
  ].filter(({ value }) => metros.some(value));

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
            <tr key={metro.name} className="border-line border-b max-md:block max-md:py-4">
              <th scope="row" className="py-4 pr-4 font-display font-normal text-h3 max-md:block max-md:py-0">
                {metro.name}
              </th>
              {shown.map(({ column, value }) => (
                <td
                  key={column}
                  className="py-4 pr-4 tabular-nums max-md:flex max-md:flex-wrap max-md:gap-x-6 max-md:py-1"
                >
                  <span aria-hidden="true" className="w-36 shrink-0 text-quiet md:hidden">
                    {column}
                  </span>
                  <span className="grow basis-28">{value(metro) || <NotShown />}</span>
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
