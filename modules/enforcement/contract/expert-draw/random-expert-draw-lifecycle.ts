import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { text } from '#kernel/text/text.ts';
import { drawMoves, drawStates } from '../draw/random-inspection-draw-lifecycle.ts';

/** Life of a draw of experts: that of any draw, but its publication engages those drawn and is final. */
export const randomExpertDrawLifecycle = lifecycle({
  initial: 'draft',
  states: { ...drawStates, published: { ...drawStates.published, final: true } },
  moves: {
    ...drawMoves,
    prepare: {
      ...drawMoves.prepare,
      effect: text(
        '冻结此刻的专家名单，已除去与企业有利益冲突的；此后的变动不影响本次抽取。',
        'Freezes the list of experts as it is now, without those in conflict with the enterprise; later changes do not affect this draw.',
      ),
    },
    publish: {
      ...drawMoves.publish,
      effect: text(
        '名单、种子和结果向社会公开，任何人都可以重新计算；抽中的专家记一次使用。此后不能作废。',
        'List, seeds and result become public, and anybody can compute the draw again. The drawn experts are engaged. It can no longer be voided.',
      ),
    },
    void: { ...drawMoves.void, from: ['committed', 'drawn'] },
  },
});
