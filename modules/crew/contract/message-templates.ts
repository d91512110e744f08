import { messageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import { text } from '#kernel/text/text.ts';

const reason = { ...text('原因', 'Reason'), sample: '证件号与扫描件不符', needed: true } as const;

/** To those who entered a guide, driver or vehicle: why it was not verified. */
export const crewReturned = messageTemplate({
  code: 'crew_returned',
  inbox: 'todo',
  label: text('人员车辆未通过核验', 'Guide, driver or vehicle not verified'),
  text: text(
    '{what}{title}未通过核验，原因：{reason}。请更正后重新提交。',
    '{what} {title} was not verified. Reason: {reason}. Please correct it and submit again.',
  ),
  places: {
    what: { ...text('类别', 'Category'), sample: '车辆' },
    title: { ...text('名称', 'Name'), sample: '云A12345', needed: true },
    reason,
  },
});

/** To the agency of a guide whose card was suspended or revoked. */
export const guideStopped = messageTemplate({
  code: 'guide_stopped',
  inbox: 'system',
  label: text('导游证被处理', 'Sanction on guide card'),
  text: text(
    '导游{name}（{card_no}）的导游证已被{decision}，文书号 {document_no}。',
    'Guide card {card_no} of {name} was {decision}; document number {document_no}.',
  ),
  places: {
    name: { ...text('导游', 'Guide'), sample: '王芳' },
    card_no: { ...text('导游证号', 'Guide card number'), sample: 'DZG2026X0001', needed: true },
    decision: { ...text('处理', 'Decision'), sample: '暂扣至 2027-03-31' },
    document_no: { ...text('文书号', 'Document number'), sample: '昆文旅罚字〔2026〕1号', needed: true },
  },
});
