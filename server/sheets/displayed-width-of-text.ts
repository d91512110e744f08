/** Width of a text in characters of Latin width: Han and other wide characters count as two. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += (character.codePointAt(0) ?? 0) > 0x2e7f ? 2 : 1;
  return width;
}
