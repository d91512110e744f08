import type { ServerModule } from '#server/module.ts';

export const travelServer: ServerModule = {
  name: 'travel',
  hooks: {},
};
