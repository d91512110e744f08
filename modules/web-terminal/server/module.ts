import type { ServerModule } from '#server/platform/server-module.ts';
import { terminalSettings } from '../contract/settings.ts';
import { webTerminalController } from './terminal-controller.ts';

export const webTerminalServer: ServerModule = {
  name: 'terminal',
  settings: [terminalSettings],
  controllers: (platform) => [webTerminalController(platform)],
  keep: { terminal_run: { days: 90, most: 500 } },
};
