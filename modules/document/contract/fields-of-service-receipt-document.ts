import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';

/** What a receipt proves by which a paper was served: modules declare one for the documents of their records. */
export const sharedServiceReceipt = {
  fields: {
    party: field.text(text('受送达人', 'Recipient'), { required: true, max: 100 }),
    served: field.text(text('送达文书名称及文号', 'Document served and its number'), { required: true, max: 200 }),
    place: field.text(text('送达地点', 'Place of service'), { max: 200 }),
    way: field.text(text('送达方式', 'Way of service'), { required: true, max: 20 }),
    officers: field.text(text('送达人', 'Served by'), { required: true, max: 300 }),
    remark: field.textarea(text('备注', 'Remarks'), { max: 500 }),
  },
  party: 'party',
  addressed: false,
  number: '{authority}文旅送字〔{yyyy}〕{seq}号',
  signatures: {
    servers: { ...text('送达人', 'Served by'), persons: 2 },
    recipient: text('收件人', 'Received by'),
    witness: text('见证人（留置送达时）', 'Witness (where left at the premises)'),
  },
  crossesOut: true,
} as const;
