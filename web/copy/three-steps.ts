import { t } from "../../db/model/words.ts";

/** How it works, in three steps. */
export const threeSteps = () => [
  {
    title: t`Share a few details`,
    text: t`Your work, your home, your money down: about 3 minutes, with no credit pull.`,
  },
  {
    title: t`Review and route`,
    text: t`An AI forecast helps a specialist pick which lenders to suggest to you.`,
  },
  {
    title: t`Connect locally`,
    text: t`A local Texas specialist connects you with a lender and a dealer to finish the deal.`,
  },
];
