import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';

/** The records that documents of the inspection set are about. */
export const subjectOfCheckDocuments = { 'enforcement/check': text('检查任务', 'Check') } as const;

/** Fields that several documents of the inspection set have. */
export const checkDocumentFields = {
  party: field.text(text('检查对象', 'Checked'), { required: true, max: 200 }),
  check_no: field.identifier(text('检查编号', 'Check number'), { max: 40 }),
  basis: field.textarea(text('检查依据', 'Legal basis'), { required: true, max: 1000 }),
  items: field.textarea(text('检查事项', 'Check items'), { required: true, max: 20_000 }),
  officers: field.text(text('执法人员及执法证号', 'Officers and certificates'), { required: true, max: 500 }),
  visit: field.text(text('检查时间', 'Time of the check'), { max: 60 }),
};
