import { allMessages, CATALOG, problemsOf, readCatalog, updateCatalog } from "./catalog.ts";
import { allTexts, problemsOfText } from "./texts.ts";

/** `npm run words` updates the catalog; `--check` only reports problems. */
const isCheck = process.argv[2] === "--check";

if (!isCheck) updateCatalog();
const problems = [...problemsOf(allMessages(), readCatalog()), ...allTexts().flatMap((text) => problemsOfText(text))];
for (const { file, line, problem } of problems) console.log(`${line ? `${file}:${line}` : file} ${problem}`);
if (!isCheck) console.log(`${problems.length} to do in ${CATALOG} and the texts`);
else if (problems.length > 0) process.exitCode = 1;
