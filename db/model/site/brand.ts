/** Who we are. For a null the site links to /contact; `npm run deploy` takes no null but for the email. */
export const brand = {
  name: "Bluebonnet Auto PreQual",
  legalEntity: null as string | null,
  phone: null as string | null,
  email: null as string | null,
  postalAddress: null as string | null,
};
