import { text } from '#kernel/text/text.ts';

/** Conditions of moves that need no mention while they are not met: a complaint has the move behind it, or no occasion for it. */
export const materialNotRequestedYet = {
  if: [['material_wanted_on', 'NULL']],
  else: text('只能要求补正一次', 'Material can be requested only once'),
  quiet: true,
} as const;

export const notReopenedYet = {
  if: [['reopened', '=', '0']],
  else: text('只能重新处理一次', 'A complaint can be reopened once only'),
  quiet: true,
} as const;

export const noAppraisalUnderWay = {
  if: [['appraising', '=', '0']],
  else: text('鉴定尚未结束', 'An appraisal is under way'),
  quiet: true,
} as const;

export const appraisalUnderWay = {
  if: [['appraising', '=', '1']],
  else: text('没有进行中的鉴定', 'No appraisal is under way'),
  quiet: true,
} as const;
