/** How it works in three steps, as the home page and /how-it-works tell it. */
export const threeSteps = [
  {
    title: "Share a few details",
    text: "Tell us about your work, your home and the money you can put down. It takes about 3 minutes, with no credit pull.",
  },
  {
    title: "Review and route",
    text: "An AI forecast looks at how likely an approval is and routes your application to lenders that suit it. A specialist reads it too.",
  },
  {
    title: "Connect locally",
    text: "A local Texas specialist connects you with a lender and a dealer near you to finish the deal.",
  },
];
