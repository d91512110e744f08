import { text } from '#kernel/text/text.ts';
import type { ServerModule } from '#server/platform/server-module.ts';
import { terminalSettings } from '../contract/settings.ts';
import { terminalApiCallDescriptions } from './call-descriptions.ts';
import { deleteOldCommandRuns } from './stored-command-runs.ts';
import { terminalController } from './terminal-controller.ts';

export const terminalServer: ServerModule = {
  name: 'terminal',
  settings: [terminalSettings],
  calls: terminalApiCallDescriptions,
  controllers: (platform) => [terminalController(platform)],
  scheduled: {
    forget_terminal_runs: {
      label: text('清理终端记录', 'Remove terminal records'),
      at: '50 3 * * *',
      run: (engine) => deleteOldCommandRuns(engine.db),
    },
  },
};
