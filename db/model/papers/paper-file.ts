import { t } from "../words.ts";

export const MOST_FILE_MB = 20;
export const MOST_FILE_BYTES = MOST_FILE_MB * 1024 * 1024;
/** Files of one application. */
export const MOST_FILES = 100;

/** Why a file of a paper is not taken, for the applicant. */
export const fileRefusals = {
  empty: () => t`This file is empty. Please choose it again, or take a photo of the page.`,
  tooLarge: () => t`This file is larger than ${MOST_FILE_MB} MB. Please take a photo of each page instead.`,
  unknown: () => t`We can only open photos (JPEG, PNG) and PDF files. Please choose one of these, or take a photo.`,
  heic: () =>
    t`This device can’t open photos in the HEIC format. Please send it from the phone that took it, or save it as JPEG first.`,
  damaged: () => t`We can’t read this file. It may be damaged. Please choose it again, or take a photo of the page.`,
  sameFile: () => t`You’ve already sent this file.`,
  tooMany: () => t`We already have ${MOST_FILES} files from you. Please delete some first, or contact us.`,
  notAsked: () => t`We didn’t ask for this document, or we already have it. Please look at this page again.`,
  stopped: () => t`You asked us to stop contacting you, so you can’t send us documents.`,
  closed: () => t`Your application is closed, so you can’t send us documents.`,
};
export type FileRefusal = keyof typeof fileRefusals;

export type PaperType = "application/pdf" | "image/jpeg" | "image/png";

/** As many bytes tell what a file is: a PDF may begin so late (ISO 32000, annex on Acrobat's limits). */
export const KIND_BYTES = 1024;

/** What a file is by its first KIND_BYTES, whatever it is called; null for anything that we do not take. */
export function kindOf(start: Uint8Array) {
  const text = String.fromCharCode(...start.subarray(0, KIND_BYTES));
  if (text.startsWith("\xff\xd8\xff")) return "jpeg";
  if (text.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (/^ftyp(hei[cxms]|hev[cxms]|mif1|msf1)/.test(text.slice(4))) return "heic";
  return text.includes("%PDF-") ? "pdf" : null;
}
