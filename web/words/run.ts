import { readFileSync } from "node:fs";
import { allMessages, CATALOG, problemsOf, readCatalog, updateCatalog } from "./catalog.ts";
import { sources } from "./files.ts";
import { allTexts, problemsOfText } from "./texts.ts";
import { unmarkedIn } from "./unmarked.ts";

/**
 * `npm run words` updates the catalog. `--check` only reports problems; `--unmarked [folder]` guesses unmarked ones.
 */
const [option, folder = ""] = process.argv.slice(2);

if (option === "--unmarked") {
  for (const file of sources().filter((file) => file.startsWith(folder))) {
    for (const { line, text } of unmarkedIn(file, readFileSync(file, "utf8"))) console.log(`${file}:${line} ${text}`);
  }
} else {
  if (option !== "--check") updateCatalog();
  const problems = [...problemsOf(allMessages(), readCatalog()), ...allTexts().flatMap((text) => problemsOfText(text))];
  for (const { file, line, problem } of problems) console.log(`${line ? `${file}:${line}` : file} ${problem}`);
  if (option !== "--check") console.log(`${problems.length} to do in ${CATALOG} and the texts`);
  else if (problems.length > 0) process.exitCode = 1;
}
