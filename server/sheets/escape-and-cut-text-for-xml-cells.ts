/** Maximum number of UTF-16 units of a cell in Excel; a longer one makes the file invalid. */
export const maxCellLength = 32_767;

const everySpecial =
  /[&<>\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_x[\da-fA-F]{4}_|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
/** Characters that may need escaping; most texts have none and are returned unchanged. */
const maybeSpecial = /[&<>_\u0000-\u0008\u000b-\u001f\ud800-\udfff\ufffe\uffff]/;

/**
 * Text as content of a cell (ST_Xstring, ECMA-376 part 1 §22.9.2.19). XML 1.0 has no control characters and turns CR
 * into LF, so the format writes them as `_xHHHH_`, and escapes the underscore of texts that look like that. Lone
 * surrogates become U+FFFD.
 */
export function escapeCell(text: string): string {
  return maybeSpecial.test(text) ? text.replace(everySpecial, escapeOne) : text;
}

function escapeOne(found: string): string {
  if (found === '&') return '&amp;';
  if (found === '<') return '&lt;';
  if (found === '>') return '&gt;';
  if (found.length > 1) return `_x005F${found}`;
  const code = found.charCodeAt(0);
  if (code >= 0xd800 && code <= 0xdfff) return '\ufffd';
  return `_x${code.toString(16).toUpperCase().padStart(4, '0')}_`;
}

/** Text as an attribute value. */
export function escapeAttribute(text: string): string {
  return escapeCell(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
}

/** Cuts a text to the maximum length of a cell, not within a surrogate pair. */
export function cutCell(text: string): string {
  if (text.length <= maxCellLength) return text;
  const cut = text.slice(0, maxCellLength - 1);
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}
