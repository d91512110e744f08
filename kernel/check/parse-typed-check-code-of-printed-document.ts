/**
 * The characters of check codes: letters and digits that are not confused when read from paper (Crockford's base 32).
 */
export const checkCodeCharacters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Reads the check code of a document as somebody typed it, in any case, with spaces and hyphens, O for 0, and I or L
 * for 1. Undefined: it is no check code.
 */
export function parseDocumentCheckCode(written: unknown): string | undefined {
  if (typeof written !== 'string' || written.length > 40) return undefined;
  const code = written.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return /^[0-9A-HJKMNP-TV-Z]{16}$/.test(code) ? code : undefined;
}
