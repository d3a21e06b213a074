import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { FullConfig, Reporter, Suite, TestCase, TestResult } from "@playwright/test/reporter";

/** Says which pages differ from their baseline, by how much, and where to see it. */
export default class Differences implements Reporter {
  private isUpdating = false;
  private different = 0;
  private all = 0;

  onBegin({ updateSnapshots }: FullConfig, suite: Suite) {
    this.isUpdating = updateSnapshots === "all";
    this.all = suite.allTests().length;
  }

  onTestEnd({ title, parent }: TestCase, { status, errors, attachments }: TestResult) {
    if (status === "passed") return;
    this.different++;
    const why = errors.map(({ message = "" }) => stripVTControlCharacters(message)).map((message) => reason(message));
    console.log(`${parent.title} ${title}: ${why.join("; ")}`);
    for (const { name, path } of attachments) if (name.includes("-diff.")) console.log(`  ${path}`);
  }

  onError({ message = "" }: { message?: string }) {
    console.error(stripVTControlCharacters(message));
  }

  onEnd() {
    if (this.all === 0) return;
    if (this.isUpdating) console.log(`${this.all - this.different} of ${this.all} stored in .wrangler/looks`);
    else
      console.log(
        `${this.different} of ${this.all} differ${this.different > 0 ? `, see ${join(tmpdir(), "looks")}` : ""}`,
      );
  }
}

/** The sentence with the figures, from a message of many lines. */
function reason(message: string) {
  const lines = message.split("\n").map((line) => line.trim());
  return lines.find((line) => /pixels|snapshot doesn't exist|Expected an image/.test(line)) ?? lines[0];
}
