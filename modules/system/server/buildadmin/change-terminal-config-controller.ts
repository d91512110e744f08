import { text } from '#kernel/text/text.ts';
import { terminalSettings } from '#modules/web-terminal/contract/terminal-settings.ts';
import type { Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { nothing } from '#server/open-api/json-schema-shorthands.ts';
import { badParameter, forbidden } from '#server/refusal.ts';
import { saveSettings } from '../settings/settings-controller-and-storage.ts';

/**
 * `POST /admin/ajax/changeTerminalConfig {manager?, port?}`: the BuildAdmin call that changes two terminal settings.
 */
export const changeTerminalConfigController: Controller = {
  app: 'admin',
  name: 'ajax',
  actions: {
    changeTerminalConfig: call({
      gate: 'login',
      methods: ['POST'],
      silent: true, // each setting is logged as it is written
      summary: text(
        '终端的包管理器与端口（超级管理员）',
        'Package manager and port of the terminal (super administrators)',
      ),
      // checked as the settings they are
      checkedInRun: { manager: terminalSettings.fields.package_manager, port: terminalSettings.fields.port },
      answer: nothing,
      async run(made) {
        if (!made.caller.super) throw forbidden();
        const { manager, port } = made.body;
        const sent = {
          ...(manager === undefined ? {} : { package_manager: manager }),
          ...(port === undefined ? {} : { port }),
        };
        if (Object.keys(sent).length === 0) throw badParameter();
        await saveSettings(made.engine, made, [{ section: terminalSettings.name, values: sent }]);
        return null;
      },
    }),
  },
};
