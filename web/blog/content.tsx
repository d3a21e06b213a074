import { toJsxRuntime } from "hast-util-to-jsx-runtime";
import { Fragment, jsx, jsxs } from "react/jsx-runtime";
import type { ContentTree } from "../../db/model/markdown.ts";

/** A post's rendered content. It is made of elements only: nothing here takes a string of HTML. */
export function Content({ tree }: { tree: ContentTree }) {
  return <div className="prose">{toJsxRuntime(tree, { Fragment, jsx, jsxs })}</div>;
}
