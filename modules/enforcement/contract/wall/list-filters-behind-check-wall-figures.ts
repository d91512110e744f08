import type { Condition } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import { areaConditions, conditionOfValues } from '#kernel/module/conditions-on-rows-in-area-of-wall-panel.ts';
import { joinFigureTitles, type RowsBehindFigure } from '#kernel/module/rows-behind-wall-figure-as-list-filter.ts';
import type { PanelArea } from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import { type Text, text, textInAnyLocale } from '#kernel/text/text.ts';
import { shanghaiDateOf } from '#kernel/time/shanghai-time.ts';
import { check } from '../check/enforcement-check.ts';
import {
  type CheckResult,
  checkResults,
  resultsWithProblems,
} from '../check/enforcement-check-source-result-and-flag-options.ts';
import { statesOfChecksMade, statesOutsidePlan } from '../plan/check-states-counted-for-plan.ts';
import {
  type CheckPanel,
  type ContributedRows,
  caseStages,
  type EnforcementPanel,
  type RunningStage,
} from './enforcement-check-wall-panels-and-feeds.ts';
import { caseStageTexts, enforcementCheckWallTexts, stageTexts } from './enforcement-check-wall-texts.ts';

const ofChecks = { of: check.name, unit: enforcementCheckWallTexts.unit, more: 'check_no' } as const;

/** From the first of the month of a moment to its day. */
function thisMonth(field: string, asof: number): Condition {
  const day = shanghaiDateOf(asof);
  return { field, operator: 'RANGE', value: `${day.slice(0, 7)}-01,${day}` };
}

/** Checks whose visit began this month. */
export const checksBegunThisMonth = ({ area, asof, month }: CheckPanel): RowsBehindFigure => ({
  ...ofChecks,
  title: enforcementCheckWallTexts.checks,
  n: month.checks,
  conditions: [...areaConditions(area), thisMonth('started_at', asof)],
});

/** Checks reviewed this month that found problems. */
export const checksWithProblems = ({ area, asof, month }: CheckPanel): RowsBehindFigure => ({
  ...ofChecks,
  title: enforcementCheckWallTexts.problems,
  n: month.problems,
  conditions: [
    ...areaConditions(area),
    thisMonth('reviewed_at', asof),
    conditionOfValues('result_code', resultsWithProblems),
  ],
});

export const checkResultText = (code: CheckResult): Text => checkResults[code] ?? text(code, code);

/** Reviewed checks with a result. */
export const checksOfResult = (area: PanelArea, code: CheckResult, n: number): RowsBehindFigure => ({
  ...ofChecks,
  title: checkResultText(code),
  n,
  conditions: [
    ...areaConditions(area),
    conditionOfValues('result_code', [code]),
    { field: 'reviewed_at', operator: 'NOT NULL', value: '' },
  ],
});

/** Checks of a plan: all, or those made. */
export function checksOfPlan(
  area: PanelArea,
  { id, name, done, total }: CheckPanel['plan'][number],
  which: 'done' | 'total',
): RowsBehindFigure {
  return {
    ...ofChecks,
    title: textInAnyLocale(enforcementCheckWallTexts[which], { name }),
    n: which === 'done' ? done : total,
    conditions: [
      ...areaConditions(area),
      conditionOfValues('plan_id', [String(id)]),
      which === 'done'
        ? conditionOfValues('status', statesOfChecksMade)
        : { field: 'status', operator: 'NOT IN', value: statesOutsidePlan.join(',') },
    ],
  };
}

/** Checks in a stage. */
export const checksInStage = (area: PanelArea, stage: RunningStage, n: number): RowsBehindFigure => ({
  ...ofChecks,
  title: stageTexts[stage],
  n,
  conditions: [...areaConditions(area), conditionOfValues('status', [stage])],
});

/** Rows that are named by their keys. */
export const contributedRowsByKeys = (
  title: Text,
  n: number,
  { of, ids }: ContributedRows,
  unit?: Text,
): RowsBehindFigure => ({
  of,
  title,
  n,
  unit: unit ?? enforcementCheckWallTexts.unit,
  conditions: [],
  ids,
});

/** Matters that are or were to become a penalty case, by stage. */
export const casesByStage = ({ cases, case_rows = {} }: EnforcementPanel): RowsBehindFigure[] =>
  caseStages.flatMap((stage) => {
    const [n, rows] = [cases[stage], case_rows[stage]];
    return n !== undefined && rows ? [contributedRowsByKeys(caseStageTexts[stage], n, rows)] : [];
  });

/** How a limit stands by the days that are left; negative: it has passed. */
export function dueText(due_in: number): Text {
  if (due_in < 0) return enforcementCheckWallTexts.overdue;
  if (due_in === 0) return enforcementCheckWallTexts.today;
  return textInAnyLocale(enforcementCheckWallTexts.inDays, { n: due_in });
}

/** Rows of one kind whose limit passes on one day. */
export function limitsDueIn(limit: EnforcementPanel['deadlines'][number]): RowsBehindFigure {
  const due = dueText(limit.due_in);
  return contributedRowsByKeys(joinFigureTitles(limit.label, due), limit.n, limit);
}
