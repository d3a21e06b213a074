/** Journeys with a site of their own, whose port is in a variable. The first that fits a file counts. */
export const OWN_SITES: { files: string; port: string; secondFactor?: "required" }[] = [
  { files: "/desk/staff/second-factor", port: "SECOND_FACTOR_PORT", secondFactor: "required" },
  // Once the desk has added a member, nobody writes unsigned.
  { files: "/journeys/desk/", port: "DESK_PORT" },
  // New posts push the old ones off the blog's first page.
  { files: "/journeys/blog/", port: "BLOG_PORT" },
];

/** The address of the site of the journeys in this file, if they have their own. */
export function ownSiteOf(file: string) {
  const own = OWN_SITES.find(({ files }) => file.replaceAll("\\", "/").includes(files));
  return own && `http://localhost:${process.env[own.port]}`;
}
