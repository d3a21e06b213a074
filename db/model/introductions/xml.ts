/** Characters that XML 1.0 forbids even as references: most control characters, lone surrogates, U+FFFE and U+FFFF. */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** Escapes text for XML content or attributes. Drops forbidden characters. */
export function xmlText(text: string) {
  return text.replace(NOT_IN_XML, "").replace(/[&<>"']/g, reference);
}

/** Like `xmlText`, but in printable ASCII only. */
export function asciiXmlText(text: string) {
  return text.replace(NOT_IN_XML, "").replace(/[^ -~]|[&<>"']/gu, reference);
}

function reference(character: string) {
  return `&#${character.codePointAt(0)};`;
}
