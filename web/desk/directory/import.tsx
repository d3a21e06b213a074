import { useState } from "react";
import { DirectoryImport, fileColumns, SAMPLE_FILE } from "../../../db/model/directory/directory-file.ts";
import { call } from "../../api.ts";
import { Card } from "../../ui/card.tsx";
import { Field } from "../../ui/form/field.tsx";
import { Link } from "../../ui/link.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { Answer } from "../../wire.ts";
import { deskPage } from "../desk-page.tsx";
import { ActionForm, useTyped } from "../parts/action-form.tsx";
import { DownloadLink } from "../parts/download-link.tsx";

export default deskPage("Import lenders and dealers", "editDirectory", Import);

function Import() {
  const [csv, setCsv] = useState("");
  const [unreadable, setUnreadable] = useState<string>();
  const [done, setDone] = useState<Answer<"POST /desk/import">>();

  async function read(file: File | undefined) {
    setDone(undefined);
    try {
      setCsv(file ? new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer()) : "");
      setUnreadable(undefined);
    } catch {
      setCsv("");
      setUnreadable("This file is not in UTF-8. Save it as 'CSV UTF-8' and choose it again.");
    }
  }

  return (
    <Card>
      <ActionForm
        // What is wrong stands line by line.
        className="grid grid-cols-1 gap-4 whitespace-pre-line"
        form={useTyped({})}
        schema={DirectoryImport}
        read={() => ({ csv })}
        act={(json) => call("POST /desk/import", { json })}
        words="The import is done."
        onDone={setDone}
        goOn={["imported"]}
        look="primary"
        button="Import"
      >
        <Field
          id="file"
          label="File"
          hint="All of it is stored or, if a line is wrong, nothing."
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
              onChange={(event) => read(event.currentTarget.files?.[0])}
            />
          )}
        </Field>
      </ActionForm>
      {done && (
        <div id="imported" tabIndex={-1}>
          <Notice kind="done" className="mt-4">
            {done.added} added, {done.changed} changed. <Link to="/desk/directory">Open the directory</Link>
          </Notice>
        </div>
      )}
      <details className="mt-4">
        <summary className="link min-h-6 w-fit">How the file has to be</summary>
        <p className="mt-1 max-w-text">
          CSV with one lender or dealer in each line. An entry is found by its kind and name. Blank cells and missing
          columns leave it as it is, and so does a file that does not name it. Nobody is deleted; write no under Active
          instead.
        </p>
        <p className="mt-1 max-w-text">Columns: {Object.values(fileColumns).join(", ")}. Kind is lender or dealer.</p>
      </details>
      <DownloadLink
        name="directory-sample.csv"
        href={`data:text/csv;charset=utf-8,%EF%BB%BF${encodeURIComponent(SAMPLE_FILE)}`}
      >
        Download a sample file (CSV)
      </DownloadLink>
    </Card>
  );
}
