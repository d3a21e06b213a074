/** Who we are. For a null the site links to /contact, and `npm run deploy` says that it is missing. */
export const brand = {
  name: "Bluebonnet Auto PreQual",
  legalEntity: null as string | null,
  phone: null as string | null,
  email: null as string | null,
  postalAddress: null as string | null,
};
