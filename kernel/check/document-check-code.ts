/** Letters and digits that are not confused when a code is read from paper (Crockford). */
export const checkCodeLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The check code of a document as typed by a person. Undefined: not a check code. */
export function readDocumentCheckCode(written: unknown): string | undefined {
  if (typeof written !== 'string' || written.length > 40) return undefined;
  const code = written.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return /^[0-9A-HJKMNP-TV-Z]{16}$/.test(code) ? code : undefined;
}
