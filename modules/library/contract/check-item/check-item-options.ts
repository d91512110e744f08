import { text } from '#kernel/text/text.ts';
import { enterpriseTypes } from '#modules/enterprise/contract/enterprise-options.ts';

/** Who is checked: enterprises of a type, and guides on the road. */
export const checkedObjectKinds = { ...enterpriseTypes, guide: text('导游', 'Guide') } as const;
export type CheckedObjectKind = keyof typeof checkedObjectKinds;

/** Items of ordinary checks, and those on which checks concentrate. */
export const checkCategories = {
  general: text('一般检查事项', 'General'),
  key: { ...text('重点检查事项', 'Key'), tone: 'warning' },
} as const;

/** What an officer records with the answer. */
export const evidenceKinds = {
  none: text('不要求', 'None'),
  photo: text('照片', 'Photo'),
  doc: text('文件资料', 'Document'),
} as const;

/** What an answer looks like. */
export const answerKinds = {
  yes_no_na: text('是、否、不适用', 'Yes, no, not applicable'),
  number: text('数值', 'Number'),
  choice: text('选项', 'Choice'),
  text: text('文字', 'Text'),
} as const;

/** What a failed item suggests to the officer. */
export const failureSteps = {
  correct: text('责令改正', 'Order to correct'),
  file: { ...text('立案', 'File a case'), tone: 'warning' },
  refer: { ...text('移送', 'Refer'), tone: 'warning' },
} as const;

export const checkItemSeverities = {
  1: text('1 轻微', '1 Slight'),
  2: text('2 较轻', '2 Minor'),
  3: { ...text('3 一般', '3 Moderate'), tone: 'progress' },
  4: { ...text('4 较重', '4 Serious'), tone: 'warning' },
  5: { ...text('5 严重', '5 Grave'), tone: 'bad' },
} as const;
