import { t } from "../../db/model/words.ts";

/** For visitors whose application this browser does not know. */
export const howToFind = () =>
  t`Already sent one? The link in our email opens your results. Not there? Check your spam folder.`;
