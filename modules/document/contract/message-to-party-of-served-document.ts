import { messageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import { text } from '#kernel/text/text.ts';

/** Notice of a document served on its party, who must sign for it (domain reference Appendix E). */
export const documentServedMessage = messageTemplate({
  code: 'document_served',
  inbox: 'legal',
  label: text('文书送达', 'Service of a document'),
  text: text(
    '{authority}向{party}送达《{title}》（{number}），请查看文书并在 {until} 前签收。',
    '{authority} serves “{title}” ({number}) on {party}. Please read it and sign for it by {until}.',
  ),
  places: {
    authority: { ...text('机关', 'Authority'), sample: '昆明市文化和旅游局' },
    party: { ...text('送达对象', 'Recipient'), sample: '昆明滇池国际旅行社有限公司' },
    title: { ...text('标题', 'Title'), sample: '停业整顿决定书', needed: true },
    number: { ...text('文书号', 'Document number'), sample: '昆文旅停字〔2026〕1号', needed: true },
    until: { ...text('签收期限', 'Receipt deadline'), sample: '2026-11-25', needed: true },
  },
});
