import * as z from "zod/mini";
import { line } from "../text.ts";
import type { Language } from "../words.ts";

/** A deleted post can be restored for this long. */
export const BIN_DAYS = 30;

const MAX_CONTENT_CHARACTERS = 100_000;
const MAX_SLUG_CHARACTERS = 120;
const TOO_LONG_A_SLUG = `Please use ${MAX_SLUG_CHARACTERS} characters or fewer`;
/** The longest slug from a title. Shorter than the limit, so that a number can be added. */
const MAX_AUTOMATIC_SLUG_CHARACTERS = 110;
/** Addresses under /blog and /api/blog that are not posts. */
const RESERVED_SLUGS = ["new", "drafts"];

const optionalSlug = z._default(z.nullable(z.string("Enter the slug as text")), "");

/**
 * A post from an author. An empty slug is made from the title; content is kept exactly. The hero image is an https
 * address or ours under /media/. `translationOf`: slug or address of the original.
 * `publishAt`: when a draft publishes itself, as an ISO time; without a zone it is Central Time.
 */
export const BlogPostForm = z.object({
  title: line({ min: 1, max: 200, message: "Title is required" }),
  slug: z.pipe(
    z.pipe(
      optionalSlug,
      z.transform((slug) => typedSlug(slug ?? "")),
    ),
    z.string().check(
      z.maxLength(MAX_SLUG_CHARACTERS, TOO_LONG_A_SLUG),
      z.refine((slug) => !RESERVED_SLUGS.includes(slug), "This slug is taken by a page of the site"),
    ),
  ),
  heroImageUrl: optionalText(
    z
      .string("Enter an image address")
      .check(
        z.maxLength(1000, "Please use 1000 characters or fewer"),
        z.refine(isImageAddress, "Enter an https address, or upload an image"),
      ),
  ),
  heroImageAlt: optionalText(line({ max: 300, message: "Describe the image in words" })),
  tags: z.pipe(
    z.transform((tags) => tags ?? ""),
    line({ max: 300, message: "Enter the tags as text" }),
  ),
  language: z._default(z.enum(["en", "es"] satisfies Language[], "Choose a language"), "en"),
  translationOf: z.pipe(
    z.pipe(
      optionalSlug,
      z.transform((typed) => slugIn(typed ?? "") || null),
    ),
    z.nullable(z.string().check(z.maxLength(MAX_SLUG_CHARACTERS, TOO_LONG_A_SLUG))),
  ),
  content: z.string("Content is required").check(
    z.refine((content) => content.trim().length > 0, { error: "Content is required", abort: true }),
    z.refine((content) => content.isWellFormed(), "Please remove characters that can’t be displayed"),
    z.maxLength(MAX_CONTENT_CHARACTERS, `Please use ${MAX_CONTENT_CHARACTERS} characters or fewer`),
  ),
  published: z._default(z.boolean("Choose whether to publish"), false),
  publishAt: z._default(
    optionalText(z.iso.datetime({ local: true, offset: true, message: "Enter a day and a time" })),
    null,
  ),
});
export type BlogPostForm = z.output<typeof BlogPostForm>;

/** A change names the version it is based on: the post's `updatedAt` in milliseconds. */
export const BlogPostChange = z.object({
  ...BlogPostForm.shape,
  updatedAt: z.int("Send the version that you edited"),
});

/** A post as the API returns it. Times are ISO 8601 in UTC. */
export interface BlogPost extends Omit<BlogPostForm, "publishAt"> {
  id: string;
  publishAt?: string;
  createdAt: string;
  updatedAt: string;
}

/** Latin letters that are no letter with an accent, each with what stands for it in a slug. */
const PLAIN_LETTERS = new Map(
  "ßss æae œoe øo đd ðd þth łl ħh ıi ĸk ŋn ŧt ſs ĳij ŀl ŉn ƀb ɓb ƈc ɖd ɗd ǝe əe ɛe ƒf ǥg ɠg ɨi ƙk ɲn ɔo ƥp ƭt ʉu ʋv ƴy ƶz"
    .split(" ")
    .map((pair) => [pair.charAt(0), pair.slice(1)]),
);

/**
 * A slug from a title: without accents, in lower case, letters such as ß or ł as plain ones, spaces as hyphens, other
 * characters dropped; may be ''.
 */
export function slugify(title: string) {
  // Ligatures and wide letters as plain ones, but no sign: 2½ is not 212.
  return folded(title.replace(/[\p{L}\p{Nd}]+/gu, (letters) => letters.normalize("NFKD")))
    .replace(/\P{ASCII}/gu, (letter) => PLAIN_LETTERS.get(letter) ?? letter)
    .replace(/[^a-z0-9\s-]/g, "")
    .trim()
    .replace(/\s+/g, "-")
    .replace(/-+/g, "-")
    .slice(0, MAX_AUTOMATIC_SLUG_CHARACTERS)
    .replace(/^-|-$/g, "");
}

/** Cleans a typed slug at every keystroke. */
export function typedSlug(typed: string) {
  return folded(typed)
    .replace(/\s/g, "-")
    .replace(/[^a-z0-9-]/g, "");
}

/** The slug in a slug or address: 'a-post' in 'https://ours.example/blog/a-post'; '' if there is none. */
export function slugIn(address: string) {
  return typedSlug(address.trim().split("/").findLast(Boolean) ?? "");
}

/** A slug from the title or, if nothing is left of that, `post-` and six random characters. */
export function automaticSlug(title: string) {
  const slug = slugify(title);
  return slug === "" || RESERVED_SLUGS.includes(slug) ? `post-${crypto.randomUUID().slice(0, 6)}` : slug;
}

/** The text that a search looks in: title and tags, ignoring case. */
export function searchText(title: string, tags: string) {
  return `${title}\n${tags}`.toLowerCase();
}

/** Whether it is an https address, or an image of ours under /media/. */
export function isImageAddress(address: string) {
  if (/^\/media\/[\w.-]+$/.test(address)) return true;
  return URL.canParse(address) && new URL(address).protocol === "https:";
}

function folded(text: string) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

function optionalText<S extends z.ZodMiniType>(schema: S) {
  const blankIsNull = z.transform((value): unknown =>
    typeof value === "string" && value.trim() === "" ? null : (value ?? null),
  );
  return z.pipe(blankIsNull, z.nullable(schema) as z.ZodMiniType) as unknown as z.ZodMiniPipe<
    z.ZodMiniType,
    z.ZodMiniNullable<S>
  >;
}
