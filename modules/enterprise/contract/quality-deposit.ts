import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

export const depositModes = {
  cash: text('现金存入专户', 'Cash in a special account'),
  guarantee: text('银行担保', 'Bank guarantee'),
  insurance: text('保证保险', 'Surety insurance'),
  deferred: text('暂退缓交', 'Deferred'),
} as const;

const computed = { write: 'server' } as const;

/**
 * The quality deposit of a travel agency (旅行社条例 Art. 13 to 18; domain reference §2.A `ent_deposit`). What it has to hold
 * follows from the business and the branches; a payment out of it to tourists has to be made good within five working
 * days of the notice.
 */
export const deposit = resource({
  name: 'enterprise/deposit',
  label: text('质量保证金', 'Quality deposits'),
  icon: 'bank',
  title: 'deposit_no',
  heading: ['enterprise_id', 'mode'],
  scope: 'parent',
  partOf: 'enterprise_id',
  members: { owner: ['index', 'export'], operator: ['index', 'export'], viewer: ['index'] },
  measures: {
    held: { label: text('存量（元）', 'Held (CNY)'), sum: 'paid', by: ['status', 'mode'], at: 'opened_on' },
    shortfall: {
      label: text('缺额（元）', 'Missing (CNY)'),
      sum: 'shortfall',
      by: ['status', 'mode'],
      at: 'opened_on',
    },
  },
  fields: {
    enterprise_id: field.reference(text('旅行社', 'Travel agency'), {
      to: 'enterprise/enterprise',
      required: true,
      among: [['ent_type', '=', 'agency']],
    }),
    deposit_no: field.identifier(text('保证金凭证号', 'Number of the certificate'), {
      required: true,
      max: 60,
      search: true,
      unique: true,
    }),
    mode: field.select(text('交存方式', 'Way'), { required: true, options: depositModes, initial: 'cash' }),
    bank: field.text(text('存款银行或担保机构', 'Bank or guarantor'), { required: true, max: 100, search: true }),
    outbound: field.switch(text('经营出境旅游', 'Outbound business'), { list: 'offered' }),
    branches: field.integer(text('分社数', 'Branches'), {
      required: true,
      min: 0,
      max: 999,
      initial: 0,
      list: 'offered',
      quantity: true,
    }),
    outbound_branches: field.integer(text('经营出境旅游的分社数', 'Branches with outbound business'), {
      required: true,
      min: 0,
      max: 999,
      initial: 0,
      list: 'offered',
      quantity: true,
    }),
    halved: field.switch(text('三年未受处罚，减半交存', 'Halved after three years without penalty'), {
      list: 'offered',
    }),
    paid: field.money(text('现有金额（元）', 'Held now (CNY)'), {
      required: true,
      min: 0,
      write: 'add',
    }),
    required: field.money(text('应存金额（元）', 'To be held (CNY)'), { ...computed, quantity: true }),
    shortfall: field.money(text('缺额（元）', 'Missing (CNY)'), computed),
    certificate: field.file(text('凭证扫描件', 'Scanned certificate'), { private: true, list: 'offered' }),
    opened_on: field.date(text('存入日期', 'Paid in on'), { required: true }),
    topup_notified_on: field.date(text('通知补足日期', 'Notified to top up on'), { ...computed, list: 'offered' }),
    topup_by: field.date(text('补足截止日', 'To be topped up by'), { ...computed, list: 'offered' }),
    area_code: field.area(text('地区', 'Area'), { through: 'enterprise_id' }),
  },
  life: lifecycle({
    initial: 'held',
    states: {
      held: { ...text('在存', 'Held'), tone: 'good', deletable: false },
      short: { ...text('待补足', 'To be topped up'), tone: 'bad', deletable: false },
      released: { ...text('已退还', 'Returned'), tone: 'muted', final: true, editable: false, deletable: false },
    },
    clocks: {
      topup: {
        ...text('补足期限', 'Topping up'),
        rule: 'deposit_topup',
        in: ['short'],
        served: true,
      },
    },
    moves: {
      notifyTopup: {
        from: ['held'],
        to: 'short',
        label: text('通知补足', 'Notify to top up'),
        tone: 'primary',
        emits: 'short',
        starts: ['topup'],
        stamps: ['topup_notified_on'],
        when: [{ if: [['shortfall', '>', 0]], else: text('没有缺额', 'Nothing is missing'), quiet: true }],
      },
      debit: {
        from: ['held', 'short'],
        to: 'short',
        by: [],
        label: text('划拨', 'Paid out'),
        emits: 'debited',
        starts: ['topup'],
        stamps: ['topup_notified_on'],
      },
      topUp: {
        from: ['short'],
        to: 'held',
        label: text('登记补足', 'Record the top-up'),
        tone: 'primary',
        emits: 'topped_up',
        settles: true,
        input: {
          topped_up: field.money(text('补足金额（元）', 'Amount (CNY)'), { required: true, min: 0.01 }),
          topped_up_on: field.date(text('补足日期', 'Topped up on'), { required: true }),
          receipt: field.file(text('银行凭证', 'Receipt of the bank'), { private: true }),
        },
      },
      release: {
        from: ['held'],
        to: 'released',
        label: text('退还', 'Return'),
        tone: 'danger',
        emits: 'released',
        input: { reason: field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 500 }) },
      },
    },
  }),
});
export interface Deposit extends Row<typeof deposit> {}

/** Yuan that a deposit has to hold (旅行社条例 Art. 13, 14 and 17; domain reference §2.A). */
export function requiredDeposit({
  outbound,
  branches,
  outboundBranches,
  halved,
}: {
  readonly outbound: boolean;
  readonly branches: number;
  readonly outboundBranches: number;
  readonly halved: boolean;
}): number {
  const whole = 200_000 + (outbound ? 1_200_000 : 0) + branches * 50_000 + outboundBranches * 300_000;
  return halved ? whole / 2 : whole;
}
