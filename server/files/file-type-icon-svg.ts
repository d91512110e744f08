/**
 * The icon of a file type (wire contract §2.8 `buildSuffixSvg`): a sheet with at most four capital letters of the
 * extension, in the given colour or one that follows from the extension. Only letters, digits and a colour are
 * inserted.
 */
export function fileTypeIconSvg(suffix: string, background?: string): string {
  const letters = /^[a-z\d]{1,8}$/i.test(suffix) ? suffix.toUpperCase().slice(0, 4) : 'FILE';
  const colour = background && isColour(background) ? background : colourOf(letters);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="56" height="64" viewBox="0 0 56 64" role="img" aria-label="${letters}"><path d="M6 0h30l16 16v42a6 6 0 0 1-6 6H6a6 6 0 0 1-6-6V6a6 6 0 0 1 6-6z" fill="#e6ebe8"/><path d="M36 0l16 16H40a4 4 0 0 1-4-4z" fill="#c3cdc8"/><path d="M0 34h52v20H0z" fill="${colour}"/><text x="26" y="49" fill="#fff" font-family="sans-serif" font-size="14" font-weight="700" text-anchor="middle">${letters}</text></svg>`;
}

/** Hexadecimal, or rgb() with plain numbers. */
const isColour = (value: string) =>
  /^#([\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/i.test(value) ||
  /^rgba?\(\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*(,\s*(0|1|0?\.\d{1,3})\s*)?\)$/.test(value);

/** A colour for an extension, always the same; dark enough for white letters (4.5 : 1). */
function colourOf(letters: string): string {
  let hash = 7;
  for (const letter of letters) hash = (hash * 31 + letter.charCodeAt(0)) % 360;
  return `hsl(${hash},45%,32%)`;
}
