import {
  frequencyNoteTexts,
  frequencyRefusalTexts,
  jointCheckRefusalText,
} from '#modules/enforcement/contract/frequency/check-frequency-flag-and-refusal-texts.ts';
import type { WriteContext } from '#server/write/hook/write-hooks-of-module.ts';
import type { CheckJudgedByFrequency } from './judge-check-by-frequency-limits.ts';

/** The approval of a check, with the row of its enterprise locked (`locks: 'enterprise_id'`). */
type Approval = Pick<WriteContext, 'fail' | 'note' | 'enterInChain'> & {
  readonly input: { readonly separate_reason?: string | null | undefined };
};

/**
 * Refuses the approval of a check that comes too often for its enterprise, with rule, counts, numbers and dates of the
 * checks counted, and the basis. What is exempt or merely flagged is noted in the timeline and in the chain.
 */
export function refuseTooFrequentCheck(
  { input, fail, note, enterInChain }: Approval,
  { question, assessment }: CheckJudgedByFrequency,
): void {
  for (const one of frequencyRefusalTexts(question, assessment)) fail('enterprise_id', one);
  const { joint, exempt, caps, flags } = assessment;
  if (joint.length > 0 && !input.separate_reason) fail('separate_reason', jointCheckRefusalText(question, joint));
  for (const one of frequencyNoteTexts(assessment, input.separate_reason)) note(one);
  enterInChain({
    frequency: {
      exempt,
      used: caps.map(({ item, most, visits }) => ({ item: item?.code ?? null, most, used: visits.length })),
      flags: flags.map(({ within, n }) => ({ within, n })),
      joint: joint.map(({ id }) => id),
    },
  });
}
