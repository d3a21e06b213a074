/** A Markdown file as web/words/texts.ts compiles it. */
declare module "*.md" {
  const text: () => import("./legal.tsx").Text;
  export default text;
}
