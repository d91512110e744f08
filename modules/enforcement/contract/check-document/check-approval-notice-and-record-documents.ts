import { field } from '#kernel/field/field.ts';
import { declareDocument } from '#kernel/module/official-document.ts';
import { text } from '#kernel/text/text.ts';
import {
  subjectOfCheckDocuments as about,
  checkDocumentFields,
} from './shared-fields-and-subject-of-check-documents.ts';

const { party, check_no, basis, items, officers, visit } = checkDocumentFields;

/** The form on which a check of an enterprise is approved (国办发〔2024〕54号). */
export const checkApprovalDocument = declareDocument({
  name: 'enforcement/checkApproval',
  label: text('行政检查审批表', 'Approval of a check'),
  about,
  fills: { 'enforcement/check': { party: 'object_name', check_no: 'check_no', basis: 'basis', opinion: 'opinion' } },
  fields: {
    party,
    check_no,
    source: field.text(text('检查来源', 'Source'), { max: 60 }),
    basis,
    items,
    officers,
    visit,
    notice: field.text(text('通知方式', 'Notice'), { max: 60 }),
    opinion: field.textarea(text('审批意见', 'Opinion'), { max: 500 }),
  },
  party: 'party',
  addressed: false,
  number: '{authority}文旅检审〔{yyyy}〕{seq}号',
  signatures: {
    applicant: text('承办人', 'Officer in charge'),
    approver: text('审批人', 'Approved by'),
  },
  crossesOut: true,
});

/** The notice of a check to the enterprise: who comes, when, on what basis, for what, and its rights. */
export const checkNoticeDocument = declareDocument({
  name: 'enforcement/checkNotice',
  label: text('行政检查通知书', 'Notice of a check'),
  about,
  fills: { 'enforcement/check': { party: 'object_name', check_no: 'check_no', basis: 'basis' } },
  fields: {
    party,
    check_no,
    basis,
    items,
    officers,
    visit,
    rights: field.textarea(text('权利和义务', 'Rights and duties'), {
      required: true,
      max: 1000,
      initial:
        '执法人员少于两人或者未出示执法证件的，你单位有权拒绝检查；对执法人员有权申请回避，对检查有权陈述、申辩和投诉举报。请配合检查，如实提供有关材料。',
    }),
  },
  party: 'party',
  number: '{authority}文旅检通〔{yyyy}〕{seq}号',
  signatures: { recipient: text('被检查人签收', 'Signed for by the checked party') },
  crossesOut: true,
});

/** The record of a check on the spot; officers and the checked party sign every page. */
export const checkRecordDocument = declareDocument({
  name: 'enforcement/checkRecord',
  label: text('现场检查笔录', 'Record of a check on the spot'),
  about,
  fills: {
    'enforcement/check': {
      party: 'object_name',
      check_no: 'check_no',
      basis: 'basis',
      present: 'party_name',
      post: 'party_post',
      summary: 'summary',
      refusal: 'refusal_note',
    },
  },
  fields: {
    party,
    check_no,
    visit,
    present: field.personName(text('现场负责人', 'Person on site')),
    post: field.text(text('职务', 'Post'), { max: 60 }),
    officers,
    basis,
    shown: field.text(text('告知事项', 'Told at the beginning'), {
      max: 200,
      initial: '已出示执法证件，并告知申请回避、陈述申辩的权利和配合检查的义务。',
    }),
    items: field.textarea(text('检查事项及结果', 'Items and answers'), { required: true, max: 60_000 }),
    summary: field.textarea(text('现场检查情况', 'Findings on site'), { required: true, max: 4000 }),
    refusal: field.textarea(text('拒签说明', 'Note on the refusal to sign'), { max: 500 }),
  },
  party: 'party',
  addressed: false,
  number: '{authority}文旅检录〔{yyyy}〕{seq}号',
  signatures: {
    checked: { ...text('被检查人', 'Checked party'), everyPage: true },
    officers: { ...text('执法人员', 'Enforcement officers'), persons: 2, everyPage: true },
    witness: text('见证人', 'Witness'),
  },
  crossesOut: true,
});
