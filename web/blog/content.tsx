import { toJsxRuntime } from "hast-util-to-jsx-runtime";
import type { ComponentProps } from "react";
import { Fragment, jsx, jsxs } from "react/jsx-runtime";
import { srcSetOf } from "../../db/model/blog/image-sizes.ts";
import type { ContentTree } from "../../db/model/blog/markdown.ts";
import { places } from "./post-parts.tsx";

/** A post's rendered content, made of elements only. Nothing here takes a string of HTML. */
export function Content({ tree }: { tree: ContentTree }) {
  return <div className="prose">{toJsxRuntime(tree, { Fragment, jsx, jsxs, components: { img: Image } })}</div>;
}

function Image({ src = "", alt, ...props }: ComponentProps<"img">) {
  const srcSet = srcSetOf(src);
  return <img srcSet={srcSet} sizes={srcSet && places.post} src={src || undefined} alt={alt} {...props} />;
}
