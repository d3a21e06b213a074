/**
 * Who we are, in one place. What is null is not known yet: the site then links to /contact instead, claims nothing in
 * structured data, and `npm run deploy` names what is missing.
 */
export const brand = {
  name: "Bluebonnet Auto PreQual",
  legalEntity: null as string | null,
  phone: null as string | null,
  email: null as string | null,
  postalAddress: null as string | null,
};
