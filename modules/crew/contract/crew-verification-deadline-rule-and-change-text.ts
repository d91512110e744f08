import { text } from '#kernel/text/text.ts';

/** What crew entries have in common when they are verified (`kernel/verification/declare-verification-lifecycle.ts`). */
export const crewVerificationDeadlineRuleAndChangeText = {
  rule: 'licence_confirmation',
  change: {
    effect: text(
      '只填写有变化的内容，换证后的新有效期也在此申报；核验前原登记内容不变。',
      'Fill in only what has changed, including the new expiry date of a renewed document. The registered details remain unchanged until verified.',
    ),
  },
} as const;
