import { useState } from "react";
import { fileColumns } from "../../../db/model/directory/directory-file.ts";
import { call } from "../../api.ts";
import { Card } from "../../ui/card.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Link } from "../../ui/link.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { Answer } from "../../wire.ts";
import { useDeskAction } from "../data.ts";
import { deskPage, Failure } from "../desk-page.tsx";
import { ActionButton } from "../parts/action-form.tsx";
import { Counts } from "../parts/counts.tsx";
import { DownloadLink } from "../parts/download-link.tsx";
import { Part } from "../parts/part.tsx";
import { ChangedFields } from "../staff/changed-fields.tsx";

export default deskPage("Import lenders and dealers", "editDirectory", Import);

type Preview = Answer<"POST /desk/import/preview">;
type Row = Preview["rows"][number];

/** A file that was chosen and what an import of it would do, or why it cannot be read, or what its import did. */
interface Shown {
  csv?: string;
  preview?: Preview;
  unreadable?: string;
  done?: Answer<"POST /desk/import">;
}

function Import() {
  const [{ csv = "", preview, unreadable, done }, show] = useState<Shown>({});
  const looking = useDeskAction(
    (text: string): Promise<Preview> => call("POST /desk/import/preview", { json: { csv: text } }),
    {
      words: "The file is read. Nothing is stored yet.",
      // The member may have chosen another file while this one was being read.
      onDone: (found, read) => (read === csv ? show({ csv, preview: found }) : csv && looking.run(csv)),
      goOn: ["preview"],
    },
  );

  async function look(file: File | undefined) {
    show({});
    if (!file) return;
    try {
      const text = decoded(await file.arrayBuffer());
      show({ csv: text });
      looking.run(text);
    } catch {
      show({ unreadable: "This file is not in UTF-8. Save it as 'CSV UTF-8' and choose it again." });
    }
  }

  const storing = preview?.rows.filter(({ state }) => state === "new" || state === "changed") ?? [];
  return (
    <div className="grid grid-cols-1 gap-5">
      <Card>
        <Field
          id="file"
          label="File"
          hint="Nothing is stored before you have seen what changes."
          error={unreadable}
          className="max-w-form"
        >
          {(box) => (
            <input
              {...box}
              type="file"
              accept=".csv,.tsv,.txt,text/csv"
              className={`${box.className} file:link file:mr-3 file:cursor-pointer file:font-semibold`}
              // Clear the field, so that the same file can be chosen again after it was corrected.
              onClick={({ currentTarget }) => {
                currentTarget.value = "";
              }}
              onChange={(event) => look(event.currentTarget.files?.[0])}
            />
          )}
        </Field>
        <Failure message={looking.message} />
        <details className="mt-3">
          <summary className="link min-h-6 w-fit">How the file has to be</summary>
          <p className="mt-1 max-w-text">
            CSV with one lender or dealer in each line, separated by commas or semicolons. An entry is found by its kind
            and name. Blank cells and missing columns leave it as it is. Nobody is deleted; write no under Active
            instead.
          </p>
          <p className="mt-1 max-w-text">Columns: {Object.values(fileColumns).join(", ")}. Kind is lender or dealer.</p>
        </details>
        <p>
          <DownloadLink href="/api/desk/import/sample.csv">Download a sample file (CSV)</DownloadLink>
        </p>
      </Card>
      {preview && (
        <Part id="preview" title="What an import would do">
          <Counts
            of={order.map((state) => ({
              name: states[state],
              count: preview.rows.filter((row) => row.state === state).length,
              look: looks[state],
            }))}
          />
          {preview.ignored.length > 0 && (
            <Notice kind="info" className="mt-3">
              These columns are not recognized and are left out: {preview.ignored.join(", ")}.
            </Notice>
          )}
          {storing.length > 0 ? (
            <ActionButton
              className="mt-4"
              look="primary"
              act={() => call("POST /desk/import", { json: { csv, seen: seenIn(preview) } })}
              words="The import is done."
              onDone={(done) => show({ done })}
              goOn={["imported"]}
            >
              Import {storing.length}
            </ActionButton>
          ) : (
            <p className="mt-3 font-semibold">There is nothing to import.</p>
          )}
          <Rows rows={preview.rows} />
        </Part>
      )}
      {done && (
        <Part id="imported" title="Imported">
          <Notice kind="done">
            {done.added} added, {done.changed} changed. <Link to="/desk/directory">Open the directory</Link>
          </Notice>
          {done.conflicts.length > 0 && (
            <Notice kind="alert" className="mt-3">
              <p className="font-semibold">Not stored:</p>
              <ul>
                {done.conflicts.map(({ line, name, message }) => (
                  <li key={line}>
                    Line {line}, {name}: {message}
                  </li>
                ))}
              </ul>
            </Notice>
          )}
        </Part>
      )}
    </div>
  );
}

/** The versions that the preview compared with. */
function seenIn({ rows }: Preview) {
  return rows.flatMap(({ state, id, version }) =>
    state === "changed" && id !== null && version !== null ? [{ id, version }] : [],
  );
}

/** A file in UTF-8, or in UTF-16 as Excel writes 'Unicode Text'. Throws for any other, which would be guessed. */
function decoded(file: ArrayBuffer) {
  const [first, second] = new Uint8Array(file);
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const encoding = isUtf16 ? (first === 0xff ? "utf-16le" : "utf-16be") : "utf-8";
  return new TextDecoder(encoding, { fatal: true }).decode(file);
}

const states: Record<Row["state"], string> = { bad: "Bad", new: "New", changed: "Changed", unchanged: "As it is" };
const order = Object.keys(states) as Row["state"][];
const looks: Record<Row["state"], string> = {
  bad: "text-alert",
  new: "text-leaf",
  changed: "text-bluebonnet",
  unchanged: "text-quiet",
};

/** Bad lines first, unchanged ones last. */
function Rows({ rows }: { rows: Row[] }) {
  return (
    <ol className="mt-4 divide-y divide-line">
      {rows
        .toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state) || a.line - b.line)
        .map(({ line, kind, name, state, message, change }) => (
          <li key={line} className="py-2 text-sm">
            <p className="wrap-anywhere">
              <strong className={looks[state]}>{states[state]}</strong>, line {line}: {kind ?? ""}{" "}
              <strong>{name || "without a name"}</strong>
            </p>
            {message && <p className="text-alert">{message}.</p>}
            {change && <ChangedFields change={change} />}
          </li>
        ))}
    </ol>
  );
}
