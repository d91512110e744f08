import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

const reason = field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 500 });
const keeps = ['index', 'add', 'edit', 'export', 'file', 'assess', 'pay', 'refuse'] as const;
const both = ['admin', 'member'] as const;

/**
 * An insurance claim for an incident on a tour (domain reference §2.O `ins_claim`). Agency and insurer settle it
 * between them; the bureau sees its progress, and how insurance works in practice.
 */
export const insuranceClaim = resource({
  name: 'insurance/claim',
  label: text('出险理赔', 'Insurance claims'),
  icon: 'alert',
  title: 'report_no',
  heading: ['policy_id', 'event_at'],
  scope: 'parent',
  partOf: 'policy_id',
  members: { owner: keeps, operator: keeps, viewer: ['index'] },
  measures: {
    claims: { label: text('出险', 'Insurance claims'), by: ['status'], at: 'event_at' },
    claimed: { label: text('索赔金额', 'Amount claimed'), sum: 'amount_claimed', by: ['status'], at: 'event_at' },
    paid: { label: text('赔付金额', 'Amount paid'), sum: 'amount_paid', by: ['status'], at: 'event_at' },
    injured: { label: text('伤亡人数', 'Casualties'), sum: 'injured', by: ['status'], at: 'event_at' },
  },
  fields: {
    policy_id: field.reference(text('保单', 'Policy'), { to: 'insurance/policy', required: true, write: 'add' }),
    report_no: field.identifier(text('报案号', "Insurer's report number"), {
      required: true,
      max: 64,
      search: true,
      unique: ['policy_id'],
    }),
    team_no: field.identifier(text('团号', 'Team number'), { max: 40, search: true }),
    event_at: field.datetime(text('出险时间', 'Time of accident'), { required: true }),
    summary: field.textarea(text('出险经过', 'Description of accident'), {
      required: true,
      max: 2000,
      list: 'offered',
    }),
    injured: field.integer(text('伤亡人数', 'Casualties'), { min: 0, max: 10_000 }),
    amount_claimed: field.money(text('索赔金额（元）', 'Amount claimed (CNY)'), { required: true }),
    amount_paid: field.money(text('赔付金额（元）', 'Amount paid (CNY)'), { write: 'server' }),
    files: field.files(text('材料', 'Documents'), {
      accept: 'jpg,jpeg,png,webp,pdf,ofd',
      private: true,
      list: 'offered',
    }),
    area_code: field.area(text('地区', 'Area'), { through: 'policy_id' }),
  },
  life: lifecycle({
    initial: 'reported',
    states: {
      reported: { ...text('已出险', 'Recorded'), tone: 'warning' },
      filed: { ...text('已报案', 'Reported to insurer'), tone: 'progress' },
      assessing: { ...text('定损中', 'Under loss assessment'), tone: 'progress', editable: false },
      paid: { ...text('已赔付', 'Paid'), tone: 'good', editable: false, final: true },
      refused: { ...text('拒赔', 'Denied'), tone: 'bad', editable: false, final: true },
    },
    moves: {
      file: {
        from: ['reported'],
        to: 'filed',
        by: both,
        label: text('保险公司已立案', 'Registered by the insurer'),
        tone: 'primary',
        emits: 'filed',
      },
      assess: {
        from: ['filed'],
        to: 'assessing',
        by: both,
        label: text('开始定损', 'Start loss assessment'),
        tone: 'primary',
      },
      pay: {
        from: ['assessing'],
        to: 'paid',
        by: both,
        label: text('登记赔付', 'Record payment'),
        tone: 'primary',
        emits: 'paid',
        input: { amount_paid: field.money(text('赔付金额（元）', 'Amount paid (CNY)'), { required: true }) },
      },
      refuse: {
        from: ['filed', 'assessing'],
        to: 'refused',
        by: both,
        label: text('登记拒赔', 'Record denial'),
        tone: 'danger',
        emits: 'refused',
        input: { reason },
      },
    },
  }),
});
export interface InsuranceClaim extends Row<typeof insuranceClaim> {}
