import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';

/** Commands that super administrators run on the server, from a button in the header. */
export const webTerminalModule = module_({
  name: 'terminal',
  label: text('终端', 'Terminal'),
  icon: 'code',
  weigh: 0,
  entries: [],
});
