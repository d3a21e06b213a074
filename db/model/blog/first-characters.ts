let segmenter: Intl.Segmenter | undefined;

/**
 * The first so many characters of a text, as people count them: a flag, a family of emoji and a letter with its accents
 * are one each (UAX 29). A browser that cannot tell them (Firefox before 125) counts code points. None is cut in two.
 */
export function firstCharacters(text: string, count: number) {
  if (!("Segmenter" in Intl)) return [...text].slice(0, count).join("");
  segmenter ??= new Intl.Segmenter("en");
  let left = count;
  for (const { index } of segmenter.segment(text)) {
    if (left-- === 0) return text.slice(0, index);
  }
  return text;
}
