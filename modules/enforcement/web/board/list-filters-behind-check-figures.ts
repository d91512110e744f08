import type { Condition } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import type { ListWithFilterConditions } from '#web/cell/list-with-filter-conditions.ts';
import type { CheckFigures } from '../../contract/board/weekly-visits-by-officer-and-check-figures-answer-types.ts';
import { check } from '../../contract/check/enforcement-check.ts';
import { checkStatesUnderWay } from '../../contract/check/enforcement-check-lifecycle.ts';
import { checkAnswer } from '../../contract/check/officers-answers-and-signatures-of-check.ts';
import { resultsWithoutFindings } from '../../contract/frequency/assess-check-frequency.ts';

/** Days, both included. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

const within = (field: string, { from, to }: DayRange): Condition => ({
  field,
  operator: 'RANGE',
  value: `${from},${to}`,
});
const isOneOf = (field: string, values: readonly string[]): Condition => ({
  field,
  operator: 'IN',
  value: values.join(','),
});
const begun = (range: DayRange, ...more: readonly Condition[]): ListWithFilterConditions => ({
  of: check.name,
  conditions: [within('started_at', range), ...more],
});

/** The lists of the rows that figures of checks count, by their names in {@link CheckFigures}. */
export const listsBehindCheckFigures = (range: DayRange) =>
  ({
    checks: begun(range),
    findings: {
      of: checkAnswer.name,
      conditions: [within('started_at', range), { field: 'problem', operator: '=', value: '1' }],
    },
    reviewed: begun(range, { field: 'result_code', operator: 'NOT NULL', value: '' }),
    nil: begun(range, isOneOf('result_code', resultsWithoutFindings)),
    published: begun(range, { field: 'published_at', operator: 'NOT NULL', value: '' }),
    published_late: begun(range, { field: 'published_late', operator: '=', value: '1' }),
  }) as const satisfies Partial<Record<keyof CheckFigures, ListWithFilterConditions>>;

/** Enterprises in business of a type, and those of them with and without a check. */
export function listsOfEnterpriseType(range: DayRange, type: string) {
  const conditions: Condition[] = [
    { field: 'ent_type', operator: '=', value: type },
    isOneOf('status', ['active', 'change_pending', 'suspended']),
  ];
  const ofEnterprises = (...more: readonly Condition[]): ListWithFilterConditions => ({
    of: enterprise.name,
    conditions: [...conditions, ...more],
  });
  return {
    enterprises: ofEnterprises(),
    checked: ofEnterprises(within('checked_at', range)),
    unchecked: ofEnterprises({ ...within('checked_at', range), operator: 'NOT RANGE' }),
  };
}

const ofOfficer = (certificate: string): Condition => ({ field: 'certificate', operator: '=', value: certificate });

/** Checks of an officer in which they have work. */
export const checksUnderWayOf = (certificate: string): ListWithFilterConditions => ({
  of: check.name,
  conditions: [ofOfficer(certificate), isOneOf('status', checkStatesUnderWay)],
});

/** Checks of an officer: all that began, those that found problems, and those under way. */
export const listsOfOfficer = (range: DayRange, certificate: string) => ({
  checks: begun(range, ofOfficer(certificate)),
  with_findings: begun(range, ofOfficer(certificate), { field: 'problems', operator: '>', value: '0' }),
  under_way: checksUnderWayOf(certificate),
});
