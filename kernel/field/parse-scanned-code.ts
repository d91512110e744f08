import type { Fields } from '../declaration/field.ts';
import type { ScannableCodeFields } from '../declaration/fields-that-open-row-when-scanned.ts';
import { kindOf } from './field.ts';

/**
 * Throws if a field declared in `codes` is no text of its row that everybody who sees the row may read, or if what
 * precedes it is no path. Its values need not be unique: the rows with one are offered (`find-by-scanned-code.ts`).
 */
export function checkCodesThatOpenRows(resource: string, codes: ScannableCodeFields, fields: Fields): void {
  for (const [name, before] of Object.entries(codes)) {
    const one = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!one || kindOf(one).column !== 'text' || one.through || one.privacy || one.reads)
      throw new Error(
        `${resource}: ${name} must be a text that is readable by everybody who sees the row, to open it by a code`,
      );
    if (before !== '' && !/^\/[\w/-]+\/$/.test(before))
      throw new Error(`${resource}: the text before ${name} must be a path such as /check/`);
  }
}

/** A scanned or typed code. `path` is what precedes it, if it was part of a URL. */
export interface ScannedCode {
  readonly path: string | undefined;
  readonly code: string;
}

/** Longest text that is searched for a code. */
const longest = 500;

/** Parses a URL. Undefined: the text is none. Browsers before 2023 have no `URL.canParse`. */
export function parseUrl(written: string): URL | undefined {
  try {
    return new URL(written);
  } catch {
    return undefined;
  }
}

/** Extracts the code from a scanned or typed text. Undefined: the text cannot contain one. */
export function parseScannedCode(written: string): ScannedCode | undefined {
  const trimmed = written.trim();
  if (trimmed === '' || trimmed.length > longest) return undefined;
  if (!/^https?:\/\//i.test(trimmed)) return { path: undefined, code: trimmed };
  const found = /^(\/.*\/)([^/]+)\/?$/.exec(parseUrl(trimmed)?.pathname ?? '');
  return found ? { path: found[1] ?? '', code: found[2] ?? '' } : undefined;
}

/** The spellings under which a code is searched: as it is, in lower and upper case, and without separators. */
export const codeSpellings = (code: string): readonly string[] => [
  ...new Set([code, code.toLowerCase(), code.toUpperCase(), code.toUpperCase().replace(/[\s-]/g, '')]),
];
