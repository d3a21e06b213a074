/** The widths, in pixels, in which we store a wider image besides its own. */
export const IMAGE_WIDTHS = [640, 1280];

/** The end of an image's name, if it is stored in several widths: its own width. */
const OWN_WIDTH = /-w(\d+)(\.\w+)$/;

/** The name of an image stored in several widths, for this width. `name` has no extension. */
export function sizedName(name: string, width: number, extension: string) {
  return `${name}-w${width}.${extension}`;
}

/** The start of the names of all sizes of an image. For an image in one size, its whole name. */
export function stemOf(name: string) {
  return name.replace(OWN_WIDTH, "-w");
}

/** All sizes of an image, narrowest first; empty if its name does not say that there are several. */
export function sizesOf(name: string) {
  const [end, ownWidth, extension] = OWN_WIDTH.exec(name) ?? [];
  if (!end) return [];
  const widths = [...IMAGE_WIDTHS.filter((width) => width < Number(ownWidth)), Number(ownWidth)];
  return widths.map((width) => ({ width, name: `${stemOf(name)}${width}${extension}` }));
}

/** The address of a stored image. Its name has nothing that would end an address in a `srcset`. */
const STORED = /^\/media\/[\w.-]+$/;

/** An image's `srcset`; undefined if it has one size, or is on another site. */
export function srcSetOf(address: string) {
  const sizes = STORED.test(address) ? sizesOf(address) : [];
  return sizes.length > 1 ? sizes.map(({ name, width }) => `${name} ${width}w`).join(", ") : undefined;
}
