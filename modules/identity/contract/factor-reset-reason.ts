import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';

/** Why somebody's second factors are taken away: kept in the operation log. */
export const factorResetReason = {
  reason: field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 500 }),
} as const;
