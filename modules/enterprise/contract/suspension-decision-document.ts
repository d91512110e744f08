import { field } from '#kernel/field/field.ts';
import { declareDocument } from '#kernel/module/official-document.ts';
import { text } from '#kernel/text/text.ts';

/** The decision that suspends an enterprise's business; the move of suspension refers to its number. */
export const suspensionDecisionDocument = declareDocument({
  name: 'enterprise/suspension',
  label: text('停业整顿决定书', 'Decision on suspension of business for rectification'),
  about: { 'enterprise/enterprise': text('企业', 'Enterprise') },
  fills: { 'enterprise/enterprise': { party: 'name', uscc: 'uscc' } },
  fields: {
    party: field.text(text('当事人', 'Party'), { required: true, max: 100 }),
    uscc: field.creditCode(text('统一社会信用代码', 'Credit code')),
    facts: field.textarea(text('违法事实', 'Facts of the violation'), { required: true, max: 4000 }),
    basis: field.textarea(text('法律依据', 'Legal basis'), { required: true, max: 1000 }),
    from: field.date(text('停业起始', 'Suspended from'), { required: true }),
    until: field.date(text('停业截止', 'Suspended until')),
    remedy: field.textarea(text('救济途径', 'Remedies'), {
      required: true,
      max: 1000,
      initial: '如不服本决定，可以自收到本决定书之日起六十日内申请行政复议，或者在六个月内提起行政诉讼。',
    }),
  },
  party: 'party',
  number: '{authority}文旅停字〔{yyyy}〕{seq}号',
  // 行政处罚法第四十二条：执法人员不得少于两人；第五十七条：由行政机关负责人作出决定
  signatures: {
    officers: { ...text('执法人员', 'Enforcement officers'), persons: 2 },
    recipient: text('当事人签收', 'Signed for by the party'),
  },
  approvedByAnother: true,
});
