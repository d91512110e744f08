import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { rewardMaterials } from '#modules/system/contract/travel-reward-and-incident-option-lists.ts';

/** A document submitted with an application, entered in its form. */
export const supportingDocument = resource({
  name: 'reward/paper',
  label: text('申报材料', 'Supporting documents'),
  title: 'kind',
  scope: 'parent',
  partOf: 'application_id',
  sortable: true,
  actions: [],
  fields: {
    application_id: field.reference(text('奖励申报', 'Application'), { to: 'reward/application', required: true }),
    kind: field.select(text('材料', 'Document'), { required: true, optionList: rewardMaterials }),
    file: field.file(text('文件', 'File'), { required: true, accept: 'jpg,jpeg,png,webp,pdf,ofd,xlsx', private: true }),
    invoice_no: field.identifier(text('票据号', 'Invoice number'), {
      max: 40,
      hint: text('同一票据只能用于一份申报', 'An invoice can be used in one application only'),
    }),
  },
});
export interface SupportingDocument extends Row<typeof supportingDocument> {}
