import type { CreditEventKind, CreditList } from './credit-event-kinds-lists-and-grounds.ts';

export const creditGradeNames = ['A', 'B', 'C', 'D', 'E'] as const;
export type CreditGradeName = (typeof creditGradeNames)[number];

/** How a kind of event counts. `months`: for how long; `most`: all of the kind together, in either direction. */
export interface CreditPointRule {
  readonly kind: CreditEventKind;
  readonly points: number;
  readonly most: number;
  readonly months: number;
}

export interface CreditScoreFormula {
  readonly base: number;
  readonly rules: readonly CreditPointRule[];
  /** Lowest scores of these grades; below `D` is E. */
  readonly from: Readonly<Record<'A' | 'B' | 'C' | 'D', number>>;
}

/** An event that counts. `share` in percent. */
export interface CountedCreditEvent {
  readonly id: number;
  readonly kind: CreditEventKind;
  readonly share: number;
  /** YYYY-MM-DD */
  readonly happened_on: string;
}

/** The events of a kind: their points, and what is left of their sum by the maximum of the kind. */
export interface CreditEventKindTotal {
  readonly kind: CreditEventKind;
  readonly sum: number;
  readonly points: number;
  readonly events: readonly { readonly id: number; readonly points: number }[];
}

export interface CalculatedCreditScore {
  readonly score: number;
  /** By the score alone. */
  readonly scored_grade: CreditGradeName;
  /** With what lists allow. */
  readonly grade: CreditGradeName;
  readonly kinds: readonly CreditEventKindTotal[];
}

/** The best grade of an enterprise on a list. */
const bestGradeOnList: Readonly<Record<CreditList, CreditGradeName>> = { red: 'A', minor: 'D', serious: 'E' };

const worse = (a: CreditGradeName, b: CreditGradeName): CreditGradeName => (a > b ? a : b);

/** The same day some months later, or the last day of a shorter month, as PostgreSQL counts. */
function monthsAfter(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0));
  const dayOfMonth = Math.min(date, last.getUTCDate());
  return new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), dayOfMonth)).toISOString().slice(0, 10);
}

/** Half away from zero, as PostgreSQL rounds. */
const round = (n: number): number => Math.sign(n) * Math.floor(Math.abs(n) + 0.5);

export const gradeOfScore = (score: number, { from }: Pick<CreditScoreFormula, 'from'>): CreditGradeName =>
  (['A', 'B', 'C', 'D'] as const).find((grade) => score >= from[grade]) ?? 'E';

/**
 * The score of an enterprise on a day by a formula. The product computes all scores in SQL
 * (`server/calculate-credit-scores-sql.ts`); this is the same by the definition, for tests and examples.
 */
export function calculateReferenceCreditScore(
  formula: CreditScoreFormula,
  events: readonly CountedCreditEvent[],
  { day, lists = [] }: { readonly day: string; readonly lists?: readonly CreditList[] },
): CalculatedCreditScore {
  const kinds = formula.rules.flatMap((rule): CreditEventKindTotal[] => {
    const counted = events
      .filter(
        ({ kind, happened_on }) =>
          kind === rule.kind && happened_on <= day && monthsAfter(happened_on, rule.months) > day,
      )
      .map(({ id, share }) => ({ id, points: round((rule.points * share) / 100) }));
    if (counted.length === 0) return [];
    const sum = counted.reduce((total, { points }) => total + points, 0);
    return [{ kind: rule.kind, sum, points: Math.max(-rule.most, Math.min(rule.most, sum)), events: counted }];
  });
  const total = formula.base + kinds.reduce((sum, { points }) => sum + points, 0);
  const score = Math.max(0, Math.min(1000, total));
  const scored_grade = gradeOfScore(score, formula);
  const grade = lists.reduce<CreditGradeName>((so, list) => worse(so, bestGradeOnList[list]), scored_grade);
  return { score, scored_grade, grade, kinds };
}
