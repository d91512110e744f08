import { field } from '#kernel/field/field.ts';
import { settings } from '#kernel/settings/declare-settings-section.ts';
import { text } from '#kernel/text/text.ts';
import { nodePackageManagers } from './offered-commands.ts';

/** Defaults of the terminal in every browser. */
export const terminalSettings = settings({
  name: 'terminal',
  guarded: 'all',
  label: text('终端', 'Terminal'),
  fields: {
    package_manager: field.select(text('包管理器', 'Package manager'), {
      required: true,
      initial: 'pnpm',
      options: Object.fromEntries(nodePackageManagers.map((one) => [one, text(one, one)])),
    }),
    port: field.integer(text('服务端口', 'Server port'), {
      required: true,
      min: 1,
      max: 65_535,
      initial: 8000,
      hint: text(
        '仅用于提醒：端口由环境变量 PORT 决定',
        'Used for reminders only; the port is set by the environment variable PORT',
      ),
    }),
  },
});
