/**
 * Turns the full-width forms an input method produces (Ａ１－　) into their ASCII twins. Only U+FF01–U+FF5E and the
 * ideographic space: NFKC would also rewrite characters that people mean, such as ① or ㎡.
 */
export function toHalfWidth(value: string): string {
  return value
    .replace(/[\uff01-\uff5e]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
    .replace(/\u3000/g, ' ');
}
