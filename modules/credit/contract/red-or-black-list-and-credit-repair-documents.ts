import { field } from '#kernel/field/field.ts';
import { declareDocument } from '#kernel/module/official-document.ts';
import { text } from '#kernel/text/text.ts';

const aboutListing = { 'credit/listing': text('信用名单', 'Credit listing') };
const remedy = '如不服本决定，可以自收到本决定书之日起六十日内申请行政复议，或者在六个月内提起行政诉讼。';

const party = {
  party: field.text(text('当事人', 'Party'), { required: true, max: 120 }),
  uscc: field.creditCode(text('统一社会信用代码', 'Credit code')),
} as const;
const listed = {
  list: field.text(text('拟列入名单', 'List'), { required: true, max: 20 }),
  facts: field.textarea(text('事由', 'Reason'), { required: true, max: 1000 }),
  basis: field.textarea(text('依据', 'Ground'), { required: true, max: 400 }),
  measures: field.textarea(text('管理措施', 'Measures'), { required: true, max: 1000 }),
} as const;
const remedies = {
  remedy: field.textarea(text('救济途径', 'Remedies'), { required: true, max: 1000, initial: remedy }),
} as const;
const signed = { recipient: text('当事人签收', 'Signed for by the party') };

/** The notice before a listing, with the right to be heard. */
export const listingNoticeDocument = declareDocument({
  name: 'credit/notice',
  label: text('信用名单列入告知书', 'Notice of an intended listing'),
  about: aboutListing,
  fields: {
    ...party,
    ...listed,
    until: field.date(text('陈述申辩截止', 'Statement until'), { required: true }),
  },
  party: 'party',
  number: '{authority}文旅信告字〔{yyyy}〕{seq}号',
  signatures: signed,
});

/** The decision to list. */
export const listingDecisionDocument = declareDocument({
  name: 'credit/decision',
  label: text('信用名单认定决定书', 'Decision on a listing'),
  about: aboutListing,
  fields: {
    ...party,
    ...listed,
    opinion: field.textarea(text('认定意见', 'Findings'), { required: true, max: 2000 }),
    from: field.date(text('列入日期', 'Listed from'), { required: true }),
    until: field.date(text('列入截止', 'Listed until'), { required: true }),
    ...remedies,
  },
  party: 'party',
  number: '{authority}文旅信决字〔{yyyy}〕{seq}号',
  signatures: signed,
});

/** The decision on an application for repair. */
export const repairDecisionDocument = declareDocument({
  name: 'credit/repairDecision',
  label: text('信用修复决定书', 'Decision on a credit repair'),
  about: { 'credit/repair': text('信用修复', 'Credit repair') },
  fields: {
    ...party,
    application: field.text(text('申请', 'Application'), { required: true, max: 60 }),
    result: field.text(text('决定', 'Decision'), { required: true, max: 20 }),
    opinion: field.textarea(text('审查意见', 'Findings'), { required: true, max: 1000 }),
    ...remedies,
  },
  party: 'party',
  number: '{authority}文旅信修字〔{yyyy}〕{seq}号',
  signatures: signed,
});

export const usualRemedyText = remedy;
