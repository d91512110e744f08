import { type Text, text } from '#kernel/text/text.ts';
import { formatAmount } from '#web/cell/format/format-amounts-and-code-groups.ts';
import { translate } from '#web/i18n/locale.ts';
import { fineBases, penaltySubjects } from '../../contract/cause/penalty-kinds-subjects-and-fine-bases.ts';
import {
  type EnteredFine,
  type FineMeasure,
  type FineRange,
  rangeOfFine,
} from '../../contract/cause/statutory-fine-range-and-faults.ts';
import { formatFineUnits } from '../../contract/discretion/find-faults-of-grades-of-fines.ts';

const texts = {
  from: text('{base}达到 {amount} 元', '{base} of CNY {amount} or more'),
  below: text('{base}不足 {amount} 元', '{base} below CNY {amount}'),
  amounts: text('{from} 至 {to} 元', 'CNY {from} to {to}'),
  multiples: text('{base}的 {from} 至 {to} 倍', '{from}× to {to}× the {base}'),
  optional: text('可以并处', 'optional'),
};

/** A part of a range as people read it: 10,000.00, or 2.5 of a multiple. */
export const formatFineMeasure = (measure: FineMeasure, units: number): string =>
  measure === 'fine' ? formatAmount(formatFineUnits(measure, units)) : formatFineUnits(measure, units);

const isGiven = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

const optionText = (options: Readonly<Record<string, Text>>, value: unknown): string => {
  const option = options[String(value)];
  return option ? translate(option) : '';
};

/** What a fine applies to: 单位 · 违法所得不足 50,000.00 元. */
export function describeStatutoryFine({ subject, act, base, amount_from, amount_below }: EnteredFine): string {
  const of = optionText(fineBases, base);
  return [
    optionText(penaltySubjects, subject),
    act,
    isGiven(amount_from) ? translate(texts.from, { base: of, amount: formatAmount(String(amount_from)) }) : '',
    isGiven(amount_below) ? translate(texts.below, { base: of, amount: formatAmount(String(amount_below)) }) : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The range of a fine: 5,000.00 至 50,000.00 元. */
export function describeFineRange(fine: EnteredFine & { readonly optional?: string | null }): string {
  const range = rangeOfFine(fine);
  if (!range) return '';
  const shown = rangeText(range, optionText(fineBases, fine.base));
  return fine.optional === '1' ? `${shown} · ${translate(texts.optional)}` : shown;
}

const rangeText = ({ measure, from, to }: FineRange, base: string): string =>
  translate(measure === 'fine' ? texts.amounts : texts.multiples, {
    base,
    from: formatFineMeasure(measure, from),
    to: formatFineMeasure(measure, to),
  });
