import { terminalSettings } from '#modules/terminal/contract/settings.ts';
import type { Controller } from '#server/http/controller.ts';
import { badParameter, forbidden } from '#server/refusal.ts';
import { saveSettings } from '../settings/settings.ts';

/**
 * `POST /admin/ajax/changeTerminalConfig {manager?, port?}`: the BuildAdmin call that changes two terminal settings.
 */
export const changeTerminalConfigController: Controller = {
  app: 'admin',
  name: 'ajax',
  actions: {
    changeTerminalConfig: {
      gate: 'login',
      methods: ['POST'],
      silent: true, // each setting is logged as it is written
      async handle(call) {
        if (!call.caller.super) throw forbidden();
        const { manager, port } = call.body;
        const sent = {
          ...(manager === undefined ? {} : { package_manager: manager }),
          ...(port === undefined ? {} : { port }),
        };
        if (Object.keys(sent).length === 0) throw badParameter();
        await saveSettings(call.engine, call, [{ section: terminalSettings.name, values: sent }]);
        return null;
      },
    },
  },
};
