/** Who we are. For a null the site links to /contact; `npm run deploy` takes no null but for the email, licenses and team. */
export const brand = {
  name: "Bluebonnet Auto PreQual",
  legalEntity: null as string | null,
  phone: null as string | null,
  email: null as string | null,
  postalAddress: null as string | null,
  /** As anybody can look them up: 'Texas OCCC motor vehicle sales finance license 12345'. */
  licenses: null as string | null,
  /** Who reads applications: 'Ana Reyes and Luis Ortega'. */
  team: null as string | null,
};
