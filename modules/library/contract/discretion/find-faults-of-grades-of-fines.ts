import { centsToYuan } from '#kernel/kind/money.ts';
import { type Text, text } from '#kernel/text/text.ts';
import {
  centsOrZero,
  type EnteredFine,
  type FineMeasure,
  type FineRange,
  type RowFault,
  rangeOfFine,
  toMultipleUnits,
} from '../cause/statutory-fine-range-and-faults.ts';
import type { GradeKind } from './discretion-grades-and-levels-of-harm-options.ts';

/** A row of `DiscretionGrade` as entered in a form. */
export interface EnteredGrade {
  readonly penalty_no?: number | null;
  readonly grade?: string | null;
  readonly fine_from?: string | null;
  readonly fine_to?: string | null;
  readonly multiple_from?: number | null;
  readonly multiple_to?: number | null;
}

export const gradeFaultTexts = {
  noPenalty: text('该案由没有第 {n} 行罚款幅度', 'The cause has no row {n} of fines'),
  noAmount: text('不予处罚不填幅度', '“No penalty” has no amount'),
  noFine: text('该案由没有罚款幅度', 'The cause has no fines'),
  missing: text('须填写幅度', 'Enter the range'),
  byMultiple: text('该行罚款按倍数计，请填写倍数', 'This fine is a multiple; enter multiples'),
  byAmount: text('该行罚款按金额计，请填写金额', 'This fine is an amount; enter amounts'),
  order: text('不能低于起点', 'Must not be below the start'),
  empty: text('起点与终点相同，没有幅度', 'Start and end are the same'),
  aboveLeast: text(
    '减轻处罚须低于法定下限 {least}',
    'A mitigated penalty must lie below the statutory minimum {least}',
  ),
  outside: text('超出法定幅度 {least} 至 {most}', 'Outside the statutory range of {least} to {most}'),
  overlap: text('与第 {n} 行重叠：{from} 至 {to}', 'Overlaps row {n} from {from} to {to}'),
  gap: text('{from} 至 {to} 没有档次', 'No grade covers {from} to {to}'),
  wrongOrder: text('比第 {n} 行轻，幅度却更高', 'More lenient than row {n}, yet its range is higher'),
} as const;

/** Grades within the statutory range, from the most lenient. */
const severity: Readonly<Partial<Record<GradeKind, number>>> = { lenient: 0, ordinary: 1, severe: 2 };

const isGiven = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

/** An amount or multiple as people read it. */
export const formatFineUnits = (measure: FineMeasure, units: number): string =>
  measure === 'fine' ? centsToYuan(units) : String(units / 10_000);

/** A grade with its place among the rows and its range. */
interface Placed extends FineRange {
  readonly row: number;
  readonly grade: GradeKind;
}

const fieldOf = (measure: FineMeasure, end: 'from' | 'to') => `${measure}_${end}`;

/**
 * The faults in the grades of a cause: the grades of each fine must tile its statutory range. A range contains its
 * start, and its end only if that is the statutory maximum, so that each amount belongs to one grade. Fines without any
 * grade are not reported here (`finesWithoutGrade`).
 */
export function faultsOfDiscretionGrades(
  penalties: readonly EnteredFine[],
  grades: readonly EnteredGrade[],
): RowFault[] {
  const faults: RowFault[] = [];
  const placed = new Map<number, Placed[]>();
  for (const [row, one] of grades.entries()) {
    const no = Number(one.penalty_no ?? 1);
    const found = placeGrade(penalties, one, row, no);
    if (Array.isArray(found)) faults.push(...found);
    else if (found) placed.set(no, [...(placed.get(no) ?? []), found]);
  }
  // a range with a fault leaves a gap, which is not reported as well
  const broken = new Set(faults.map(({ row }) => Number(grades[row]?.penalty_no ?? 1)));
  for (const [no, rows] of placed) {
    const whole = rangeOfFine(penalties[no - 1] ?? {});
    if (whole && !broken.has(no)) faults.push(...tilingFaults(whole, rows));
  }
  return faults.toSorted((a, b) => a.row - b.row);
}

/** Numbers of the fines for which there is no grade within the statutory range. */
export const finesWithoutGrade = (penalties: readonly EnteredFine[], grades: readonly EnteredGrade[]): number[] =>
  penalties.flatMap((_, at) =>
    grades.some((one) => Number(one.penalty_no ?? 1) === at + 1 && severity[one.grade as GradeKind] !== undefined)
      ? []
      : [at + 1],
  );

