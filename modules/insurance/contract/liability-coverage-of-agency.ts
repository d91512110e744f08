import type { Row } from '#kernel/declaration/resource.ts';
import { today } from '#kernel/declaration/row-condition-and-move-guard.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

/** States of enterprises that must be insured: operating, or temporarily suspended. */
export const insuranceRequiredStates = ['active', 'change_pending', 'suspended'] as const;

/** States of an agency without cover today. */
export const uncoveredStates = ['gap', 'urged'] as const;

/**
 * Liability cover of an agency (旅游法 Art. 56; domain reference §2.O): covered without a gap until a day, or uncovered
 * since a day. One row per agency, updated when its policies change and every night. Officers demand cover where it
 * lapsed (旅游法 Art. 97, 旅行社条例 Art. 49).
 */
export const agencyCoverage = resource({
  name: 'insurance/coverage',
  label: text('责任险投保情况', 'Liability insurance status'),
  icon: 'safety-certificate',
  title: 'name',
  scope: 'parent',
  partOf: 'enterprise_id',
  actions: ['index', 'export'],
  members: { owner: ['index'], operator: ['index'], viewer: ['index'] },
  handler: 'handler_id',
  order: ['gap_from', 'asc'],
  empty: text('辖区内还没有需要投保的旅行社', 'No travel agency in this area requires insurance yet'),
  remark: text(
    '每家旅行社一行，随保单核验、批改、注销和每日到期自动更新。',
    'One row per travel agency, updated automatically when policies are verified, amended, deregistered or expire.',
  ),
  measures: {
    agencies: {
      label: text('责任险投保旅行社', 'Agencies by liability insurance status'),
      by: ['status', 'area_code'],
    },
    covered_share: {
      label: text('责任险投保率', 'Liability insurance rate'),
      percent: { where: [['status', '=', 'covered']] },
      by: ['area_code'],
      where: [['status', 'IN', ['covered', ...uncoveredStates]]],
    },
    claims_ratio: {
      label: text('责任险赔付率', 'Liability loss ratio'),
      percent: { sum: 'paid', of: 'premiums' },
      by: ['area_code'],
    },
    uncovered: {
      label: text('责任险断保旅行社', 'Agencies without liability insurance'),
      by: ['area_code', 'status'],
      at: 'gap_from',
      where: [['status', 'IN', uncoveredStates]],
    },
    premiums: { label: text('责任险保费', 'Liability premiums'), sum: 'premiums', by: ['area_code', 'status'] },
    paid: { label: text('责任险赔付', 'Liability claims paid'), sum: 'paid', by: ['area_code', 'status'] },
  },
  fields: {
    enterprise_id: field.reference(text('旅行社', 'Agency'), {
      to: 'enterprise/enterprise',
      among: [['ent_type', '=', 'agency']],
      write: 'server',
      list: 'offered',
    }),
    name: field.text(text('旅行社名称', 'Travel agency'), { write: 'server', search: true }),
    covered_to: field.date(text('连续投保至', 'Continuously insured until'), {
      write: 'server',
      hint: text('此日之前没有间断', 'No gap before this date'),
    }),
    gap_from: field.date(text('断保自', 'Uninsured since'), {
      write: 'server',
      hint: text('从未投保的，为开业或建档之日', 'If never insured, the date of opening or registration'),
    }),
    next_from: field.date(text('后续保单起保', 'Next policy starts'), { write: 'server' }),
    premiums: field.money(text('保费合计（元）', 'Total premiums (CNY)'), { write: 'server', list: 'offered' }),
    paid: field.money(text('赔付合计（元）', 'Total claims paid (CNY)'), { write: 'server', list: 'offered' }),
    paid_share: field.number(text('赔付率', 'Loss ratio'), {
      write: 'server',
      unit: '%',
      hint: text('赔付合计 ÷ 保费合计', 'Claims paid ÷ premiums'),
    }),
    cover_by: field.date(text('限期投保', 'Insurance required by'), { write: 'server' }),
    handler_id: field.reference(text('承办人', 'Handler'), {
      to: 'auth/admin',
      reach: 'area',
      write: 'server',
      related: false,
      reads: 'assign',
    }),
    area_code: field.area(text('地区', 'Area'), { write: 'server' }),
  },
  life: lifecycle({
    initial: 'covered',
    states: {
      covered: { ...text('在保', 'Insured'), tone: 'good', editable: false },
      gap: { ...text('断保', 'Uninsured'), tone: 'bad', editable: false, officeLevel: 3 },
      urged: { ...text('已责令投保', 'Ordered to insure'), tone: 'warning', editable: false },
      ended: { ...text('已终止经营', 'Closed'), tone: 'muted', editable: false, final: true },
    },
    moves: {
      urge: {
        from: ['gap'],
        to: 'urged',
        label: text('责令投保', 'Order to insure'),
        tone: 'primary',
        batch: true,
        emits: 'urged',
        input: {
          cover_by: field.date(text('限期投保', 'Insurance required by'), { required: true }),
          words: field.textarea(text('责令内容', 'Content of order'), { required: true, min: 5, max: 500 }),
        },
        effect: text(
          '旅行社会收到通知；投保并经核验后自动解除。',
          'The agency is notified; the order is lifted automatically once a policy is taken out and verified.',
        ),
      },
      // what the nightly run does, on request
      lapse: {
        from: ['covered'],
        to: 'gap',
        label: text('登记断保', 'Record uninsured'),
        tone: 'danger',
        emits: 'lapsed',
        when: [{ if: [['covered_to', '<', today]], else: text('仍在保险期间内', 'Still within the insurance period') }],
      },
      renew: {
        from: ['gap', 'urged'],
        to: 'covered',
        label: text('登记续保', 'Record renewal'),
        emits: 'restored',
        when: [{ if: [['next_from', '<=', today]], else: text('没有已起保的保单', 'No policy has started') }],
      },
      end: {
        from: ['covered', 'gap', 'urged'],
        to: 'ended',
        label: text('终止登记', 'Remove from list'),
        tone: 'danger',
        effect: text('仅限已注销或吊销的旅行社。', 'Only for agencies that have been deregistered or revoked.'),
      },
    },
  }),
});
export interface AgencyCoverage extends Row<typeof agencyCoverage> {}
