/** Letters that are not taken for one another when a code is read from paper (Crockford). */
export const codeLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The code of a paper as somebody typed it; undefined when it is none. */
export function readCheckCode(written: unknown): string | undefined {
  if (typeof written !== 'string' || written.length > 40) return undefined;
  const code = written.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return /^[0-9A-HJKMNP-TV-Z]{16}$/.test(code) ? code : undefined;
}
