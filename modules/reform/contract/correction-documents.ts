import { field } from '#kernel/field/field.ts';
import { declareDocument } from '#kernel/module/official-document.ts';
import { text } from '#kernel/text/text.ts';
import { sharedServiceReceipt } from '#modules/document/contract/fields-of-service-receipt-document.ts';

const about = { 'reform/order': text('责令改正', 'Correction order') };

/** What a notice says if nothing else is written. */
export const usualNoticeTexts = {
  consequence: '逾期不改正的，将依法处理。改正后请通过平台逐项提交整改后照片和说明。',
  remedy: '如不服本通知，可以自收到之日起六十日内申请行政复议，或者在六个月内提起行政诉讼。',
} as const;

/** The notice by which an enterprise is ordered to correct problems, issued with the order. */
export const correctionNoticeDocument = declareDocument({
  name: 'reform/notice',
  label: text('责令改正通知书', 'Notice of correction'),
  about,
  fields: {
    party: field.text(text('当事人', 'Party'), { required: true, max: 100 }),
    uscc: field.creditCode(text('统一社会信用代码', 'Credit code')),
    address: field.text(text('住所', 'Address'), { max: 200 }),
    source: field.text(text('检查或来源', 'Source'), { max: 100 }),
    facts: field.textarea(text('存在的问题', 'Problems'), { required: true, max: 60_000 }),
    basis: field.textarea(text('依据', 'Legal basis'), { required: true, max: 20_000 }),
    requirement: field.textarea(text('改正要求', 'Requirements'), { required: true, max: 60_000 }),
    kind: field.text(text('改正方式', 'Kind'), { required: true, max: 20 }),
    until: field.date(text('改正截止日', 'To be corrected by'), { required: true }),
    officers: field.text(text('执法人员及执法证号', 'Officers and certificates'), { required: true, max: 300 }),
    consequence: field.textarea(text('逾期后果', 'If it is not corrected'), {
      required: true,
      max: 1000,
      initial: usualNoticeTexts.consequence,
    }),
    remedy: field.textarea(text('救济途径', 'Remedies'), {
      required: true,
      max: 1000,
      initial: usualNoticeTexts.remedy,
    }),
  },
  party: 'party',
  number: '{authority}文旅改字〔{yyyy}〕{seq}号',
  signatures: {
    officers: { ...text('执法人员', 'Enforcement officers'), persons: 2 },
    recipient: text('当事人签收', 'Signed for by the party'),
  },
  crossesOut: true,
});

/** The receipt by which the service of a notice on paper is proved; the recipient signs it by hand. */
export const serviceReceiptDocument = declareDocument({
  ...sharedServiceReceipt,
  name: 'reform/receipt',
  label: text('送达回证', 'Receipt of service'),
  about,
});
