import type { ServerModule } from '#server/module.ts';

export const crewServer: ServerModule = {
  name: 'crew',
  hooks: {},
};
