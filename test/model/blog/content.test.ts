import { expect, test } from "vitest";
import { renderContent } from "../../../db/model/blog/markdown.ts";

test("code keeps the blank line that it begins with", () => {
  expect(textOf(renderContent("```\n\nx\n```"))).toBe("\nx\n");
  expect(textOf(renderContent("```\nx\n```"))).toBe("x\n");
});

function textOf(node: { value?: string; children?: object[] }): string {
  return node.value ?? (node.children ?? []).map(textOf).join("");
}