/** A grade that is part of the tiling, or its faults. Undefined: the grade is no part of it. */
function placeGrade(
  penalties: readonly EnteredFine[],
  one: EnteredGrade,
  row: number,
  no: number,
): Placed | RowFault[] | undefined {
  const fault = (field: string, message: Text, values?: RowFault['values']): RowFault[] => [
    { row, field, message, ...(values && { values }) },
  ];
  const kind = one.grade as GradeKind;
  const hasFine = isGiven(one.fine_from) || isGiven(one.fine_to);
  const hasMultiple = isGiven(one.multiple_from) || isGiven(one.multiple_to);
  const given = hasFine ? 'fine_from' : 'multiple_from';
  const has = hasFine || hasMultiple;
  if (kind === 'none') return has ? fault(given, gradeFaultTexts.noAmount) : undefined;
  const whole = rangeOfFine(penalties[no - 1] ?? {});
  if (!whole) {
    if (penalties.length > 0) return fault('penalty_no', gradeFaultTexts.noPenalty, { n: no });
    return has ? fault(given, gradeFaultTexts.noFine) : undefined;
  }
  const { measure } = whole;
  if (measure === 'fine' ? hasMultiple : hasFine)
    return measure === 'fine'
      ? fault('multiple_from', gradeFaultTexts.byAmount)
      : fault('fine_from', gradeFaultTexts.byMultiple);
  if (!has && kind === 'mitigated') return undefined;
  const span = rangeOfGrade(measure, one);
  if (!span) return fault(fieldOf(measure, 'to'), gradeFaultTexts.missing);
  const { from, to } = span;
  if (to < from) return fault(fieldOf(measure, 'to'), gradeFaultTexts.order);
  const show = (units: number) => formatFineUnits(measure, units);
  if (kind === 'mitigated')
    return to <= whole.from && from < whole.from
      ? undefined
      : fault(fieldOf(measure, 'to'), gradeFaultTexts.aboveLeast, { least: show(whole.from) });
  if (from < whole.from || to > whole.to)
    return fault(fieldOf(measure, from < whole.from ? 'from' : 'to'), gradeFaultTexts.outside, {
      least: show(whole.from),
      most: show(whole.to),
    });
  if (from === to && whole.from !== whole.to) return fault(fieldOf(measure, 'to'), gradeFaultTexts.empty);
  return { row, grade: kind, measure, from, to };
}

/** The range of a grade in units of a measure. A missing beginning is zero. Undefined: it has none. */
export function rangeOfGrade(
  measure: FineMeasure,
  { fine_from, fine_to, multiple_from, multiple_to }: EnteredGrade,
): { readonly from: number; readonly to: number } | undefined {
  const [from, to] =
    measure === 'fine'
      ? [centsOrZero(fine_from), isGiven(fine_to) ? centsOrZero(fine_to) : Number.NaN]
      : [
          toMultipleUnits(Number(multiple_from ?? 0)),
          isGiven(multiple_to) ? toMultipleUnits(Number(multiple_to)) : Number.NaN,
        ];
  // a form that is being filled in may contain values that are not numbers yet
  return Number.isFinite(from) && Number.isFinite(to) ? { from, to } : undefined;
}

/** Gaps, overlaps and wrong order of grades that lie within the statutory range. */
function tilingFaults(whole: FineRange, rows: readonly Placed[]): RowFault[] {
  const faults: RowFault[] = [];
  const note = (row: number, end: 'from' | 'to', message: Text, values: RowFault['values']) =>
    void faults.push({ row, field: `${whole.measure}_${end}`, message, ...(values && { values }) });
  const show = (units: number) => formatFineUnits(whole.measure, units);
  let reached = whole.from;
  let last: Placed | undefined;
  for (const one of rows.toSorted((a, b) => a.from - b.from || a.to - b.to || a.row - b.row)) {
    if (one.from > reached) note(one.row, 'from', gradeFaultTexts.gap, { from: show(reached), to: show(one.from) });
    else if (last && (one.from < reached || one.from === one.to))
      note(one.row, 'from', gradeFaultTexts.overlap, {
        n: last.row + 1,
        from: show(one.from),
        to: show(Math.min(reached, one.to)),
      });
    if (last && (severity[one.grade] ?? 0) < (severity[last.grade] ?? 0))
      note(one.row, 'from', gradeFaultTexts.wrongOrder, { n: last.row + 1 });
    if (!last || one.to >= reached) last = one;
    reached = Math.max(reached, one.to);
  }
  if (last && reached < whole.to)
    note(last.row, 'to', gradeFaultTexts.gap, { from: show(reached), to: show(whole.to) });
  return faults;
}
