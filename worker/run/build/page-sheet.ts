import postcss, { type AtRule, type Declaration, type Root, type Rule } from "postcss";

/**
 * The site's styles without those that a page does not use, so that it fits into one round trip: about half. `page`:
 * its HTML, or the code that renders it.
 */
export function sheetOf(sheet: string, page: string) {
  const named = new Set(unescaped(page).split(/[\s"'`]+/));
  const root = postcss.parse(sheet);
  const elements = new Set([...page.matchAll(/[<"'`]([a-z]+\d?)\b/g)].map(([, name]) => name as string));
  root.walkAtRules("layer", (layer) => {
    const isNeeded = { utilities: isNamed(named), base: isAbout(elements) }[layer.params];
    if (!isNeeded) return;
    layer.walkRules((rule) => {
      if ((rule.parent as Rule).type !== "rule") keep(rule, isNeeded);
    });
    layer.walkAtRules((empty) => {
      if (empty.nodes?.length === 0) empty.remove();
    });
  });
  dropUnread(root, page);
  return root.toString();
}

/** Removes custom properties that nobody reads, again and again, since each may have been the reader of others. */
function dropUnread(root: Root, page: string) {
  const read = new Set([...`${root}${page}`.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
  let isDone = true;
  const drop = (node: AtRule | Declaration, name: string) => {
    if (!name.startsWith("--") || read.has(name)) return;
    node.remove();
    isDone = false;
  };
  root.walkAtRules("property", (rule) => drop(rule, rule.params));
  root.walkAtRules("layer", (layer) => {
    if (["properties", "theme"].includes(layer.params)) layer.walkDecls((declared) => drop(declared, declared.prop));
  });
  if (!isDone) dropUnread(root, page);
}

function keep(rule: Rule, isNeeded: (selector: string) => boolean) {
  const kept = rule.selectors.filter(isNeeded);
  if (kept.length === 0) rule.remove();
  else rule.selectors = kept;
}

function isNamed(named: Set<string>) {
  return (selector: string) => {
    const name = utilityIn(selector);
    return name === undefined || named.has(name) || /[\s"'`]/.test(name);
  };
}

/** Selectors that start with a part of a control, such as `::placeholder`, are about controls. */
const PART_OF_CONTROL = /^::(-webkit-(?!details)|file-selector|placeholder)/;
const CONTROLS = ["input", "select", "textarea"];

function isAbout(elements: Set<string>) {
  return (selector: string) => {
    if (PART_OF_CONTROL.test(selector)) return CONTROLS.some((name) => elements.has(name));
    const [, name] = /^([a-z]+\d?)\b/.exec(selector) ?? [];
    return name === undefined || elements.has(name);
  };
}

/** The class that a utility's selector starts with, also as `:is(.name > *)`. */
function utilityIn(selector: string) {
  const [, name] = /^(?::(?:is|where)\()?\.((?:\\.|[\w-])+)/.exec(selector) ?? [];
  return name
    ?.replace(/\\([\da-f]{1,6}) ?/g, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/\\(.)/g, "$1");
}

function unescaped(html: string) {
  return html.replaceAll("&gt;", ">").replaceAll("&lt;", "<").replaceAll("&amp;", "&");
}
