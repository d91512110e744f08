/**
 * The default avatar: the initial of a name on a colour that follows from it, or a silhouette without a name. The
 * letter is written by its code points, so that it cannot contain markup.
 */
export function buildDefaultAvatarSvg(letter: string): string {
  const codes = [...letter.toUpperCase()].slice(0, 8).map((one) => one.codePointAt(0) ?? 0);
  const isText = codes.length > 0 && codes.every((code) => code >= 32 && (code < 0xd800 || code > 0xdfff));
  const hue = codes.reduce((sum, code) => (sum * 31 + code) % 360, 163);
  const drawn = isText
    ? `<text x="32" y="43" fill="#fff" font-family="sans-serif" font-size="30" text-anchor="middle">${codes.map((code) => `&#${code};`).join('')}</text>`
    : '<circle cx="32" cy="25" r="11" fill="#fff"/><path d="M10 60a22 20 0 0 1 44 0z" fill="#fff"/>';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64" role="img"><path d="M0 0h64v64H0z" fill="hsl(${hue},40%,36%)"/>${drawn}</svg>`;
}
