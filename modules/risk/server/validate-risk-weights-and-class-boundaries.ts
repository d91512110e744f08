import { text } from '#kernel/text/text.ts';
import type { ChangeContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { riskScoreComponents } from '../contract/risk-score-components-and-limits.ts';
import type { riskWeights } from '../contract/risk-weights.ts';

const sum = text('各部分满分合计须为 100，现为 {n}', 'The parts must add up to 100 points; they add up to {n}');
const order = text('须大于上一级的分界', 'Must be above the boundary of the previous class');

/** Weights are of 100 points, and their classes follow each other. */
function checkWeights({ before, values, fail }: ChangeContext<typeof riskWeights>): void {
  const now = { ...before, ...values };
  const names = Object.keys(riskScoreComponents) as (keyof typeof riskScoreComponents)[];
  const total = names.reduce((points, name) => points + Number(now[name] ?? 0), 0);
  if (total !== 100) fail('itinerary', sum, { n: total });
  if (Number(now.class_c) <= Number(now.class_b)) fail('class_c', order);
  if (Number(now.class_d) <= Number(now.class_c)) fail('class_d', order);
}

export const riskWeightsWriteHooks: WriteHooks<typeof riskWeights> = { edit: checkWeights };
