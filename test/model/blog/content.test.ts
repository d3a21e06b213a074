import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { PIPELINE_VERSION, renderContent } from "../../../db/model/blog/markdown.ts";
import { xssPayloads } from "../../worker/blog/xss-payloads.ts";

const EVERYTHING = `# Title\n\nOne *two* **three** ~~four~~ \`five\` <kbd>six</kbd>\nseven[^note] https://a.example

- [x] done\n- [link](/a "Title")\n\n3. > quoted\n\n![](/a.webp)\n\n| a | b |\n|:-|-:|\n| 1 | 2 |\n\n---

\`\`\`js\n\ncode\n\`\`\`\n\n<details open><summary>More</summary>Text</details>\n\n[^note]: A note`;

test("what the pipeline makes of a text changes only with its version", () => {
  const trees = [EVERYTHING, ...xssPayloads].map(renderContent);
  const hash = createHash("sha256").update(JSON.stringify(trees)).digest("hex");
  expect([PIPELINE_VERSION, hash]).toEqual([1, "92e2f922b28b2e0bcb465ea0aa19171596a33d5ce8629a1ec1df8191a0be8411"]);
});

test("code keeps the blank line that it begins with", () => {
  expect(textOf(renderContent("```\n\nx\n```"))).toBe("\nx\n");
  expect(textOf(renderContent("```\nx\n```"))).toBe("x\n");
});

function textOf(node: { value?: string; children?: object[] }): string {
  return node.value ?? (node.children ?? []).map(textOf).join("");
}
