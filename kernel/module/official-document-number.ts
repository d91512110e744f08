import { parseNumberPattern } from '../field/record-number-pattern.ts';
import type { OfficialDocument } from './official-document.ts';

/**
 * Whether a numbering rule contains `{yyyy}` and `{seq}` exactly once, and no placeholder besides these and
 * `{authority}`.
 */
export function isDocumentNumberingRule(rule: string): boolean {
  if (rule.length > 100) return false;
  try {
    const parts = parseNumberPattern(rule);
    const years = parts.filter((part) => 'date' in part);
    return (
      years.length === 1 &&
      years[0]?.date === 'yyyy' &&
      parts.every((part) => !('field' in part) || (part.field === 'authority' && part.length === undefined))
    );
  } catch {
    return false;
  }
}

/** Inserts the authority into a rule. The result identifies the sequence from which its numbers are taken. */
export const numberingRuleOfAuthority = (rule: string, authority: string): string =>
  rule.replace('{authority}', authority.replace(/[{}]/g, ''));

/** Formats a number by a rule into which the authority has been inserted. */
export const officialDocumentNumberOf = (rule: string, year: number, seq: number): string =>
  parseNumberPattern(rule)
    .map((part) => {
      if ('text' in part) return part.text;
      return 'digits' in part ? String(seq).padStart(part.digits, '0') : String(year);
    })
    .join('');

/** Throws if the numbering rule of a document is invalid, because numbers could then repeat. */
export function checkDocumentNumberingRules(documents: readonly Pick<OfficialDocument, 'name' | 'number'>[]): void {
  for (const { name, number } of documents)
    if (!isDocumentNumberingRule(number))
      throw new Error(`document ${name}: its numbers need {yyyy} and {seq} once each`);
}
