import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

const reason = field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 500 });
const byAnother = {
  else: text('须由登记人以外的人员决定', 'Someone other than those who entered it must decide'),
};

/**
 * An enterprise or person that an officer does not check. It counts from the day it is declared until a leader refuses
 * or lifts it: until that decision nobody with a possible interest is drawn.
 */
export const recusal = resource({
  name: 'library/recusal',
  label: text('回避', 'Recusals'),
  icon: 'audit',
  title: 'reason',
  heading: ['officer_id', 'enterprise_id'],
  scope: 'parent',
  partOf: 'officer_id',
  remark: text(
    '执法人员登记本人的回避事项，由领导决定。决定之前已按回避处理。',
    'Officers declare their own recusals, and a leader decides. Until then they already count.',
  ),
  fields: {
    officer_id: field.reference(text('执法人员', 'Officer'), { to: 'library/officer', required: true, write: 'add' }),
    enterprise_id: field.reference(text('回避的企业', 'Enterprise'), {
      to: 'enterprise/enterprise',
      hint: text('企业和个人至少填一项', 'An enterprise or a person, or both'),
    }),
    person: field.personName(text('回避的个人', 'Person'), { search: true }),
    reason: field.textarea(text('回避理由', 'Reason for recusal'), { required: true, min: 4, max: 500 }),
    from_on: field.date(text('开始日期', 'From'), { required: true }),
    until_on: field.date(text('结束日期', 'Until'), { endless: text('长期', 'No end date') }),
    area_code: field.area(text('地区', 'Area'), { through: 'officer_id' }),
  },
  life: lifecycle({
    initial: 'declared',
    states: {
      declared: { ...text('待决定', 'Declared'), awaited: text('决定', 'Decision'), tone: 'progress', officeLevel: 3 },
      confirmed: { ...text('已回避', 'Confirmed'), tone: 'warning', editable: false, deletable: false },
      refused: { ...text('不予回避', 'Refused'), tone: 'muted', editable: false, deletable: false, final: true },
      lifted: { ...text('已解除', 'Lifted'), tone: 'muted', editable: false, deletable: false, final: true },
    },
    moves: {
      confirm: {
        from: ['declared'],
        to: 'confirmed',
        label: text('同意回避', 'Confirm'),
        tone: 'primary',
        batch: true,
        byAnother,
        emits: 'confirmed',
      },
      refuse: {
        from: ['declared'],
        to: 'refused',
        label: text('不同意回避', 'Refuse'),
        tone: 'danger',
        byAnother,
        emits: 'refused',
        input: { reason },
      },
      lift: {
        from: ['confirmed'],
        to: 'lifted',
        label: text('解除回避', 'Lift'),
        emits: 'lifted',
        input: { reason },
      },
    },
  }),
});
export interface Recusal extends Row<typeof recusal> {}
