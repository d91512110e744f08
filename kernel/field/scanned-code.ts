import type { Fields } from '../declaration/field.ts';
import type { ScannableCodeFields } from '../declaration/scannable-code-fields.ts';
import { kindOf } from './field.ts';

/** Throws if a code does not identify its row, or if its field is not readable by everybody who sees the row. */
export function checkCodesThatOpenRows(resource: string, codes: ScannableCodeFields, fields: Fields): void {
  for (const [name, before] of Object.entries(codes)) {
    const one = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!one || kindOf(one).column !== 'text' || one.through || one.privacy || one.reads)
      throw new Error(
        `${resource}: ${name} must be unique and readable by everybody who sees the row, to open it by a code`,
      );
    if (before !== '' && !/^\/[\w/-]+\/$/.test(before))
      throw new Error(`${resource}: the text before ${name} must be a path such as /check/`);
  }
}

/** A scanned or typed code, with the path before it if it came as a URL. */
export interface ScannedCode {
  readonly path: string | undefined;
  readonly code: string;
}

/** Longest text that is searched for a code. */
const longest = 500;

/** Parses a scanned or typed URL. Undefined: not a URL. `URL.canParse` exists in browsers only since 2023. */
export function parseUrl(written: string): URL | undefined {
  try {
    return new URL(written);
  } catch {
    return undefined;
  }
}

/** Parses a scanned or typed text. Undefined: it cannot contain a code. */
export function parseScannedCode(written: string): ScannedCode | undefined {
  const trimmed = written.trim();
  if (trimmed === '' || trimmed.length > longest) return undefined;
  if (!/^https?:\/\//i.test(trimmed)) return { path: undefined, code: trimmed };
  const found = /^(\/.*\/)([^/]+)\/?$/.exec(parseUrl(trimmed)?.pathname ?? '');
  return found ? { path: found[1] ?? '', code: found[2] ?? '' } : undefined;
}

/** Spellings of a code: lower case, or in groups. */
export const codeSpellings = (code: string): readonly string[] => [
  ...new Set([code, code.toLowerCase(), code.toUpperCase(), code.toUpperCase().replace(/[\s-]/g, '')]),
];
