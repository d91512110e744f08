import { today } from '#kernel/declaration/row-condition-and-move-guard.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { text } from '#kernel/text/text.ts';

/** From a draft through quarantine to the cage, and out again when two people have agreed. */
export const animalLifecycle = lifecycle({
  initial: 'draft',
  states: {
    draft: { ...text('草稿', 'Draft'), tone: 'muted' },
    quarantine: {
      ...text('检疫中', 'Quarantine'),
      tone: 'progress',
      officeLevel: 3,
      awaited: text('检疫', 'Quarantine check'),
      editable: { member: false },
      deletable: { member: false },
    },
    returned: { ...text('已退回', 'Returned'), tone: 'warning', editable: { admin: ['weight', 'diet'], member: true } },
    kept: { ...text('在养', 'Kept'), tone: 'good', officeLevel: 2, editable: { except: ['species_id', 'price'] } },
    resting: { ...text('休养', 'Resting'), editable: ['weight', 'fed_at', 'place', 'name'] },
    released: { ...text('已放归', 'Released'), tone: 'muted', editable: false, final: true },
  },
  clocks: {
    quarantine: {
      ...text('检疫期限', 'Quarantine'),
      rule: 'zoo_quarantine',
      in: ['quarantine'],
      urgent: true,
      served: true,
    },
    rest: { ...text('休养期', 'Rest'), in: ['resting'], until: 'rests_until', warn: ['t-7', 't-1', 't'] },
  },
  moves: {
    submit: {
      from: ['draft', 'returned'],
      to: 'quarantine',
      label: text('送检', 'Submit'),
      tone: 'primary',
      by: ['admin', 'member'],
      ownersAct: true,
      answers: true,
      stamps: ['submitted_on', 'submitted_by'],
      settles: true,
      emits: 'submitted',
    },
    return: {
      from: ['quarantine'],
      to: 'returned',
      label: text('退回', 'Return'),
      tone: 'danger',
      marks: true,
      input: { reason: field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 500 }) },
    },
    admit: {
      from: ['quarantine'],
      to: 'kept',
      locks: 'species_id',
      orTo: ['resting'],
      label: text('入园', 'Admit'),
      when: [
        {
          if: [['arrives_on', '<=', today]],
          or: [['price', 'NULL']],
          else: text('尚未到入园日期', 'It has not arrived yet'),
          quiet: true,
        },
      ],
      effect: text('检疫结论随之写入。', 'The verdict is written with it.'),
      batch: true,
      emits: 'admitted',
      input: {
        verdict: field.textarea(text('检疫结论', 'Verdict'), { max: 500 }),
        appraisal: field.textarea(text('估值意见', 'Appraisal'), { max: 500 }),
      },
    },
    rest: {
      from: ['kept'],
      to: 'resting',
      label: text('休养', 'Rest'),
      input: { rests_until: field.date(text('休养至', 'Rests until')) },
      tone: 'default',
      batch: true,
      reversible: true,
    },
    wake: { from: ['resting'], to: 'kept', label: text('结束休养', 'Wake'), reversible: true },
    examine: {
      from: ['kept'],
      label: text('体检', 'Examine'),
      by: ['admin', 'member'],
      emits: 'examined',
      input: { finding: field.text(text('体检结果', 'Finding'), { required: true, max: 100 }) },
      evidence: {
        files: { min: 1, max: 3 },
        place: 'required',
        signatures: {
          vet: { ...text('兽医', 'Vet'), required: true },
          keeper: text('饲养员', 'Keeper'),
        },
      },
    },
    swap: {
      from: ['kept'],
      label: text('申请变更', 'Ask for a change'),
      by: ['admin', 'member'],
      proposes: ['species_id', 'price', 'worth', 'area_code', 'permit', 'photos'],
      input: { why: field.text(text('事由', 'Why'), { max: 100 }) },
    },
    swapPass: {
      from: ['kept'],
      label: text('同意变更', 'Agree to the change'),
      accepts: 'swap',
      batch: true,
      byAnother: {
        than: 'handler_id',
        else: text('承办人不能同意，须由另一人决定', 'Whoever handles it cannot agree: someone else must'),
      },
    },
    swapRefuse: { from: ['kept'], label: text('不同意变更', 'Reject change'), rejects: 'swap' },
    release: {
      from: ['kept', 'resting'],
      to: 'released',
      label: text('放归', 'Release'),
      tone: 'danger',
      emits: 'released',
      input: { where: field.text(text('放归地', 'Where'), { required: true, max: 100 }) },
      steps: [
        { name: 'propose', label: text('提请', 'Propose') },
        { name: 'confirm', label: text('同意', 'Confirm') },
      ],
    },
  },
});
