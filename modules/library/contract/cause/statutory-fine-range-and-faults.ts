import { yuanToCents } from '#kernel/kind/money.ts';
import { type Text, text } from '#kernel/text/text.ts';
import type { FineBase } from './penalty-kinds-subjects-and-fine-bases.ts';

/** A row of `StatutoryFine` as entered in a form. */
export interface EnteredFine {
  readonly subject?: string | null;
  readonly act?: string | null;
  readonly base?: string | null;
  readonly amount_from?: string | null;
  readonly amount_below?: string | null;
  readonly fine_min?: string | null;
  readonly fine_max?: string | null;
  readonly multiple_min?: number | null;
  readonly multiple_max?: number | null;
}

/** What a range is measured in: cents, or ten-thousandths of a multiple, so that sums are exact. */
export type FineMeasure = 'fine' | 'multiple';

export interface FineRange {
  readonly measure: FineMeasure;
  readonly from: number;
  readonly to: number;
}

/** A fault in a row, at one of its fields. */
export interface RowFault {
  /** Index of the row. */
  readonly row: number;
  readonly field: string;
  readonly message: Text;
  readonly values?: Readonly<Record<string, unknown>>;
}

export const fineFaultTexts = {
  range: text('须填写罚款上限或倍数上限', 'Enter the highest fine or the highest multiple'),
  oneMeasure: text(
    '罚款金额与倍数只填一种，另一种另起一行',
    'Enter either amounts or multiples, and use another row for the other',
  ),
  order: text('上限不能低于下限', 'Must not be below the lower limit'),
  noBase: text('按倍数处罚须选择计算基数', 'Choose the base of the multiple'),
  fixed: text('定额罚款没有基数', 'Fixed amounts have no base'),
  amounts: text('须高于“基数达到”', 'Must be above the base from which it applies'),
} as const;

const isGiven = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

/** A multiple in ten-thousandths. */
export const toMultipleUnits = (multiple: number): number => Math.round(multiple * 10_000);

/** Cents of an amount that may be missing. */
export const centsOrZero = (amount: string | null | undefined): number =>
  isGiven(amount) ? yuanToCents(String(amount)) : 0;

/** The statutory range of a row. A missing lower limit is zero. Undefined: the row has none. */
export function rangeOfFine({ fine_min, fine_max, multiple_min, multiple_max }: EnteredFine): FineRange | undefined {
  if (isGiven(multiple_max))
    return {
      measure: 'multiple',
      from: toMultipleUnits(multiple_min ?? 0),
      to: toMultipleUnits(multiple_max as number),
    };
  if (isGiven(fine_max)) return { measure: 'fine', from: centsOrZero(fine_min), to: centsOrZero(fine_max) };
  return undefined;
}

/** Whether a range of fines applies to gains, turnover or fee of this many cents. */
export const fineAppliesTo = ({ amount_from, amount_below }: EnteredFine, cents: number): boolean =>
  cents >= centsOrZero(amount_from) && (!isGiven(amount_below) || cents < centsOrZero(amount_below));

/** The faults in the fines of a cause. */
export function faultsOfFines(rows: readonly EnteredFine[]): RowFault[] {
  return rows.flatMap((one, row) => faultsOfRange(one).map(([field, message]) => ({ row, field, message })));
}

function faultsOfRange(one: EnteredFine): [string, Text][] {
  const faults: [string, Text][] = [];
  const isFixed = (one.base as FineBase | null | undefined) === 'fixed';
  const hasFine = isGiven(one.fine_min) || isGiven(one.fine_max);
  const hasMultiple = isGiven(one.multiple_min) || isGiven(one.multiple_max);
  if (hasFine && hasMultiple) faults.push(['multiple_max', fineFaultTexts.oneMeasure]);
  else if (!isGiven(one.fine_max) && !isGiven(one.multiple_max))
    faults.push([hasMultiple ? 'multiple_max' : 'fine_max', fineFaultTexts.range]);
  const range = rangeOfFine(one);
  if (range && range.to < range.from)
    faults.push([range.measure === 'fine' ? 'fine_max' : 'multiple_max', fineFaultTexts.order]);
  if (hasMultiple && isFixed) faults.push(['base', fineFaultTexts.noBase]);
  const [from, below] = [one.amount_from, one.amount_below];
  if (isFixed && (isGiven(from) || isGiven(below)))
    faults.push([isGiven(from) ? 'amount_from' : 'amount_below', fineFaultTexts.fixed]);
  else if (isGiven(from) && isGiven(below) && centsOrZero(below) <= centsOrZero(from))
    faults.push(['amount_below', fineFaultTexts.amounts]);
  return faults;
}
