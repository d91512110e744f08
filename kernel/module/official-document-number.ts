import { parseNumberPattern } from '../field/number-pattern.ts';
import type { Document } from './official-document.ts';

/** Whether a rule contains the year and the sequence number exactly once and no unknown placeholder. */
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

/** The rule for one authority, which identifies the sequence of its numbers. */
export const numberingRuleOfAuthority = (rule: string, authority: string): string =>
  rule.replace('{authority}', authority.replace(/[{}]/g, ''));

/** The number for a rule into which the authority has been inserted. */
export const officialDocumentNumberOf = (rule: string, year: number, seq: number): string =>
  parseNumberPattern(rule)
    .map((part) => {
      if ('text' in part) return part.text;
      return 'digits' in part ? String(seq).padStart(part.digits, '0') : String(year);
    })
    .join('');

/** Refuses documents whose numbering rule lacks the year or the sequence number: numbers could repeat or have gaps. */
export function checkDocumentNumberingRules(documents: readonly Pick<Document, 'name' | 'number'>[]): void {
  for (const { name, number } of documents)
    if (!isDocumentNumberingRule(number))
      throw new Error(`document ${name}: its numbers need {yyyy} and {seq} once each`);
}
