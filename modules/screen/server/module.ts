import type { Controller } from '#server/http/controller.ts';
import type { ServerModule } from '#server/module.ts';
import { screenCalls } from './calls.ts';
import { panels } from './panels.ts';

/** Every panel of the wall screen at `GET /admin/screen.<panel>/index`, for whoever may open the screen. */
export const screenServer: ServerModule = {
  name: 'screen',
  calls: screenCalls,
  controllers: ({ engine }) =>
    Object.entries(panels).map(
      ([name, panel]): Controller => ({
        app: 'admin',
        name: `screen.${name}`,
        actions: {
          index: {
            gate: 'rule',
            node: 'largedatascreen',
            handle: ({ caller, query }) =>
              panel({
                database: engine.db,
                caller: { areaCode: caller.super ? '' : caller.areaCode },
                query,
                locale: caller.locale,
              }),
          },
        },
      }),
    ),
};
