/** What XML 1.0 can hold nowhere, not even as a reference: most control characters, halves of pairs, U+FFFE and U+FFFF. */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** Text for the content or the attributes of XML: what XML cannot hold is left out, markup becomes numeric references. */
export function xmlText(text: string) {
  return text.replace(NOT_IN_XML, "").replace(/[&<>"']/g, reference);
}

/** As `xmlText`, in printable ASCII alone. */
export function asciiXmlText(text: string) {
  return text.replace(NOT_IN_XML, "").replace(/[^ -~]|[&<>"']/gu, reference);
}

function reference(character: string) {
  return `&#${character.codePointAt(0)};`;
}
