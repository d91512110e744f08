import { type RowCondition, today } from '#kernel/declaration/row-condition-and-move-guard.ts';
import { field } from '#kernel/field/field.ts';
import { validities } from '#kernel/lifecycle/document-validity-by-expiry-date.ts';
import { text } from '#kernel/text/text.ts';

export const reasonField = field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 500 });
export const documentNumberField = field.identifier(text('文书号', 'Document number'), { required: true, max: 60 });

/** Derived every day from the expiry dates of the documents; used in lists, filters and options. */
export const documentValidityField = field.select(text('证件有效性', 'Document validity'), {
  write: 'server',
  options: validities,
});

/** Earliest expiry date of several documents, a generated column. */
export const earliestExpiryField = field.date(text('证件最早到期日', 'Earliest expiry date'), {
  write: 'server',
  list: 'offered',
});

/** No document has expired. */
export const documentsNotExpired: RowCondition = ['papers_until', '>=', today];
