import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import { terminalSettings } from '../contract/terminal-settings.ts';
import { runAllowedCommandsController } from './run-allowed-commands-controller.ts';

export const webTerminalServer: ServerModule = {
  name: 'terminal',
  settings: [terminalSettings],
  controllers: (platform) => [runAllowedCommandsController(platform)],
  keep: { terminal_run: { days: 90, most: 500 } },
};
