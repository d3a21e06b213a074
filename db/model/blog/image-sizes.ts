/** The widths, in pixels, in which an image is stored besides its own if it is wider. */
export const IMAGE_WIDTHS = [640, 1280];

/** The end of the name of an image that is stored in several widths: its own. */
const OWN_WIDTH = /-w(\d+)(\.\w+)$/;

/** The name under which an image of this width is stored in several; `name` is without an end. */
export function sizedName(name: string, width: number, extension: string) {
  return `${name}-w${width}.${extension}`;
}

/** What the names of all sizes of an image begin with; an image of one size has its whole name. */
export function stemOf(name: string) {
  return name.replace(OWN_WIDTH, "-w");
}

/** All sizes of an image, the narrowest first and itself last; none if its name or address does not say that there are several. */
export function sizesOf(name: string) {
  const [end, ownWidth, extension] = OWN_WIDTH.exec(name) ?? [];
  if (!end) return [];
  const widths = [...IMAGE_WIDTHS.filter((width) => width < Number(ownWidth)), Number(ownWidth)];
  return widths.map((width) => ({ width, name: `${stemOf(name)}${width}${extension}` }));
}

/** Where a stored image is served. Its name has nothing that would end an address in a `srcset`. */
const STORED = /^\/media\/[\w.-]+$/;

/** An image's `srcset`; undefined for an image of one size, and for one of another site, whose names say nothing to us. */
export function srcSetOf(address: string) {
  const sizes = STORED.test(address) ? sizesOf(address) : [];
  return sizes.length > 1 ? sizes.map(({ name, width }) => `${name} ${width}w`).join(", ") : undefined;
}
