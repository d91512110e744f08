import type { Fields } from '../declaration/field.ts';
import type { ScanCodes } from '../declaration/scan-code.ts';
import { kindOf } from './field.ts';

/** Throws where a code could not be looked for by itself, or tells who may read it apart. */
export function checkScanCodes(resource: string, codes: ScanCodes, fields: Fields): void {
  for (const [name, before] of Object.entries(codes)) {
    const one = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!one || kindOf(one).column !== 'text' || one.through || one.privacy || one.reads)
      throw new Error(`${resource}: ${name} is no code that whoever sees a row may read`);
    if (before !== '' && !/^\/[\w/-]+\/$/.test(before))
      throw new Error(`${resource}: what stands before ${name} is a path, such as /check/`);
  }
}

/** A code as it was scanned or typed: with the path it stood behind where it came as an address. */
export interface ScannedCode {
  readonly path: string | undefined;
  readonly code: string;
}

/** Longest text a code is looked for in. */
const longest = 500;

/** An address somebody scanned or typed; undefined: it is none. Browsers know `URL.canParse` since 2023 only. */
export function parseUrl(written: string): URL | undefined {
  try {
    return new URL(written);
  } catch {
    return undefined;
  }
}

/** What a scanned or typed text says; undefined: nothing a code could be. */
export function parseScannedCode(written: string): ScannedCode | undefined {
  const trimmed = written.trim();
  if (trimmed === '' || trimmed.length > longest) return undefined;
  if (!/^https?:\/\//i.test(trimmed)) return { path: undefined, code: trimmed };
  const found = /^(\/.*\/)([^/]+)\/?$/.exec(parseUrl(trimmed)?.pathname ?? '');
  return found ? { path: found[1] ?? '', code: found[2] ?? '' } : undefined;
}

/** Ways in which one code is written: by hand in small letters, or in groups. */
export const codeSpellings = (code: string): readonly string[] => [
  ...new Set([code, code.toLowerCase(), code.toUpperCase(), code.toUpperCase().replace(/[\s-]/g, '')]),
];
