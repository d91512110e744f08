import { text } from '#kernel/text/text.ts';
import type { ChangeContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { creditFormula } from '../contract/credit-score-formula-version.ts';

const order = text('须低于上一级的分界', 'Must be below the boundary of the better grade');
const unreachable = text('累计上限不能小于一次的分值', 'The maximum cannot be less than the points of one event');

/** Grades follow each other, and one event may count in full. */
async function checkFormula({ before, values, fail, rowsOf }: ChangeContext<typeof creditFormula>): Promise<void> {
  const now = { ...before, ...values };
  const bounds = ['grade_a', 'grade_b', 'grade_c', 'grade_d'] as const;
  bounds.forEach((name, at) => {
    const better = bounds[at - 1];
    if (better && Number(now[name]) >= Number(now[better])) fail(name, order);
  });
  const rules = await rowsOf('rules');
  if (rules.some(({ points, most }) => Math.abs(Number(points)) > Number(most))) fail('rules', unreachable);
}

export const creditFormulaWriteHooks: WriteHooks<typeof creditFormula> = { edit: checkFormula };
