import { module_ } from '#kernel/module.ts';
import { text } from '#kernel/text.ts';
import { sms } from './sms.ts';

export const messageModule = module_({
  name: 'message',
  label: text('消息', 'Messages'),
  icon: 'message',
  weigh: 40,
  entries: [sms],
});
