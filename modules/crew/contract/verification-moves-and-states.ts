import type { State } from '#kernel/declaration/lifecycle.ts';
import { text } from '#kernel/text/text.ts';
import { reasonField } from './shared-crew-fields.ts';

/** Entered by an enterprise, not yet verified by an officer. */
export const unverifiedStates = {
  stated: { ...text('待核验', 'Pending verification'), tone: 'progress', officeLevel: 3 },
  returned: { ...text('核验未通过', 'Not verified (refused)'), tone: 'warning' },
} as const satisfies Readonly<Record<string, State>>;

/** Labels of the verification moves shared by guides, drivers and vehicles. */
export const verificationMoves = {
  submit: {
    from: ['returned'],
    to: 'stated',
    by: ['admin', 'member'],
    ownersAct: true,
    label: text('重新提交核验', 'Resubmit for verification'),
    tone: 'primary',
    batch: true,
    emits: 'submitted',
  },
  return: {
    from: ['stated'],
    to: 'returned',
    label: text('核验不通过', 'Refuse verification'),
    tone: 'danger',
    emits: 'returned',
    input: { reason: reasonField },
  },
} as const;

/** The moves of a correction request for verified data, from the state the record was verified in. */
export const correctionMoves = <const S extends string, const F extends readonly string[]>(state: S, vouched: F) =>
  ({
    change: {
      from: [state],
      to: 'changing',
      by: ['admin', 'member'],
      label: text('申请更正', 'Request correction'),
      emits: 'change_requested',
      proposes: vouched,
      effect: text(
        '只填写有变化的内容，换证后的新有效期也在此申报；核验前原登记内容不变。',
        'Fill in only what has changed, including the new expiry date of a renewed document. The registered details remain unchanged until verified.',
      ),
    },
    verifyChange: {
      from: ['changing'],
      to: state,
      label: text('同意更正', 'Approve correction'),
      tone: 'primary',
      emits: 'changed',
      accepts: 'change',
    },
    refuseChange: {
      from: ['changing'],
      to: state,
      label: text('不同意更正', 'Reject correction'),
      tone: 'danger',
      emits: 'change_refused',
      rejects: 'change',
      input: { reason: reasonField },
    },
    withdrawChange: {
      from: ['changing'],
      to: state,
      by: ['member'],
      label: text('撤回更正申请', 'Withdraw correction'),
      rejects: 'change',
    },
  }) as const;

/** Time limit within which officers verify what enterprises enter. */
export const verificationDeadline = {
  ...text('核验期限', 'Verification deadline'),
  rule: 'licence_confirmation',
  served: true,
} as const;
