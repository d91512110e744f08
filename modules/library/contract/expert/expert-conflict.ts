import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

/** An enterprise or person on whom an expert gives no opinion. Edited in the form of the expert. */
export const expertConflict = resource({
  name: 'library/expertConflict',
  label: text('利益冲突', 'Conflicts of interest'),
  title: 'reason',
  scope: 'parent',
  partOf: 'expert_id',
  sortable: true,
  actions: [],
  fields: {
    expert_id: field.reference(text('专家', 'Expert'), { to: 'library/expert', required: true }),
    enterprise_id: field.reference(text('企业', 'Enterprise'), { to: 'enterprise/enterprise' }),
    person: field.personName(text('个人', 'Person')),
    reason: field.text(text('理由', 'Reason'), { required: true, min: 2, max: 200 }),
  },
});
export interface ExpertConflict extends Row<typeof expertConflict> {}
