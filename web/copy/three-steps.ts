import { t } from "../../db/model/words.ts";

/** How it works, in three steps, for the home page and /how-it-works. */
export const threeSteps = () => [
  {
    title: t`Share a few details`,
    text: t`Tell us about your work, your home and the money you can put down. It takes about 3 minutes, with no credit pull.`,
  },
  {
    title: t`Review and route`,
    text: t`An AI forecast estimates how likely an approval is. With it and the lenders' own rules, a specialist picks which lenders to suggest to you.`,
  },
  {
    title: t`Connect locally`,
    text: t`A local Texas specialist connects you with a lender and a dealer near you to finish the deal, once you've said yes to each one.`,
  },
];
