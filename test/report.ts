import { existsSync, readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

/** The output of `vitest run --reporter=json`. */
export interface VitestReport {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

/** A failed test, or a file whose tests could not run. */
interface Failure {
  file: string;
  test: string | null;
  message: string;
}

export function failuresIn({ testResults }: VitestReport): Failure[] {
  return testResults.flatMap<Failure>(({ name: file, status, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === "failed");
    if (status === "failed" && tests.length === 0) return [{ file, test: null, message: firstLine(message) }];
    return tests.map(({ fullName, failureMessages: [message] }) => ({
      file,
      test: fullName,
      message: firstLine(message),
    }));
  });
}

/** A written report; undefined if there is none. */
export function readReport<Report>(file: string): Report | undefined {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

export function firstLine(text = "") {
  return stripVTControlCharacters(text).split("\n", 1)[0] ?? "";
}
