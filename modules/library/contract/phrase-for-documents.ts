import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { optionList } from '#kernel/option/declare-editable-option-list.ts';
import { text } from '#kernel/text/text.ts';
import { versionedResource } from '#kernel/version/versioned-resource.ts';

/** Papers and occasions that phrases are kept for. */
export const phraseKinds = optionList({
  name: 'library/phrase_kind',
  label: text('常用语用途', 'Uses of phrases'),
  initial: {
    check_record: text('现场检查笔录', 'On-site inspection record'),
    interview: text('询问笔录', 'Interview record'),
    correction: text('责令改正', 'Correction order'),
    penalty_notice: text('处罚告知', 'Penalty notice'),
    penalty_decision: text('处罚决定', 'Penalty decision'),
    complaint_answer: text('投诉答复', 'Answer to a complaint'),
    opinion: text('审核意见', 'Review opinion'),
    other: text('其他', 'Other'),
  },
});

/** A phrase that officers insert into papers and opinions (domain reference §2.H). */
export const phrase = versionedResource({
  name: 'library/phrase',
  label: text('常用语', 'Phrases'),
  icon: 'comment',
  title: 'title',
  scope: 'area',
  versionsOf: 'code',
  fields: {
    code: field.identifier(text('编号', 'Number'), { number: 'CY{seq:4}', unique: ['revision'], search: true }),
    kind: field.select(text('用途', 'Use'), { required: true, optionList: phraseKinds }),
    title: field.text(text('标题', 'Title'), { required: true, max: 100, search: true }),
    content: field.textarea(text('内容', 'Content'), { required: true, max: 2000, search: true }),
    area_code: field.area(text('地区', 'Area'), { required: true }),
  },
});
export interface Phrase extends Row<typeof phrase> {}
