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
        lead={t`${claims.dealerships} dealerships statewide, all ${claims.counties} Texas counties served.`}
        ground={<Places />}
      >
        <ButtonLink to="/apply">Get Started Today</ButtonLink>
      </Hero>
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

/** The map, beside the lists that it leads to. */
function Places() {
  return (
    <div className="mx-auto grid max-w-page grid-cols-1 items-start gap-x-8 gap-y-6 px-4 pb-8 sm:px-6 lg:grid-cols-[2fr_1fr] lg:pb-16">
      <TexasMap withRegions className="w-full" />
      <div className="wrap-anywhere relative grid grid-cols-1 gap-x-8 rounded-card bg-card px-5 py-3 shadow-card sm:max-lg:grid-cols-2 lg:-mt-80">
        <div>
          <h2 className="mt-1 text-base text-quiet">Metro areas</h2>
          <ul>
            {metros.map((metro) => (
              <li key={metro.id} id={metro.id} className={PLACE}>
                <h3>{metro.name}</h3>
                <dl className="flex flex-wrap gap-x-4 text-sm">
                  {facts(metro).map(([term, fact]) => (
                    <div key={term} className="tabular-nums *:inline">
                      <dt className="text-quiet">{term}</dt> <dd>{fact ?? <NotShown />}</dd>
                    </div>
                  ))}
                </dl>
              </li>
            ))}
          </ul>
        </div>
        <div>
          <h2 className="mt-1 text-base text-quiet">Regions</h2>
          <ul>
            {regions.map(({ id, name, cities, tint }) => (
              <li key={id} id={id} className={PLACE}>
                <h3 className="flex items-center gap-2 text-lead">
                  <svg viewBox="0 0 20 20" aria-hidden="true" className="size-4">
                    <circle cx="10" cy="10" r="10" fill={tint} />
                  </svg>
                  {name}
                </h3>
                <p className="text-sm">{cities.join(", ")}</p>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </div>
  );
}

/** A place that the map leads to. */
const PLACE =
  "-mx-3 scroll-mt-24 rounded-card px-3 py-1.5 target:bg-sun/25 target:outline-3 target:outline-sun lg:scroll-mt-56";

const facts = ({ areaCodes, population, dealers, lenderLocations }: Metro): [string, string | null][] => [
  [t`Area codes`, areaCodes.join(", ")],
  [t`Population`, population],
  [t`Dealers`, dealers],
  [t`Lender locations`, lenderLocations],
];

function NotShown() {
  return (
    <>
      <span aria-hidden="true">—</span>
      <span className="sr-only">not shown</span>
    </>
  );
}
