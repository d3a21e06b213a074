import { useState } from "react";
import { type ClaimState, stateOf } from "../../../db/model/site/claim.ts";
import { register } from "../../copy/claims/register.ts";
import { isSaid } from "../../copy/claims/said.ts";
import { useDeskQuery } from "../data.ts";
import { deskPage, Waiting } from "../desk-page.tsx";
import { RowsToggle, Table, wraps } from "../parts/table.tsx";

export default deskPage("Claims on the public pages", "readClaims", Claims);

/** Folded, since nobody has to do anything about them. */
const SELF_EVIDENT = "not a matter of proof";

/** In the order of the page. */
const looks = {
  contradicted: "font-semibold text-alert",
  "out of date": "font-semibold",
  unproven: "font-semibold",
  proven: "text-leaf",
  [SELF_EVIDENT]: "",
} satisfies Record<ClaimState, string>;
const states = Object.keys(looks) as ClaimState[];

function Claims() {
  const counted = useDeskQuery("GET /desk/claims");
  const [isAllShown, showAll] = useState(false);
  if (!counted.data) return <Waiting of={counted} />;
  const claims = register.map((claim) => ({ ...claim, ...stateOf(claim, counted.data, new Date()) }));
  return (
    <>
      <p className="max-w-text">
        What our pages claim, what proves it, and what was counted until today. A new version of the site leaves out
        what nothing proves, and cannot be published while something is contradicted. A document proves a claim for a
        year: a developer enters it in the register of claims.
      </p>
      <Table
        caption="Claims"
        look="list"
        columns={[
          {
            name: "Claim",
            isRowName: true,
            cell: ({ name, says, instead }) => (
              <>
                {says}
                {!isSaid(name) && <span className="block text-quiet text-sm">Our pages say instead: {instead}</span>}
              </>
            ),
            className: "as-table:min-w-52",
          },
          { name: "Evidence today", cell: ({ words }) => words, className: wraps },
          { name: "Where", cell: ({ where }) => where.join(", "), className: `${wraps} text-quiet text-sm` },
        ]}
        groups={states
          .map((state) => ({ key: state, rows: claims.filter((claim) => claim.state === state) }))
          .filter(({ rows }) => rows.length > 0)
          .map(({ key, rows }) => ({
            key,
            head:
              key === SELF_EVIDENT ? (
                <RowsToggle isShown={isAllShown} show={showAll}>
                  Not a matter of proof ({rows.length})
                </RowsToggle>
              ) : (
                <span className={`inline-block first-letter:uppercase ${looks[key]}`}>
                  {key} <span className="font-normal text-quiet">{rows.length}</span>
                </span>
              ),
            rows: key === SELF_EVIDENT && !isAllShown ? [] : rows,
          }))}
        keyOf={({ name }) => name}
      />
    </>
  );
}
