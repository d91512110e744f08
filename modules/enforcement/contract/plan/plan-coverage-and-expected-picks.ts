import type { Condition } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import { type RiskClass, ticketsByRiskClass } from '#kernel/random-draw/draw-record-types.ts';

/** Enterprises of one area, type and risk class. */
export interface EnterprisesCoveredByPlan {
  readonly area: string;
  readonly area_name: string;
  readonly type: string;
  readonly risk: RiskClass;
  readonly n: number;
}

/** Which enterprises a plan concerns, and how likely each risk class is drawn. */
export interface PlanCoverage {
  readonly enterprises: number;
  /** Tickets of all enterprises: 1, 2, 4 or 8 by their class. */
  readonly tickets: number;
  /** Enterprises to be drawn. */
  readonly count: number;
  readonly groups: readonly EnterprisesCoveredByPlan[];
  /** Enterprises without a class, which count as B. */
  readonly unrated: number;
}

/** The list of the enterprises that a number of the coverage counts: of an area and type, and of one class or all. */
export const enterprisesOfCoverage = (
  { area, type }: Pick<EnterprisesCoveredByPlan, 'area' | 'type'>,
  risk?: RiskClass,
): { readonly of: string; readonly conditions: readonly Condition[] } => ({
  of: 'enterprise/enterprise',
  conditions: [
    { field: 'status', operator: 'IN', value: 'active,change_pending' },
    { field: 'ent_type', operator: '=', value: type },
    { field: 'area_code', operator: '=', value: area },
    // an enterprise without a class counts as B
    ...(risk === 'B' ? [{ field: 'risk_class', operator: 'NOT IN', value: 'A,C,D' } as const] : []),
    ...(risk && risk !== 'B' ? [{ field: 'risk_class', operator: '=', value: risk } as const] : []),
  ],
});

export type CountByRiskClass = Readonly<Record<RiskClass, number>>;

export const riskClassesInOrder = Object.keys(ticketsByRiskClass) as readonly RiskClass[];

/** Enterprises of a plan: a share of them, rounded up so that something is checked, or a number. */
export const plannedCount = (
  { ratio, count }: { readonly ratio: number | null | undefined; readonly count: number | null | undefined },
  enterprises: number,
): number => Math.min(enterprises, count ?? Math.ceil(((ratio ?? 0) * enterprises) / 100 - 1e-9));

/**
 * How many enterprises of each class a draw picks on average. Drawing tickets without replacement takes the enterprises
 * with the earliest of exponential times whose rates are the tickets: up to a time t, each class of rate w has lost
 * 1 − e^(−wt) of its enterprises. The t at which `count` are drawn is found by bisection.
 */
export function expectedPicks(enterprises: CountByRiskClass, count: number): CountByRiskClass {
  const drawnBy = (time: number) =>
    riskClassesInOrder.map((risk) => enterprises[risk] * -Math.expm1(-ticketsByRiskClass[risk] * time));
  const total = riskClassesInOrder.reduce((sum, risk) => sum + enterprises[risk], 0);
  if (count >= total) return enterprises;
  let [low, high] = [0, 1];
  const reached = (time: number) => drawnBy(time).reduce((sum, one) => sum + one, 0) >= count;
  while (!reached(high)) high *= 2;
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (reached(middle)) high = middle;
    else low = middle;
  }
  const [A = 0, B = 0, C = 0, D = 0] = drawnBy(high);
  return { A, B, C, D };
}
