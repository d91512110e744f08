import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { text } from '#kernel/text/text.ts';

const locked = { editable: false, deletable: false } as const;
const noReply = {
  if: [['replied_at', 'NULL']],
  else: text('已答复过，每条评价只能答复一次', 'This evaluation has been answered; it can be answered once'),
  quiet: true,
} as const;

/** From the release of an evaluation to what the enterprise and the office make of it (domain reference §2.L). */
export const evaluationLifecycle = lifecycle({
  initial: 'pending',
  states: {
    pending: { ...text('待审核', 'To be reviewed'), tone: 'warning', ...locked },
    shown: { ...text('已展示', 'Shown'), tone: 'good', ...locked },
    appealed: { ...text('申诉中', 'Appealed'), tone: 'warning', ...locked },
    hidden: { ...text('已隐藏', 'Hidden'), tone: 'muted', ...locked },
  },
  moves: {
    show: {
      from: ['pending', 'appealed', 'hidden'],
      to: 'shown',
      label: text('展示', 'Show'),
      tone: 'primary',
      batch: true,
      emits: 'shown',
      effect: text('被评价的企业即可看到并答复。', 'The evaluated enterprise can read and answer it.'),
    },
    hide: {
      from: ['pending', 'shown', 'appealed'],
      to: 'hidden',
      label: text('隐藏', 'Hide'),
      tone: 'danger',
      emits: 'hidden',
      input: {
        hidden_reason: field.textarea(text('隐藏理由', 'Why it is hidden'), { required: true, min: 5, max: 500 }),
      },
    },
    appeal: {
      from: ['shown'],
      to: 'appealed',
      by: ['member'],
      label: text('申诉', 'Appeal'),
      emits: 'appealed',
      when: [
        {
          if: [['appeal_reason', 'NULL']],
          else: text('已申诉过，每条评价只能申诉一次', 'An appeal has been made before; it can be made once'),
          quiet: true,
        },
      ],
      input: {
        appeal_reason: field.textarea(text('申诉理由', 'Ground of the appeal'), {
          required: true,
          min: 10,
          max: 500,
          hint: text('评价失实或违规时提出，由主管部门审核', 'If it is untrue or unlawful; the office reviews it'),
        }),
      },
    },
    reply: {
      from: ['shown', 'appealed'],
      by: ['member'],
      label: text('答复', 'Answer'),
      tone: 'primary',
      stamps: ['replied_at'],
      when: [noReply],
      input: { reply: field.textarea(text('答复', 'Answer'), { required: true, min: 2, max: 500 }) },
      effect: text('只能答复一次，答复后不能修改。', 'You can answer once; the answer cannot be changed.'),
    },
  },
});
