import { messageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import { text } from '#kernel/text/text.ts';

/** For everybody who has to read a published notice. */
export const noticeMustBeRead = messageTemplate({
  code: 'notice_must_be_read',
  label: text('必读通知', 'Notice to read'),
  text: text('请阅读并确认通知“{title}”。', 'Please read the notice “{title}” and confirm that you have read it.'),
  inbox: 'system',
  opens: 'article/reading',
  places: { title: { ...text('标题', 'Title'), sample: '关于国庆假日值班的通知' } },
});

/** For those who have not confirmed it when an officer reminds them. */
export const noticeIsUnread = messageTemplate({
  code: 'notice_unread',
  label: text('必读通知提醒', 'Reminder of notice'),
  text: text(
    '您还没有确认通知“{title}”，请阅读并确认。',
    'You have not confirmed the notice “{title}” yet. Please read and confirm it.',
  ),
  inbox: 'system',
  opens: 'article/reading',
  places: { title: { ...text('标题', 'Title'), sample: '关于国庆假日值班的通知' } },
});
