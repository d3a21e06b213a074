import { HtmlValidate, StaticConfigLoader } from "html-validate";

const validator = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    extends: ["html-validate:standard", "html-validate:document"],
    rules: {
      // A recommendation, no rule of HTML. All scripts and sheets are ours.
      "require-sri": "off",
      // The standard asks for no first heading of level 1, which a mail has none of. Tests of accessibility look at pages.
      "heading-level": "off",
    },
  }),
);

/** What the HTML Living Standard forbids in this page or mail; empty if nothing. */
export async function invalidIn(html: string) {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} ${selector}`),
  );
}
