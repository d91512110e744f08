import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';

/** Reason for removing somebody's second factors; stored in the operation log. */
export const factorResetFields = {
  reason: field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 500 }),
} as const;
