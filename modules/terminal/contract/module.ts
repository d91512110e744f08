import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';

/** Commands super administrators run on the server; a tool of the header and no entry of the menu. */
export const terminalModule = module_({
  name: 'terminal',
  label: text('终端', 'Terminal'),
  icon: 'code',
  weigh: 0,
  entries: [],
});
