import { field } from '#kernel/field/field.ts';
import { declareDocument } from '#kernel/module/official-document.ts';
import { text } from '#kernel/text/text.ts';
import { sharedServiceReceipt } from '#modules/document/contract/fields-of-service-receipt-document.ts';
import {
  subjectOfCheckDocuments as about,
  checkDocumentFields,
} from './shared-fields-and-subject-of-check-documents.ts';

const { party, check_no, officers, visit } = checkDocumentFields;

/** What came of a check, told to whoever was checked once it is reviewed (国办发〔2024〕54号). */
export const checkResultDocument = declareDocument({
  name: 'enforcement/checkResult',
  label: text('行政检查结果告知书', 'Notice of the result of a check'),
  about,
  fills: {
    'enforcement/check': { party: 'object_name', check_no: 'check_no', officers: 'team', note: 'result_note' },
  },
  fields: {
    party,
    check_no,
    visit,
    officers,
    result: field.text(text('检查结果', 'Result'), { required: true, max: 60 }),
    findings: field.textarea(text('发现的问题', 'Problems found'), { max: 60_000 }),
    note: field.textarea(text('结果说明', 'Note on the result'), { max: 1000 }),
    follow_up: field.textarea(text('后续处理', 'What follows'), { max: 1000 }),
    objection: field.textarea(text('异议途径', 'How to object'), {
      required: true,
      max: 500,
      initial:
        '对检查结果有异议的，可以自收到之日起通过平台“我的检查”提出，由本机关依法答复；也可以向行政执法监督机关反映。',
    }),
  },
  party: 'party',
  number: '{authority}文旅检告〔{yyyy}〕{seq}号',
  signatures: { recipient: text('被检查人签收', 'Signed for by the checked party') },
  crossesOut: true,
});

/** Where and how the party wants papers to be served; electronic service rests on it. */
export const serviceAddressDocument = declareDocument({
  name: 'enforcement/serviceAddress',
  label: text('送达地址确认书', 'Confirmation of the address for service'),
  about,
  fills: { 'enforcement/check': { party: 'object_name', check_no: 'check_no', officers: 'team' } },
  fields: {
    party,
    check_no,
    recipient: field.personName(text('签收人', 'Recipient')),
    address: field.text(text('送达地址', 'Address for service'), { required: true, max: 200 }),
    mobile: field.mobile(text('联系电话', 'Mobile')),
    electronic: field.text(text('是否同意电子送达及接收方式', 'Whether electronic service is agreed to, and how'), {
      required: true,
      max: 200,
      initial: '同意电子送达，以在本平台登录签收为准。',
    }),
    explained: field.textarea(text('告知事项', 'Told'), {
      required: true,
      max: 500,
      initial: '提供的地址不准确、变更后未及时告知或者拒绝签收，致使文书未能实际接收的，文书退回之日视为送达之日。',
    }),
    officers,
  },
  party: 'party',
  addressed: false,
  number: '{authority}文旅址确〔{yyyy}〕{seq}号',
  signatures: {
    checked: text('当事人', 'Party'),
    officers: { ...text('执法人员', 'Enforcement officers'), persons: 2 },
  },
  crossesOut: true,
});

/** The receipt by which the service of a paper about a check is proved. */
export const checkServiceReceiptDocument = declareDocument({
  ...sharedServiceReceipt,
  name: 'enforcement/receipt',
  label: text('送达回证', 'Receipt of service'),
  about,
  fills: { 'enforcement/check': { party: 'object_name', officers: 'team' } },
});
