import type { ServerModule } from '#server/platform/declared-server-part-of-module.ts';
import { terminalSettings } from '../contract/settings.ts';
import { runAllowedCommandsController } from './run-allowed-commands-controller.ts';

export const webTerminalServer: ServerModule = {
  name: 'terminal',
  settings: [terminalSettings],
  controllers: (platform) => [runAllowedCommandsController(platform)],
  keep: { terminal_run: { days: 90, most: 500 } },
};
