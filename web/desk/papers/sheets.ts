import { paperName } from "../../../db/model/papers/papers.ts";
import type { Case } from "../api.ts";

export type File = Case["files"][number];

/** One page to look at: of a file, or the photo that it is. */
export interface Sheet {
  file: File;
  /** From 1. */
  page: number;
  name: string;
}

/** The first page of every file that an applicant sent, paper by paper in the order in which we asked, then what was not asked for. */
export function sheetsOf({ files, papers }: Pick<Case, "files" | "papers">): Sheet[] {
  const kinds = new Set([...papers, ...files].map(({ paper }) => paper));
  return [...kinds].flatMap((kind) =>
    files
      .filter(({ paper }) => paper === kind)
      .map((file, index) => ({ file, page: 1, name: `${paperName(kind)} ${index + 1}` })),
  );
}

/** A file of a paper that arrived and nobody has checked; undefined if there is none. */
export function uncheckedIn(application: Pick<Case, "files" | "papers">) {
  const isUnchecked = ({ file }: Sheet) =>
    application.papers.some(({ paper, receivedAt, isAccepted }) => paper === file.paper && receivedAt && !isAccepted);
  return sheetsOf(application).find(isUnchecked);
}
