import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sheetOf } from "../../worker/run/build/page-sheet.ts";

const SHEET = `@layer theme{:root{--ink:#000}}@layer base{html:not(.laid-out){color:var(--ink)}}
@layer utilities{.flex,.grid{min-width:0}.flex{display:flex}.w-1\\/2{width:50%}.\\[\\&\\>li\\]\\:p-2>li{padding:2px}@media (width>=40rem){.sm\\:flex{display:flex}}.group-open\\:hidden:is(:where(.group)[open] *){display:none}}
@keyframes turn{to{rotate:1turn}}`;

test("a page gets only the utilities that its HTML names", () => {
  const html = '<html><ul class="flex [&amp;&gt;li]:p-2"><li class="w-1/2">grid</li></ul>';
  const own = sheetOf(SHEET, html);
  for (const kept of [".flex{display", "w-1\\/2", "\\[\\&\\>li\\]", "laid-out", "--ink", "@keyframes"]) {
    expect(own).toContain(kept);
  }
  for (const gone of [".grid", "sm\\:flex", "@media", "group-open"]) expect(own).not.toContain(gone);
});

test("a page from the Worker gets the utilities its code names", () => {
  const own = sheetOf(SHEET, 'x({className:"sm:flex"}),y({className:`group-open:hidden sm`})');
  for (const kept of ["sm\\:flex", "@media", "group-open"]) expect(own).toContain(kept);
  expect(own).not.toContain("w-1\\/2");
});

test("custom properties that nobody on the page reads are left out", () => {
  const sheet = `@layer properties{*{--tw-blur:initial;--tw-shadow:0}}
@layer theme{:root{--ink:#000;--font-mono:monospace;--font-code:var(--font-mono);--step:1px;--drawn:2px}}
@layer utilities{.shade{box-shadow:var(--tw-shadow) var(--ink)}.code{font:var(--font-code)}.set{--mine:var(--step)}}
@property --tw-blur{syntax:"*";inherits:false}@property --tw-shadow{syntax:"*";inherits:false}`;
  const own = sheetOf(sheet, '<p class="shade set" style="width:var(--drawn)">');
  for (const kept of ["*{--tw-shadow", "@property --tw-shadow", "--ink:", "--step:", "--drawn:", "--mine:"]) {
    expect(own).toContain(kept);
  }
  for (const gone of ["blur", "mono", "code"]) expect(own).not.toContain(gone);
});

test("base rules about elements that a page lacks are left out", () => {
  const sheet = `@layer base{*,::backdrop{margin:0}html,:host{color:#000}code,p{margin:1px}h1{margin:2px}h2{margin:3px}
textarea{resize:vertical}::placeholder{opacity:1}@supports (a:b){::placeholder{color:red}}.on-deep :focus{margin:4px}}`;
  const own = sheetOf(sheet, "<html><body><main><h1>One textarea or <p>two</p></h1></main></body></html>");
  for (const kept of ["*,::backdrop{", "html,:host{", "}p{", "h1{", ".on-deep :focus{"]) expect(own).toContain(kept);
  for (const gone of ["code", "h2", "textarea", "placeholder", "@supports"]) expect(own).not.toContain(gone);
  expect(sheetOf(sheet, '<html><main><input type="text"></main>')).toContain("::placeholder");
  expect(sheetOf(sheet, 'jsx("textarea",{})'), "named by code").toContain("::placeholder");
});

test("the desk's sheet looks for classes in every room of the desk", () => {
  const rooms = readdirSync("web/desk", { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const [, named = ""] = /@source "\.\/\{(.*)\}\/\*\.tsx"/.exec(readFileSync("web/desk/desk.css", "utf8")) ?? [];
  expect(named.split(",").toSorted()).toEqual(rooms.map(({ name }) => name).toSorted());
});
