import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { attachment } from './attachment.ts';

export const attachmentModule = module_({
  name: 'routine',
  label: text('常规管理', 'Routine'),
  icon: 'folder-open',
  weigh: 25,
  entries: [attachment],
});
